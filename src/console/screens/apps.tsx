import { Button } from '../../pages/browser/components/button.tsx';
import { Copyable } from '../../pages/browser/components/copy-button.tsx';
import { fill } from '../../pages/texts/fill.ts';
import { MonoLines } from '../components/facts.tsx';
import { LocalDay } from '../components/format.tsx';
import { useLoaded } from '../components/loaded.tsx';
import { ShortListScreen } from '../components/short-list-screen.tsx';
import type { Column } from '../components/table.tsx';
import { toastReply } from '../components/toasts.tsx';
import { remove } from './admin-api.ts';
import type { Client } from './answers.ts';
import { CLIENTS, kindOf } from './app-kinds.ts';
import { confirmed, loadPart } from './dialogs.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('apps');

/** Resolves to true if the list has to be reloaded. */
type Change = (app: Client) => Promise<boolean | undefined>;

const dialogs = () => loadPart(() => import('./app-dialogs.tsx'));
const makeApp = async () => (await dialogs())?.makeApp();
const changeApp: Change = async (app) => (await dialogs())?.changeApp(app);
const rotateSecret: Change = async (app) => (await dialogs())?.rotateSecret(app);

interface Tool {
  readonly label: string;
  readonly isFor?: (app: Client) => boolean;
  readonly run: Change;
}

const TOOLS: readonly Tool[] = [
  { label: texts.rotate, isFor: ({ type }) => type === 'confidential', run: rotateSecret },
  { label: texts.remove, run: removeApp },
];

const columns = (readAfter: (change: ReturnType<Change>) => Promise<void>): readonly Column<Client>[] => [
  {
    name: 'app',
    label: texts.columns.name,
    kind: 'main',
    cell: (app) => <NameAndId app={app} change={() => readAfter(changeApp(app))} />,
  },
  {
    name: 'app-kind',
    label: texts.columns.kind,
    cell: (app) => (
      <span class="lines">
        <span>{texts.kinds[kindOf(app)]}</span>
        {app.first_party && <span class="badge note">{texts.firstParty}</span>}
      </span>
    ),
  },
  {
    name: 'redirects',
    label: texts.columns.redirects,
    kind: 'wide',
    cell: ({ redirect_uris }) => <MonoLines lines={redirect_uris} />,
  },
  { name: 'app-created', label: texts.columns.created, cell: ({ created_at }) => <LocalDay time={created_at} /> },
  {
    name: 'tools',
    label: texts.columns.tools,
    kind: 'tools',
    cell: (app) => (
      <span class="row app-tools">
        {TOOLS.filter(({ isFor }) => isFor?.(app) ?? true).map(({ label, run }) => (
          <Button
            key={label}
            isCompact
            label={label}
            aria-label={`${label}: ${app.name}`}
            run={() => readAfter(run(app))}
          />
        ))}
      </span>
    ),
  },
];

const NameAndId = ({ app: { id, name }, change }: { readonly app: Client; readonly change: () => unknown }) => (
  <span class="two-lines">
    <button class="app-name" type="button" data-opens aria-label={`${texts.change}: ${name}`} onClick={change}>
      {name}
    </button>
    <span class="client-id">
      <Copyable text={id} label={fill(texts.copyId, { name })} copied={fill(texts.copiedId, { name })}>
        <span class="mono">{id}</span>
      </Copyable>
    </span>
  </span>
);

async function removeApp({ id, name }: Client): Promise<boolean> {
  const [title, lead] = [fill(texts.removeTitle, { name }), fill(texts.removeLead, { name })];
  if (!(await confirmed({ title, lead, action: texts.remove, typed: name }))) return false;
  toastReply(await remove(`${CLIENTS}/${id}`), fill(texts.removed, { name }), { client_not_found: texts.gone });
  return true;
}

export default function Apps() {
  const apps = useLoaded<readonly Client[]>(CLIENTS);
  const readAfter = async (change: ReturnType<Change>) => {
    if (await change) await apps.reload();
  };
  return (
    <ShortListScreen
      title={texts.title}
      caption={texts.caption}
      from={apps}
      columns={columns(readAfter)}
      keyOf={({ id }) => id}
      empty={texts.empty}
      makeId="make-app"
      make={{ label: texts.make, run: () => readAfter(makeApp()) }}
    />
  );
}
