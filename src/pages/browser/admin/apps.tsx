import { useRef } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import { remove } from './admin-api.ts';
import type { Client } from './answers.ts';
import { CLIENTS, changeApp, makeApp, rotateSecret } from './app-dialogs.tsx';
import { kindOf } from './app-fields.tsx';
import { Button } from './components/button.tsx';
import { confirmed } from './components/confirm.tsx';
import { copyText } from './components/copy-text.ts';
import { Icon } from './components/icon.tsx';
import { Loaded, useLoaded } from './components/loaded.tsx';
import { Screen } from './components/screen.tsx';
import { StateCard } from './components/state.tsx';
import { type Column, SimpleTable } from './components/table.tsx';
import { LocalDay } from './components/times.tsx';
import { toast, toastRefusal } from './components/toasts.tsx';
import { startScreen } from './start.tsx';
import { common, textsOf } from './texts.ts';

const texts = textsOf('apps');

interface Tool {
  readonly label: string;
  readonly isFor?: (app: Client) => boolean;
  /** Resolves with whether the list has to be read again. */
  readonly run: (app: Client) => Promise<boolean>;
}

const TOOLS: readonly Tool[] = [
  { label: texts.rotate, isFor: ({ confidential }) => confidential, run: rotateSecret },
  { label: texts.remove, run: removeApp },
];

const columns = (change: (app: Client) => void, run: (tool: Tool, app: Client) => void): readonly Column<Client>[] => [
  {
    name: 'app',
    label: texts.columns.name,
    kind: 'main',
    cell: (app) => <NameAndId app={app} change={() => change(app)} />,
  },
  {
    name: 'app-kind',
    label: texts.columns.kind,
    cell: (app) => (
      <span class="app-kind">
        <span>{texts.kinds[kindOf(app)]}</span>
        {app.first_party && <span class="tag note">{texts.firstParty}</span>}
      </span>
    ),
  },
  {
    name: 'redirects',
    label: texts.columns.redirects,
    kind: 'wide',
    cell: ({ redirect_uris }) => (
      <span class="redirects mono">
        {redirect_uris.map((uri) => (
          <span key={uri}>{uri}</span>
        ))}
      </span>
    ),
  },
  { name: 'app-created', label: texts.columns.created, cell: ({ created_at }) => <LocalDay time={created_at} /> },
  {
    name: 'tools',
    label: texts.columns.tools,
    kind: 'tools',
    cell: (app) => (
      <span class="app-tools">
        {TOOLS.filter(({ isFor }) => isFor?.(app) ?? true).map((tool) => (
          <Button
            key={tool.label}
            isCompact
            aria-label={`${tool.label}: ${app.name}`}
            onClick={() => run(tool, app)}
            label={tool.label}
          />
        ))}
      </span>
    ),
  },
];

interface NameAndIdProps {
  readonly app: Client;
  readonly change: () => void;
}

function NameAndId({ app: { id, name }, change }: NameAndIdProps) {
  const shown = useRef<HTMLElement>(null);
  const copy = async () => {
    await copyText(id, () => shown.current && getSelection()?.selectAllChildren(shown.current));
    toast(fill(texts.copiedId, { name }));
  };
  return (
    <span class="two-lines">
      <button class="app-name" type="button" aria-label={`${texts.change}: ${name}`} onClick={change}>
        {name}
      </button>
      <span class="client-id">
        <span class="mono" ref={shown}>
          {id}
        </span>
        <button
          class="icon-button"
          type="button"
          aria-label={fill(texts.copyId, { name })}
          title={common.copy}
          onClick={() => void copy()}
        >
          <Icon name="copy" />
        </button>
      </span>
    </span>
  );
}

async function removeApp({ id, name }: Client): Promise<boolean> {
  const [title, lead] = [fill(texts.removeTitle, { name }), fill(texts.removeLead, { name })];
  if (!(await confirmed({ title, lead, action: texts.remove, typed: name }))) return false;
  const reply = await remove(`${CLIENTS}/${id}`);
  if (reply.ok) toast(fill(texts.removed, { name }));
  else if (reply.code === 'client_not_found') toast(texts.gone, { mood: 'danger' });
  else toastRefusal(reply);
  return reply.ok || reply.code === 'client_not_found';
}

function Apps() {
  const apps = useLoaded<readonly Client[]>(CLIENTS);
  const readAfter = async (change: Promise<boolean>) => {
    if (await change) await apps.reload();
  };
  const make = () => void readAfter(makeApp());
  return (
    <Screen
      title={texts.title}
      actions={<Button icon="add" label={texts.make} mood="main" isCompact id="make-app" onClick={make} />}
    >
      <Loaded from={apps}>
        {(items) =>
          items.length === 0 ? (
            <StateCard title={common.emptyTitle} text={texts.empty}>
              <Button isCompact onClick={make} label={texts.make} />
            </StateCard>
          ) : (
            <SimpleTable
              caption={texts.caption}
              items={items}
              columns={columns(
                (app) => void readAfter(changeApp(app)),
                (tool, app) => void readAfter(tool.run(app)),
              )}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
    </Screen>
  );
}

startScreen(Apps);
