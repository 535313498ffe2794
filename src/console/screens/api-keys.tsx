import { Button } from '../../pages/browser/components/button.tsx';
import { fill } from '../../pages/texts/fill.ts';
import { MonoLines } from '../components/facts.tsx';
import { Expiry, TimeAgo } from '../components/format.tsx';
import { useLoaded } from '../components/loaded.tsx';
import { ShortListScreen } from '../components/short-list-screen.tsx';
import { type Column, TwoLines } from '../components/table.tsx';
import { toastReply } from '../components/toasts.tsx';
import { remove } from './admin-api.ts';
import type { ApiKey } from './answers.ts';
import { confirmed, loadPart } from './dialogs.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('apiKeys');
const PATH = '/api/admin/api-keys';

const columns = (revoke: (key: ApiKey) => Promise<void>): readonly Column<ApiKey>[] => [
  {
    name: 'api-key',
    label: texts.columns.name,
    kind: 'main',
    cell: ({ id, name }) => <TwoLines first={name} second={`lk_${id}_…`} isCode />,
  },
  {
    name: 'scopes',
    label: texts.columns.scopes,
    cell: ({ scopes }) => (
      <span class="row">
        {scopes.map((scope) => (
          <span key={scope} class="badge mono">
            {scope}
          </span>
        ))}
      </span>
    ),
  },
  {
    name: 'networks',
    label: texts.columns.networks,
    kind: 'wide',
    cell: ({ networks }) =>
      networks.length === 0 ? <span class="soft">{texts.anywhere}</span> : <MonoLines lines={networks} />,
  },
  { name: 'used', label: texts.columns.used, cell: ({ last_used_at }) => <TimeAgo time={last_used_at} /> },
  {
    name: 'expires',
    label: texts.columns.expires,
    cell: ({ expires_at }) => <Expiry time={expires_at} expired={texts.expired} />,
  },
  {
    name: 'tools',
    label: texts.revoke,
    kind: 'tools',
    cell: (key) => (
      <Button isCompact label={texts.revoke} aria-label={`${texts.revoke}: ${key.name}`} run={() => revoke(key)} />
    ),
  },
];

export default function ApiKeys() {
  const keys = useLoaded<readonly ApiKey[]>(PATH);
  const make = async () => {
    const part = await loadPart(() => import('./make-api-key.tsx'));
    if (await part?.makeApiKey()) await keys.reload();
  };
  const revoke = async ({ id, name }: ApiKey) => {
    const lead = fill(texts.revokeLead, { name });
    if (!(await confirmed({ title: texts.revokeTitle, lead, action: texts.revoke, typed: name }))) return;
    toastReply(await remove(`${PATH}/${id}`), fill(texts.revoked, { name }));
    await keys.reload();
  };
  return (
    <ShortListScreen
      title={texts.title}
      caption={texts.caption}
      from={keys}
      columns={columns(revoke)}
      keyOf={({ id }) => id}
      empty={texts.empty}
      makeId="make-key"
      make={{ label: texts.make, run: make }}
    />
  );
}
