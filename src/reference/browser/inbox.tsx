import { render } from 'preact';
import { below } from '../../pages/browser/base-path.ts';

interface Email {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly links: readonly string[];
  readonly received_at: string;
}

const SHOWN_EMAILS = 4;

const tokensIn = ({ links }: Email): string[] => links.flatMap((link) => /[?&]token=([\w.-]+)/.exec(link)?.[1] ?? []);

/** Shows the newest e-mails of the developer's inbox, and uses the tokens in their links. */
export function watchInbox(place: HTMLElement, useToken: (token: string) => void): void {
  const read = async () => {
    const response = await fetch(below('/dev/inbox'), { headers: { accept: 'application/json' } });
    const { message, data } = (await response.json()) as { message: string; data: readonly Email[] | null };
    const emails = (data ?? []).slice(0, SHOWN_EMAILS);
    // The newest last, because only the last token of a purpose is kept.
    for (const token of [...emails].reverse().flatMap(tokensIn)) useToken(token);
    render(<Inbox emails={emails} problem={data ? '' : message} />, place);
  };
  const events = new EventSource(below('/dev/inbox/events'));
  // E-mails may have arrived without an event while the service restarted.
  events.addEventListener('open', read);
  events.addEventListener('message', read);
}

const Inbox = ({ emails, problem }: { readonly emails: readonly Email[]; readonly problem: string }) => (
  <details>
    <summary>{emails.length === 0 ? 'Inbox' : `Inbox (${emails.length})`}</summary>
    <p class="small soft">{problem || (emails.length === 0 ? 'No emails yet.' : 'Their tokens are already in use.')}</p>
    <ul aria-live="polite">
      {emails.map(({ id, to, subject, received_at }) => (
        <li key={id}>
          <a href={below(`/dev/inbox?message=${id}`)} target="_blank" rel="noreferrer">
            {subject}
          </a>
          <span class="small soft">
            to {to}, {new Date(received_at).toLocaleTimeString()}
          </span>
        </li>
      ))}
    </ul>
  </details>
);
