import { type AuditEvent, account, actor, client, eventName, keyOf } from './audit-events.ts';
import { followList } from './audit-following.ts';
import { downloadFile } from './download.ts';
import { listPage } from './list-page.ts';
import { startScreen } from './shell.ts';
import { timeAgo } from './times.ts';
import { toast } from './toast.ts';
import { wordsOf } from './words.ts';

const words = wordsOf('audit');
const FILTERS = ['event', 'actor', 'from', 'to'];

/** What the address bar asks for. */
const given = (): Record<string, string> => {
  const query = new URLSearchParams(location.search);
  return Object.fromEntries(['query', ...FILTERS].map((name) => [name, query.get(name) ?? '']));
};

await startScreen((screen) => {
  let follow = (_filters: Record<string, string>) => {};
  const list = listPage<AuditEvent>(screen, {
    id: 'audit',
    path: '/api/admin/audit',
    filters: FILTERS,
    keyOf,
    cells: { event: eventName, account, client, by: actor, time: ({ time }) => timeAgo(time) },
    empty: { text: words.empty },
    shown: () => follow(given()),
  });
  follow = followList(list, screen.signal);
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-export]')) {
    button.addEventListener('click', () => void exportAs(button), { signal: screen.signal });
  }
});

async function exportAs(button: HTMLButtonElement): Promise<void> {
  if (button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  const isSaved = await downloadFile(
    '/api/admin/audit/export',
    { format: button.dataset.export ?? '', ...given() },
    words.exportFailed,
  );
  button.removeAttribute('aria-busy');
  if (isSaved) toast(words.exported);
}
