import { type ComponentChildren, Fragment } from 'preact';
import { get } from './admin-api.ts';
import type { EmailDetails, ListedEmail } from './answers.ts';
import { Button } from './components/button.tsx';
import { DialogActions, openDialog } from './components/dialog.tsx';
import { LocalTime, TimeAgo } from './components/times.tsx';
import { toastRefusal } from './components/toasts.tsx';
import { labelOf, languageName } from './labels.ts';
import { common, textsOf } from './texts.ts';

const texts = textsOf('emails');
const { details } = texts;
const MOODS: Readonly<Record<string, string>> = { sent: 'good', dead: 'bad', being_sent: 'note', waiting: 'note' };

/** Its state in words, with a mark. */
export const EmailStatus = ({ state }: Pick<ListedEmail, 'state'>) => (
  <span class={`status ${MOODS[state] ?? ''}`}>{labelOf(texts.states, state)}</span>
);

/** It can be tried again, or dropped. */
export const isUnfinished = ({ state }: ListedEmail): boolean => state === 'waiting' || state === 'dead';

interface Choice {
  readonly action: 'retry' | 'drop';
  readonly email: ListedEmail;
}

/** One e-mail with what the server said each time. Resolves with what is to be done with it, if anything. */
export async function showEmail(id: number): Promise<Choice | undefined> {
  const reply = await get<EmailDetails>(`/api/admin/emails/${id}`);
  if (!reply.ok) {
    toastRefusal(reply);
    return undefined;
  }
  const email = reply.data;
  return openDialog<Choice>({
    title: email.to,
    isWide: true,
    content: (close) => (
      <>
        <EmailFacts email={email} />
        <h3>{details.attempts}</h3>
        <Attempts email={email} />
        <DialogActions>
          {isUnfinished(email) && (
            <>
              <Button mood="danger" onClick={() => close({ action: 'drop', email })} label={texts.drop} />
              <Button mood="main" onClick={() => close({ action: 'retry', email })} label={texts.retry} />
            </>
          )}
          <Button onClick={() => close()} label={common.close} />
        </DialogActions>
      </>
    ),
  });
}

interface EmailProps {
  readonly email: EmailDetails;
}

function EmailFacts({ email }: EmailProps) {
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    [details.kind, labelOf(texts.kinds, email.kind)],
    [details.state, <EmailStatus key="state" state={email.state} />],
    [details.language, languageName(email.language)],
    [details.created, <LocalTime key="created" time={email.created_at} />],
    ...(email.next_try_at === null ? [] : [[details.next, <TimeAgo key="next" time={email.next_try_at} />] as const]),
    [
      details.message,
      <span key="message" class="mono">
        {email.message_id}
      </span>,
    ],
  ];
  return (
    <dl class="email-facts">
      {facts.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

const OUTCOME_MOODS = { sent: 'good', dead: 'bad', delayed: 'note' };

const Attempts = ({ email: { attempts } }: EmailProps) =>
  attempts.length === 0 ? (
    <p class="soft">{details.none}</p>
  ) : (
    <ol class="attempts">
      {attempts.map(({ attempt, outcome, answer, ended_at }) => (
        <li key={attempt} value={attempt}>
          <span class={`status ${OUTCOME_MOODS[outcome]}`}>{labelOf(details.outcomes, outcome)}</span>
          <span class="soft small">
            <LocalTime time={ended_at} />
          </span>
          <span class="mono">{answer}</span>
        </li>
      ))}
    </ol>
  );
