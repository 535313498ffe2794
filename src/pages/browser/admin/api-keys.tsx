import { fill } from '../../texts/fill.ts';
import { serverNowMs } from '../page.ts';
import { remove } from './admin-api.ts';
import type { ApiKey } from './answers.ts';
import { makeApiKey } from './api-key-dialogs.tsx';
import { Button } from './components/button.tsx';
import { confirmed } from './components/confirm.tsx';
import { Loaded, useLoaded } from './components/loaded.tsx';
import { Screen } from './components/screen.tsx';
import { StateCard } from './components/state.tsx';
import { type Column, SimpleTable } from './components/table.tsx';
import { LocalDay, TimeAgo } from './components/times.tsx';
import { toast, toastRefusal } from './components/toasts.tsx';
import { startScreen } from './start.tsx';
import { common, textsOf } from './texts.ts';

const texts = textsOf('apiKeys');
const PATH = '/api/admin/api-keys';

const columns = (revoke: (key: ApiKey) => void): readonly Column<ApiKey>[] => [
  {
    name: 'name',
    label: texts.columns.name,
    kind: 'main',
    cell: ({ id, name }) => (
      <span class="two-lines">
        <span>{name}</span>
        <span class="mono">{`lk_${id}_…`}</span>
      </span>
    ),
  },
  {
    name: 'scopes',
    label: texts.columns.scopes,
    cell: ({ scopes }) => (
      <span class="tags">
        {scopes.map((scope) => (
          <span key={scope} class="tag mono">
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
      networks.length === 0 ? (
        <span class="soft">{texts.anywhere}</span>
      ) : (
        <span class="mono">{networks.join(', ')}</span>
      ),
  },
  { name: 'used', label: texts.columns.used, cell: ({ last_used_at }) => <TimeAgo time={last_used_at} /> },
  {
    name: 'expires',
    label: texts.columns.expires,
    cell: ({ expires_at }) =>
      Date.parse(expires_at) <= serverNowMs() ? (
        <span class="status bad">{texts.expired}</span>
      ) : (
        <LocalDay time={expires_at} />
      ),
  },
  {
    name: 'tools',
    label: texts.revoke,
    kind: 'tools',
    cell: (key) => (
      <Button isCompact aria-label={`${texts.revoke}: ${key.name}`} onClick={() => revoke(key)} label={texts.revoke} />
    ),
  },
];

function ApiKeys() {
  const keys = useLoaded<readonly ApiKey[]>(PATH);
  const make = async () => {
    if (await makeApiKey()) await keys.reload();
  };
  const revoke = async ({ id, name }: ApiKey) => {
    const lead = fill(texts.revokeLead, { name });
    if (!(await confirmed({ title: texts.revokeTitle, lead, action: texts.revoke, typed: name }))) return;
    const reply = await remove(`${PATH}/${id}`);
    if (!reply.ok) return toastRefusal(reply);
    toast(fill(texts.revoked, { name }));
    await keys.reload();
  };
  const makeButton = (
    <Button icon="add" label={texts.make} mood="main" isCompact id="make-key" onClick={() => void make()} />
  );
  return (
    <Screen title={texts.title} actions={makeButton}>
      <Loaded from={keys}>
        {(items) =>
          items.length === 0 ? (
            <StateCard title={common.emptyTitle} text={texts.empty}>
              <Button isCompact onClick={() => void make()} label={texts.make} />
            </StateCard>
          ) : (
            <SimpleTable
              caption={texts.caption}
              items={items}
              columns={columns((key) => void revoke(key))}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
    </Screen>
  );
}

startScreen(ApiKeys);
