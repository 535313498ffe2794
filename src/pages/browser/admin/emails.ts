import { type CountedText, fill } from '../../texts/fill.ts';
import { byId } from '../page.ts';
import { get, post } from './admin-api.ts';
import { confirmed } from './confirm.ts';
import { element } from './element.ts';
import { type Email, isUnfinished, status } from './email.ts';
import { showEmail } from './email-details.ts';
import { showPreview } from './email-preview.ts';
import { labelOf } from './label.ts';
import { listPage } from './list-page.ts';
import { startScreen } from './shell.ts';
import { fillCount, formatNumber, timeAgo } from './times.ts';
import { toast, toastRefusal } from './toast.ts';
import { wordsOf } from './words.ts';

const words = wordsOf('emails');
const PATH = '/api/admin/emails';

interface MailHealth {
  readonly mail: { readonly server: string | null; readonly is_reachable: boolean; readonly dead: number };
}

await startScreen((screen) => {
  const list = listPage<Email>(screen, {
    id: 'emails',
    path: PATH,
    filters: ['state', 'kind'],
    keyOf: ({ id }) => String(id),
    open: (email) => () => void showEmail(email.id, { retry, drop }),
    cells: {
      to: ({ to }) => to,
      state: status,
      kind: ({ kind }) => labelOf(words.kinds, kind),
      tries: ({ tries }) => formatNumber(tries),
      answer: ({ answer }) => (answer === null ? '' : element('span', { className: 'mono answer' }, answer)),
      created: ({ created_at }) => timeAgo(created_at),
      tools: (email) => isUnfinished(email) && retryButton(email),
    },
    empty: { text: words.empty },
  });
  async function refresh(): Promise<void> {
    await Promise.all([list.reload(), showHealth()]);
  }
  async function retry({ id, to }: Email): Promise<void> {
    const reply = await post(`${PATH}/${id}/retry`);
    say(reply, fill(words.retried, { to }));
    await refresh();
  }
  async function drop({ id, to }: Email): Promise<void> {
    const lead = fill(words.dropLead, { to });
    if (!(await confirmed({ title: words.dropTitle, lead, action: words.drop, typed: to }))) return;
    say(await post(`${PATH}/${id}/drop`), fill(words.dropped, { to }));
    await refresh();
  }
  async function changeDead(action: 'retry-dead' | 'drop-dead', text: CountedText): Promise<void> {
    const reply = await post<{ count: number }>(`${PATH}/${action}`);
    if (reply.ok) toast(fillCount(text, reply.data.count));
    else toastRefusal(reply);
    await refresh();
  }
  async function dropAll(): Promise<void> {
    const { dropAllTitle: title, dropAllLead: lead, dropAll: action, dropAllWord: typed } = words;
    if (await confirmed({ title, lead, action, typed })) await changeDead('drop-dead', words.droppedAll);
  }
  /** Whether the mail server answers, and whether there is anything to do about e-mails that were given up. */
  async function showHealth(): Promise<void> {
    const reply = await get<MailHealth>('/api/admin/health', {}, screen.signal);
    if (!reply.ok) return;
    const { server, is_reachable, dead } = reply.data.mail;
    const text = server === null ? words.inbox : fill(is_reachable ? words.reachable : words.unreachable, { server });
    byId('mail-health', HTMLElement).replaceChildren(
      element('span', { className: `status ${is_reachable ? 'good' : 'bad'}` }, text),
    );
    byId('dead-actions', HTMLElement).hidden = dead === 0;
  }
  const retryButton = (email: Email) =>
    element(
      'button',
      {
        className: 'button plain compact',
        type: 'button',
        aria: { label: `${words.retry}: ${email.to}` },
        on: { click: () => void retry(email) },
      },
      words.retry,
    );

  byId('retry-dead', HTMLButtonElement).addEventListener(
    'click',
    () => void changeDead('retry-dead', words.retriedAll),
  );
  byId('drop-dead', HTMLButtonElement).addEventListener('click', () => void dropAll());
  const preview = byId('open-preview', HTMLButtonElement);
  preview.disabled = false;
  preview.addEventListener('click', () => void showPreview());
  void showHealth();
});

function say(reply: Awaited<ReturnType<typeof post>>, done: string): void {
  if (reply.ok) toast(done);
  else if (reply.code === 'email_state') toast(words.changed, { mood: 'danger' });
  else toastRefusal(reply);
}
