import type { ServerResponse } from 'node:http';
import type { Brand } from '../config/brand.ts';
import { ApiError } from '../http/api-error.ts';
import { type Endpoint, type HttpAnswer, jsonEnvelope } from '../http/endpoint.ts';
import { success } from '../http/envelope.ts';
import { NotFound } from '../http/errors.ts';
import type { HttpRequest } from '../http/request.ts';
import type { DeveloperInbox } from '../mail/developer-inbox.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { refuseForeignHost } from './inbox-host.ts';
import type { PageScript } from './scripts.ts';
import { FRAME_SANDBOX, type InboxParts, renderInbox } from './views/inbox.ts';

export interface InboxSettings {
  readonly brand: Brand;
  readonly stylesheet: string;
  readonly scriptOf: (page: string) => Promise<PageScript>;
  /** What was asked for before the inbox is looked at is to be seen in it. */
  readonly settled: () => Promise<void>;
  /** The names by which the deployment itself is known. */
  readonly hostNames: () => readonly string[];
}

const PAGE_POLICY = contentSecurityPolicy({ frames: true });

const EMAIL_POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox ${FRAME_SANDBOX}`;

/** Only there in development, and only while no mail server is configured: JSON for programs, a page for browsers. */
export function inboxEndpoints(inbox: DeveloperInbox, settings: InboxSettings): Endpoint[] {
  const events = createEvents(inbox);
  const endpoint = (path: string, answer: Endpoint['answer']): Endpoint => ({
    method: 'GET',
    path,
    answer(request) {
      refuseForeignHost(request.header('host'), settings.hostNames());
      return answer(request);
    },
  });
  return [
    endpoint('/dev/inbox', (request) => list(request, inbox, settings)),
    endpoint('/dev/inbox/:id/html', ({ params }) => {
      const message = inbox.find(params.id ?? '');
      if (!message) throw new ApiError(NotFound);
      return htmlPage(inNewTabs(message.html), EMAIL_POLICY);
    }),
    endpoint('/dev/inbox/events', events),
  ];
}

async function list(request: HttpRequest, inbox: DeveloperInbox, settings: InboxSettings): Promise<HttpAnswer> {
  const { query } = request;
  const to = query.get('to') ?? undefined;
  await settings.settled();
  const messages = inbox.list({ to });
  if (!isForBrowser(request.header('accept'))) {
    const answer = jsonEnvelope(success('Messages, newest first', messages).body);
    return { ...answer, headers: { ...answer.headers, ...VARY } };
  }
  const { address, imports } = await settings.scriptOf('inbox');
  const page = renderInbox({
    ...settings,
    messages,
    to,
    chosen: messages.find(({ id }) => id === query.get('message')) ?? messages[0],
    view: query.get('view') === 'text' ? 'text' : 'html',
    script: address,
    preloads: imports,
  } satisfies InboxParts);
  return htmlPage(page, PAGE_POLICY);
}

const VARY = { vary: 'Origin, Accept' };

/** One line for each e-mail that arrives while the page is open. */
function createEvents(inbox: DeveloperInbox): Endpoint['answer'] {
  const open = new Set<ServerResponse>();
  inbox.onArrival(({ id, to, subject, received_at }) => {
    for (const response of open) response.write(`data: ${JSON.stringify({ id, to, subject, received_at })}\n\n`);
  });
  return () => ({
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    body(response) {
      response.write(': e-mails follow as they arrive\n\n');
      open.add(response);
      response.on('close', () => open.delete(response));
    },
  });
}

/** `curl` and `fetch` take anything; only who asks for HTML by name gets it. */
const isForBrowser = (accept = ''): boolean => /\btext\/html\b/.test(accept) && !/\bapplication\/json\b/.test(accept);

const inNewTabs = (html: string): string =>
  /<head[^>]*>/i.test(html)
    ? html.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`)
    : `<base target="_blank">${html}`;

const htmlPage = (body: string, policy: string): HttpAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, ...VARY },
  body,
});
