import { fill } from '../../texts/fill.ts';
import { byId, serverNowMs } from '../page.ts';
import { get, remove } from './admin-api.ts';
import { confirmed } from './confirm.ts';
import { element } from './element.ts';
import { stateButton, stateCard } from './list-parts.ts';
import { loaded } from './loaded.ts';
import { type ApiKey, makeApiKey } from './make-api-key.ts';
import type { Column } from './rows.ts';
import { startScreen } from './shell.ts';
import { simpleTable } from './simple-table.ts';
import { localDay, timeAgo } from './times.ts';
import { toast, toastRefusal } from './toast.ts';
import { common, wordsOf } from './words.ts';

const words = wordsOf('apiKeys');
const PATH = '/api/admin/api-keys';

await startScreen(({ signal }) => {
  const columns: readonly Column<ApiKey>[] = [
    {
      name: 'name',
      label: words.columns.name,
      className: 'main',
      cell: ({ id, name }) =>
        element(
          'span',
          { className: 'two-lines' },
          element('span', {}, name),
          element('span', { className: 'mono' }, `lk_${id}_…`),
        ),
    },
    {
      name: 'scopes',
      label: words.columns.scopes,
      className: '',
      cell: ({ scopes }) =>
        element(
          'span',
          { className: 'tags' },
          scopes.map((scope) => element('span', { className: 'tag mono' }, scope)),
        ),
    },
    {
      name: 'networks',
      label: words.columns.networks,
      className: 'wide',
      cell: ({ networks }) =>
        networks.length === 0
          ? element('span', { className: 'soft' }, words.anywhere)
          : element('span', { className: 'mono' }, networks.join(', ')),
    },
    { name: 'used', label: words.columns.used, className: '', cell: ({ last_used_at }) => timeAgo(last_used_at) },
    { name: 'expires', label: words.columns.expires, className: '', cell: expiry },
    {
      name: 'tools',
      label: words.revoke,
      className: 'tools',
      cell: (key) =>
        element(
          'button',
          {
            className: 'button plain compact',
            type: 'button',
            aria: { label: `${words.revoke}: ${key.name}` },
            on: { click: () => void revoke(key) },
          },
          words.revoke,
        ),
    },
  ];
  const reload = loaded(byId('api-keys', HTMLElement), () => get<readonly ApiKey[]>(PATH, {}, signal), draw);
  const make = byId('make-key', HTMLButtonElement);
  make.disabled = false;
  make.addEventListener('click', () => void makeKey());

  function draw(keys: readonly ApiKey[]): Node[] {
    if (keys.length > 0) return [simpleTable(words.caption, keys, columns, ({ id }) => id)];
    return [
      stateCard(
        common.emptyTitle,
        words.empty,
        stateButton(words.make, () => void makeKey()),
      ),
    ];
  }
  async function makeKey(): Promise<void> {
    if (await makeApiKey()) await reload();
  }
  async function revoke({ id, name }: ApiKey): Promise<void> {
    const question = {
      title: words.revokeTitle,
      lead: fill(words.revokeLead, { name }),
      action: words.revoke,
      typed: name,
    };
    if (!(await confirmed(question))) return;
    const reply = await remove(`${PATH}/${id}`);
    if (!reply.ok) return toastRefusal(reply);
    toast(fill(words.revoked, { name }));
    await reload();
  }
});

function expiry({ expires_at }: ApiKey): HTMLElement {
  return Date.parse(expires_at) <= serverNowMs()
    ? element('span', { className: 'status bad' }, words.expired)
    : localDay(expires_at);
}
