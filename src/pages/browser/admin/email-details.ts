import { get } from './admin-api.ts';
import { dialogActions, showDialog } from './dialog.ts';
import { type Child, element } from './element.ts';
import { type Email, isUnfinished, status } from './email.ts';
import { labelOf, languageName } from './label.ts';
import { localTime, timeAgo } from './times.ts';
import { toastRefusal } from './toast.ts';
import { common, wordsOf } from './words.ts';

interface Attempt {
  readonly attempt: number;
  readonly outcome: string;
  readonly answer: string;
  readonly ended_at: string;
}

interface ShownEmail extends Email {
  readonly message_id: string;
  readonly attempts: readonly Attempt[];
}

interface Actions {
  readonly retry: (email: Email) => Promise<void>;
  readonly drop: (email: Email) => Promise<void>;
}

const words = wordsOf('emails');

/** One e-mail with what the server said each time. */
export async function showEmail(id: number, { retry, drop }: Actions): Promise<void> {
  const reply = await get<ShownEmail>(`/api/admin/emails/${id}`);
  if (!reply.ok) return toastRefusal(reply);
  const email = reply.data;
  const leaving = (act: (email: Email) => Promise<void>) => () => {
    dialog.close();
    void act(email);
  };
  const dialog = showDialog({
    title: email.to,
    isWide: true,
    content: [
      facts(email),
      element('h3', {}, words.details.attempts),
      attempts(email),
      dialogActions(
        isUnfinished(email) && button(words.drop, 'button danger', leaving(drop)),
        isUnfinished(email) && button(words.retry, 'button', leaving(retry)),
        button(common.close, 'button plain', () => dialog.close()),
      ),
    ],
  });
}

const button = (label: string, className: string, click: () => void): HTMLElement =>
  element('button', { className, type: 'button', on: { click } }, label);

function facts(email: ShownEmail): HTMLElement {
  const { details } = words;
  const rows: readonly (readonly [string, Child])[] = [
    [details.kind, labelOf(words.kinds, email.kind)],
    [details.state, status(email)],
    [details.language, languageName(email.language)],
    [details.created, localTime(email.created_at)],
    ...(email.next_try_at === null ? [] : [[details.next, timeAgo(email.next_try_at)] as const]),
    [details.message, element('span', { className: 'mono' }, email.message_id)],
  ];
  return element(
    'dl',
    { className: 'email-facts' },
    rows.map(([label, value]) => [element('dt', {}, label), element('dd', {}, value)]),
  );
}

function attempts({ attempts: all }: ShownEmail): HTMLElement {
  if (all.length === 0) return element('p', { className: 'soft' }, words.details.none);
  return element(
    'ol',
    { className: 'attempts' },
    all.map(({ attempt, outcome, answer, ended_at }) =>
      element(
        'li',
        { value: attempt },
        element(
          'span',
          { className: outcome === 'sent' ? 'status good' : outcome === 'dead' ? 'status bad' : 'status note' },
          labelOf(words.details.outcomes, outcome),
        ),
        element('span', { className: 'soft small' }, localTime(ended_at)),
        element('span', { className: 'mono' }, answer),
      ),
    ),
  );
}
