import { claimsOf } from '../../../client/src/claims.ts';
import { below } from '../../pages/browser/base-path.ts';
import { createStore } from '../../pages/browser/components/store.ts';
import { holdToken } from './held-values.ts';

interface Email {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly links: readonly string[];
  readonly received_at: string;
}

interface InboxState {
  readonly emails: readonly Email[];
  /** The reason why the e-mails cannot be shown. */
  readonly problem: string;
}

const SHOWN_EMAILS = 4;

const inbox = createStore<InboxState>({ emails: [], problem: '' });
let events: EventSource | undefined;

const tokensIn = ({ links }: Email): string[] => links.flatMap((link) => /[?&]token=([\w.-]+)/.exec(link)?.[1] ?? []);

/** Starts when the first form is opened. */
export function watchInbox(): void {
  if (events) return;
  events = new EventSource(below('/dev/inbox/events'));
  // E-mails may have arrived without an event while the service restarted.
  events.addEventListener('open', read);
  events.addEventListener('message', read);
  void read();
}

async function read(): Promise<void> {
  try {
    const response = await fetch(below('/dev/inbox'), { headers: { accept: 'application/json' } });
    const { message, data } = (await response.json()) as { message: string; data: readonly Email[] | null };
    if (!data) return inbox.set({ emails: [], problem: message });
    const emails = data.slice(0, SHOWN_EMAILS);
    // The newest last, because only the last token of a purpose is kept.
    for (const email of [...emails].reverse()) {
      for (const token of tokensIn(email)) holdToken(token, `the e-mail to ${email.to}`);
    }
    inbox.set({ emails, problem: '' });
  } catch {
    inbox.set({ ...inbox.get(), problem: 'The inbox is not available right now.' });
  }
}

interface InboxProps {
  readonly id: string;
  /** The operations that take a token of this purpose. */
  readonly operationsFor: (purpose: string) => readonly string[];
}

/** The newest e-mails, with the operations that accept the token in their link. */
export function Inbox({ id, operationsFor }: InboxProps) {
  const { emails, problem } = inbox.use();
  return (
    <section class="trial-inbox" aria-labelledby={`${id}-inbox`}>
      <h4 id={`${id}-inbox`}>Developer inbox</h4>
      {problem !== '' && <p class="small soft">{problem}</p>}
      {emails.length === 0 && problem === '' && (
        <p class="small soft">No emails yet. New ones appear here automatically.</p>
      )}
      <ul aria-live="polite">
        {emails.map((email) => (
          <li key={email.id}>
            <p>
              <a href={below(`/dev/inbox?message=${email.id}`)} target="_blank" rel="noreferrer">
                {email.subject}
              </a>
            </p>
            <p class="small soft">
              to {email.to}, {new Date(email.received_at).toLocaleTimeString()}
            </p>
            {tokensIn(email).map((token) => (
              <TokenUses
                key={token}
                token={token}
                to={email.to}
                operations={operationsFor(claimsOf(token)?.purpose ?? '')}
              />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TokenUsesProps {
  readonly token: string;
  readonly to: string;
  readonly operations: readonly string[];
}

const TokenUses = ({ token, to, operations }: TokenUsesProps) => (
  <p class="small">
    {operations.length > 0 && 'Use its token in '}
    {operations.map((operation, at) => (
      <>
        {at > 0 && ', '}
        <a href={`#${operation}`} data-try={operation} onClick={() => holdToken(token, `the e-mail to ${to}`)}>
          {operation}
        </a>
      </>
    ))}
  </p>
);
