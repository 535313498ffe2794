import { Button } from '../../pages/browser/components/button.tsx';
import { openDialog } from '../../pages/browser/components/dialog.tsx';
import { type Fact, Facts, Mono, Status } from '../components/facts.tsx';
import { LocalTime, labelOf, languageName, TimeAgo } from '../components/format.tsx';
import { toastRefusal } from '../components/toasts.tsx';
import { get } from './admin-api.ts';
import type { EmailDetails, ListedEmail } from './answers.ts';
import { common, textsOf } from './texts.ts';

const texts = textsOf('emails');
const { details } = texts;
const MOODS: Readonly<Record<string, string>> = { sent: 'good', dead: 'bad', being_sent: 'note', waiting: 'note' };

export const EmailStatus = ({ state }: Pick<ListedEmail, 'state'>) => (
  <Status mood={MOODS[state]} label={labelOf(texts.states, state)} />
);

/** Unfinished e-mails can be retried or dropped. */
export const isUnfinished = ({ state }: ListedEmail): boolean => state === 'waiting' || state === 'dead';

interface Choice {
  readonly action: 'retry' | 'drop';
  readonly email: ListedEmail;
}

/** Shows an e-mail with the replies of the mail server. Resolves to the action that the user chose. */
export async function showEmail(id: number): Promise<Choice | undefined> {
  const reply = await get<EmailDetails>(`/api/admin/emails/${id}`);
  if (!reply.ok) {
    toastRefusal(reply);
    return undefined;
  }
  const email = reply.data;
  return openDialog<Choice>({ id: 'email', title: email.to, isWide: true }, (close) => (
    <>
      <Facts facts={factsOf(email)} />
      <h3>{details.attempts}</h3>
      <Attempts email={email} />
      <div class="submit">
        {isUnfinished(email) && (
          <>
            <Button mood="danger" label={texts.drop} run={() => close({ action: 'drop', email })} />
            <Button mood="main" label={texts.retry} run={() => close({ action: 'retry', email })} />
          </>
        )}
        <Button label={common.close} run={close} />
      </div>
    </>
  ));
}

const factsOf = (email: EmailDetails): Fact[] => [
  [details.kind, labelOf(texts.kinds, email.kind)],
  [details.state, <EmailStatus key="state" state={email.state} />],
  [details.language, languageName(email.language)],
  [details.created, <LocalTime key="created" time={email.created_at} />],
  ...(email.next_try_at === null ? [] : [[details.next, <TimeAgo key="next" time={email.next_try_at} />] as const]),
  [details.message, <Mono key="message" text={email.message_id} />],
];

const OUTCOME_MOODS = { sent: 'good', dead: 'bad', delayed: 'note' };

const Attempts = ({ email: { attempts } }: { readonly email: EmailDetails }) =>
  attempts.length === 0 ? (
    <p class="soft">{details.none}</p>
  ) : (
    <ol class="attempts">
      {attempts.map(({ attempt, outcome, answer, ended_at }) => (
        <li key={attempt} value={attempt}>
          <Status mood={OUTCOME_MOODS[outcome]} label={labelOf(details.outcomes, outcome)} />
          <span class="soft small">
            {' '}
            <LocalTime time={ended_at} />
          </span>
          <Mono text={answer} />
        </li>
      ))}
    </ol>
  );
