import { Button } from '../../pages/browser/components/button.tsx';
import { Options } from '../../pages/browser/components/options.tsx';
import { currentSessionId } from '../../pages/browser/session.ts';
import { type CountedText, fill } from '../../pages/texts/fill.ts';
import { DownloadMenu } from '../components/download-menu.tsx';
import { FilterChips, FilterSelect, FilterText } from '../components/filters.tsx';
import { fillCount, TimeAgo } from '../components/format.tsx';
import { Icon } from '../components/icon.tsx';
import { ListView } from '../components/list.tsx';
import { focusCurrentRow } from '../components/row-keys.ts';
import { Screen } from '../components/screen.tsx';
import { BulkBar, type Selection, selectColumn, useSelection } from '../components/selection.tsx';
import type { Column } from '../components/table.tsx';
import { toast, toastOutcomes, toastRefusal } from '../components/toasts.tsx';
import { type Address, useAddress, useList } from '../components/use-list.ts';
import { deviceName, Person } from './accounts.tsx';
import { post, remove } from './admin-api.ts';
import type { ListedSession, SessionOutcomes } from './answers.ts';
import { inBatches } from './bulk.ts';
import { confirmed, isSureToEnd } from './dialogs.ts';
import { userPage } from './screen-address.ts';
import { common, textsOf } from './texts.ts';

const texts = textsOf('sessions');

const isThisDevice = ({ id }: ListedSession): boolean => id === currentSessionId();
const keyOf = ({ id, user_id }: ListedSession): string => `${user_id}/${id}`;

const columns = (
  selection: Selection,
  end: (session: ListedSession) => Promise<void>,
): readonly Column<ListedSession>[] => [
  selectColumn(selection, keyOf, (session) =>
    isThisDevice(session) ? texts.selectOwn : fill(texts.selectOne, { name: session.full_name }),
  ),
  {
    name: 'user',
    label: texts.user,
    kind: 'main',
    cell: ({ full_name, email }) => <Person name={full_name} email={email} />,
  },
  {
    name: 'device',
    label: texts.device,
    cell: (session) => (
      <span class="row">
        {deviceName(session) || <span class="soft">{common.accounts.unknownDevice}</span>}
        {isThisDevice(session) && <span class="badge note">{texts.thisDevice}</span>}
      </span>
    ),
  },
  { name: 'address', label: texts.address, kind: 'wide', cell: ({ address }) => <span class="mono">{address}</span> },
  {
    name: 'began',
    label: texts.began,
    kind: 'wide',
    cell: ({ created_at }) => created_at !== null && <TimeAgo time={created_at} />,
  },
  {
    name: 'lastUsed',
    label: texts.lastUsed,
    cell: ({ last_used_at }) => last_used_at !== null && <TimeAgo time={last_used_at} />,
  },
  {
    name: 'end',
    label: texts.end,
    kind: 'tools',
    cell: (session) => (
      <Button
        isCompact
        label={texts.end}
        aria-label={fill(texts.endOf, { name: session.full_name })}
        run={() => end(session)}
      />
    ),
  },
];

/** Names from core/sign-in/device-name.ts, the same in every language. */
const DEVICES = ['Chrome', 'Firefox', 'Safari', 'Edge', 'Windows', 'macOS', 'Linux', 'Android', 'iPhone', 'iPad'];

const Filters = ({ address }: { readonly address: Address }) => (
  <>
    <FilterSelect
      address={address}
      name="device"
      label={texts.device}
      any={texts.anyDevice}
      choices={DEVICES.map((value) => ({ value, label: value }))}
    />
    <AgeFilter address={address} />
    <FilterText address={address} name="address" label={texts.addressFilter} placeholder={texts.addressFilter} />
  </>
);

const AGES = [
  ['', '', texts.anyAge],
  ['1', '', texts.sinceDay],
  ['7', '', texts.sinceWeek],
  ['', '7', texts.olderWeek],
  ['', '30', texts.olderMonth],
  ['', '90', texts.olderQuarter],
] as const;

/** Sets two parameters. */
function AgeFilter({ address }: { readonly address: Address }) {
  const { newer_than: newer = '', older_than: older = '' } = address.values;
  const set = (value: string) => {
    const [newer_than = '', older_than = ''] = value.split(' ');
    address.set({ newer_than, older_than });
  };
  return (
    <label class="filter-select">
      <span class="unseen">{texts.age}</span>
      <select
        title={texts.age}
        class={newer === '' && older === '' ? 'chip' : 'chip is-set'}
        value={`${newer} ${older}`}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      >
        <Options choices={AGES.map(([from, to, label]) => ({ value: `${from} ${to}`, label }))} />
      </select>
      <Icon name="down" />
    </label>
  );
}

export default function Sessions() {
  const list = useList<ListedSession>(
    '/api/admin/sessions',
    useAddress(['user', 'device', 'address', 'newer_than', 'older_than']),
  );
  const { address, items = [] } = list;
  const selection = useSelection(items.filter((session) => !isThisDevice(session)).map(keyOf));
  const end = async (session: ListedSession) => {
    const { id, user_id, full_name } = session;
    if (!(await isSureToEnd(id))) return;
    const reply = await remove(`/api/admin/users/${user_id}/sessions/${id}`);
    // The session may have ended already.
    if (reply.ok || reply.code === 'session_not_found') toast(fill(texts.ended, { name: full_name }));
    else toastRefusal(reply);
    await list.reload();
  };
  const endSelected = async () => {
    const sessions = [...selection.keys];
    const counted = (text: CountedText) => fillCount(text, sessions.length);
    const question = {
      title: counted(texts.endManyTitle),
      lead: texts.endManyLead,
      action: counted(texts.endManyAction),
    };
    if (!(await confirmed({ ...question, isDangerous: true }))) return;
    const outcomes = await inBatches(sessions, (batch) =>
      post<SessionOutcomes>('/api/admin/sessions/end', { sessions: batch }),
    );
    if (outcomes.length === 0) return;
    const isEnded = ({ outcome }: { readonly outcome: string }) =>
      outcome === 'done' || outcome === 'session_not_found';
    const ended = outcomes.filter(isEnded);
    const failed = outcomes.filter((outcome) => !isEnded(outcome));
    toastOutcomes([
      { text: texts.endedMany, of: ended },
      { text: texts.notEnded, of: failed },
    ]);
    const sent = outcomes.map(({ session }) => session);
    selection.select(sessions.filter((session) => !sent.includes(session)));
    focusCurrentRow();
    await list.reload();
  };
  const ofOne = address.values.user !== '' && (
    <FilterChips address={address} name="user" label={texts.ofOne} choices={[{ value: '', label: texts.showAll }]} />
  );
  return (
    <Screen title={texts.title} actions={<DownloadMenu path="/api/admin/sessions/export" address={address} />}>
      <ListView
        id="sessions"
        caption={texts.caption}
        columns={columns(selection, end)}
        list={list}
        presets={ofOne}
        filters={<Filters address={address} />}
        keyOf={keyOf}
        open={({ user_id }) => userPage(user_id)}
        empty={{ title: texts.emptyTitle, text: texts.empty }}
      />
      <BulkBar selection={selection} note={items.some(isThisDevice) ? texts.ownLeftOut : undefined}>
        <Button isCompact mood="danger" label={texts.endSelected} run={endSelected} />
      </BulkBar>
    </Screen>
  );
}
