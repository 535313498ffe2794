import { fill } from '../../texts/fill.ts';
import { byId } from '../page.ts';
import { person, roleName, statusMark, userPage } from './accounts.ts';
import { get } from './admin-api.ts';
import { element } from './element.ts';
import { openInvitation } from './invite-dialog.ts';
import { listPage } from './list-page.ts';
import { startScreen } from './shell.ts';
import { formatNumber, localDay, timeAgo } from './times.ts';
import { bulkBar } from './user-bulk.ts';
import type { ListedUser } from './user-data.ts';
import { common, wordsOf } from './words.ts';

const words = wordsOf('users');

interface Count {
  readonly count: number;
  readonly more: boolean;
}

await startScreen((screen) => {
  const bulk = bulkBar({ items: () => list.items(), changed: () => refresh() });
  const list = listPage<ListedUser>(screen, {
    id: 'users',
    path: '/api/admin/users',
    filters: ['status', 'role', 'factor'],
    keyOf: ({ id }) => String(id),
    open: ({ id }) => userPage(id),
    cells: {
      select: (user) => bulk.checkbox(user),
      name: ({ full_name, email }) => person(full_name, email),
      status: ({ account_status, deletion_due_at }) => [
        statusMark(account_status),
        deletion_due_at !== null &&
          element(
            'span',
            { className: 'soft small block' },
            fill(words.deletedOn, { date: localDay(deletion_due_at).textContent ?? '' }),
          ),
      ],
      role: ({ role }) => roleName(role),
      factors: ({ factors }) =>
        factors.length === 0
          ? element('span', { className: 'soft' }, words.none)
          : factors.map((factor) => common.accounts[factor]).join(', '),
      lastSeen: ({ last_seen_at }) => timeAgo(last_seen_at),
      created: ({ created_at }) => localDay(created_at),
    },
    empty: { title: words.emptyTitle, text: words.empty },
    shown: bulk.refresh,
  });
  const refresh = () => Promise.all([list.reload(), showCounts(screen.signal)]);
  const inviteButton = byId('invite', HTMLButtonElement);
  const languages = (inviteButton.dataset.languages ?? '').split(' ').filter((tag) => tag !== '');
  inviteButton.addEventListener('click', () => openInvitation(languages, () => void refresh()));
  void showCounts(screen.signal);
});

const CHIPS = { '': 'all', ACTIVE: 'active', INACTIVE: 'inactive', SUSPENDED: 'suspended' } as const;

/** Behind the chips; without them where they cannot be read. */
async function showCounts(signal: AbortSignal): Promise<void> {
  const reply = await get<Readonly<Record<string, Count>>>('/api/admin/users/counts', {}, signal);
  if (!reply.ok) return;
  for (const chip of document.querySelectorAll<HTMLElement>('.chip[data-filter="status"]')) {
    const count = reply.data[CHIPS[(chip.dataset.value ?? '') as keyof typeof CHIPS]];
    chip.querySelector('.chip-count')?.remove();
    if (count) chip.append(element('span', { className: 'chip-count' }, inWords(count)));
  }
  const option = document.querySelector<HTMLOptionElement>('select[data-filter="role"] option[value="ADMIN"]');
  if (option && reply.data.admins) option.textContent = `${words.admins} (${inWords(reply.data.admins)})`;
}

const inWords = ({ count, more }: Count): string =>
  more ? fill(words.atLeast, { count: formatNumber(count) }) : formatNumber(count);
