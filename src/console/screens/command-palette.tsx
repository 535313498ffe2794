import { useEffect, useRef, useState } from 'preact/hooks';
import { openDialog } from '../../pages/browser/components/dialog.tsx';
import { addressOf, carried } from '../../pages/browser/page.ts';
import { logOut } from '../../pages/browser/session.ts';
import { Icon, type IconName } from '../components/icon.tsx';
import { useNewest } from '../components/loaded.tsx';
import { MAIN_SCREENS } from '../console-paths.ts';
import { nameOf } from './accounts.tsx';
import { get } from './admin-api.ts';
import type { ListedUser } from './answers.ts';
import { PRESETS } from './audit-presets.ts';
import { move } from './router.ts';
import { offeredActions } from './screen-actions.ts';
import { screenAddress, userPage } from './screen-address.ts';
import { showShortcuts } from './shortcuts.tsx';
import { common, frameData } from './texts.ts';

const { palette: texts } = common;

interface Entry {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly detail?: string;
  readonly icon: IconName;
  readonly run: () => unknown;
}

const navigateTo = (address: string) => () => move(address);

const ofScreen = (): Entry[] =>
  offeredActions().flatMap(({ subject, actions }) =>
    actions.map(({ id, label, icon = 'account', run }) => ({ id, group: subject, label, icon, run })),
  );

const screens = (): Entry[] =>
  MAIN_SCREENS.flatMap((name) => {
    const label = frameData.titles[name];
    if (label === undefined) return [];
    return [{ id: `screen-${name}`, group: texts.screens, label, icon: name, run: navigateTo(screenAddress(name)) }];
  });

const actions = (): Entry[] =>
  [
    ...(frameData.features.invitations
      ? [{ label: texts.invite, icon: 'add' as const, run: navigateTo(`${screenAddress('users')}#invite`) }]
      : []),
    {
      label: texts.suspended,
      icon: 'users' as const,
      run: navigateTo(screenAddress('users', { status: 'SUSPENDED' })),
    },
    { label: texts.unseen, icon: 'users' as const, run: navigateTo(screenAddress('users', { sort: 'seen' })) },
    ...PRESETS.map(({ label, values }) => ({
      label: `${frameData.titles.audit} · ${label}`,
      icon: 'audit' as const,
      run: navigateTo(
        screenAddress('audit', Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))),
      ),
    })),
    { label: common.keyboard, icon: 'keyboard' as const, run: showShortcuts },
    { label: common.yourAccount, icon: 'account' as const, run: navigateTo(addressOf('/account', carried)) },
    { label: frameData.logOut, icon: 'logout' as const, run: logOut },
  ].map((one, at) => ({ id: `action-${at}`, group: texts.actions, ...one }));

const person = (user: ListedUser): Entry => ({
  id: `person-${user.id}`,
  group: texts.people,
  label: nameOf(user),
  detail: user.email,
  icon: 'account',
  run: navigateTo(userPage(user.id)),
});

const MAX_PEOPLE = 8;
const TYPING_PAUSE_MS = 150;

/** Finds users as the administrator types. */
function usePeople(query: string): readonly Entry[] {
  const [people, setPeople] = useState<readonly Entry[]>([]);
  const begin = useNewest();
  useEffect(() => {
    const signal = begin();
    if (query === '') return setPeople([]);
    const timer = setTimeout(async () => {
      const reply = await get<{ items: ListedUser[] }>('/api/admin/users', { query, limit: MAX_PEOPLE }, signal);
      if (!signal.aborted && reply.ok) setPeople(reply.data.items.map(person));
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [query]);
  return people;
}

export async function openPalette(): Promise<void> {
  const chosen = await openDialog<Entry>({ id: 'palette', title: texts.title }, (close) => <Palette close={close} />);
  await chosen?.run();
}

function Palette({ close }: { readonly close: (entry?: Entry) => void }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const query = typed.trim();
  const people = usePeople(query);
  const words = query.toLocaleLowerCase();
  const known = [...ofScreen(), ...screens(), ...actions()].filter(({ label }) =>
    label.toLocaleLowerCase().includes(words),
  );
  const entries = [...known, ...people];
  const active = entries[Math.min(at, entries.length - 1)];
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setAt((at + 1) % Math.max(entries.length, 1)),
    ArrowUp: () => setAt((at + entries.length - 1) % Math.max(entries.length, 1)),
    Enter: () => active && close(active),
  };
  return (
    <>
      {/* For devices without an Escape key. */}
      <button class="icon-button palette-close" type="button" aria-label={common.close} onClick={() => close()}>
        <Icon name="close" />
      </button>
      <input
        class="input"
        type="text"
        role="combobox"
        aria-label={texts.label}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-autocomplete="list"
        aria-activedescendant={active && `palette-${active.id}`}
        placeholder={texts.label}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={200}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const run = event.isComposing ? undefined : keys[event.key];
          if (!run) return;
          event.preventDefault();
          run();
        }}
      />
      <div ref={list} id="palette-list" role="listbox" aria-label={texts.title}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus.
          <div
            key={entry.id}
            id={`palette-${entry.id}`}
            class="item"
            role="option"
            aria-selected={entry === active}
            onClick={() => close(entry)}
          >
            <Icon name={entry.icon} />
            <span class="cut" dir="auto">
              {entry.label}
            </span>
            {entry.detail !== undefined && <span class="cut soft small">{entry.detail}</span>}
            {entries[index - 1]?.group !== entry.group && <span class="palette-group soft small">{entry.group}</span>}
          </div>
        ))}
      </div>
      <p class="soft small" role="status">
        {entries.length === 0 && texts.none}
      </p>
    </>
  );
}
