import { ApiError } from '../http/api-error.ts';
import { type Endpoint, type HttpAnswer, jsonEnvelope, type Method, UNBUFFERED } from '../http/endpoint.ts';
import { success } from '../http/envelope.ts';
import { NotFound } from '../http/errors.ts';
import { createLocalAccess, type LocalAccessSettings } from '../http/local-access.ts';
import type { HttpRequest } from '../http/request.ts';
import { type DeveloperInbox, type InboxFilter, inboxFilter } from '../mail/developer-inbox.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { EMAIL_POLICY, previewHtml, schemeOf } from './inbox-preview.ts';
import type { PageSettings } from './page-endpoints.ts';
import { renderInbox } from './views/inbox.ts';

interface InboxSettings extends LocalAccessSettings, Pick<PageSettings, 'brand' | 'base' | 'stylesheet' | 'scriptOf'> {
  /** Resolves once the e-mails of earlier requests are in the inbox. */
  readonly settled: () => Promise<void>;
}

const PAGE_POLICY = contentSecurityPolicy({ frames: true, formTargets: [] });

/** Exists only in development, while no mail server is configured: JSON for programs, a page for browsers. */
export function inboxEndpoints(inbox: DeveloperInbox, settings: InboxSettings): Endpoint[] {
  const refuseOthers = createLocalAccess(settings);
  const endpoint = (method: Method, path: string, answer: Endpoint['answer']): Endpoint => ({
    method,
    path,
    answer(request) {
      refuseOthers(request);
      return answer(request);
    },
  });
  const clear = async (): Promise<number> => {
    await settings.settled();
    return inbox.clear();
  };
  return [
    endpoint('GET', '/dev/inbox', (request) => list(request, inbox, settings)),
    endpoint('DELETE', '/dev/inbox', async () =>
      jsonEnvelope(success('The inbox is empty', { deleted: await clear() }).body),
    ),
    // A form without scripts can send POST, but not DELETE.
    endpoint('POST', '/dev/inbox/clear', async () => {
      await clear();
      return { status: 303, headers: { location: `${settings.base}/dev/inbox` }, body: '' };
    }),
    endpoint('GET', '/dev/inbox/:id/html', ({ params, query }) => {
      const message = inbox.find(params.id ?? '');
      if (!message) throw new ApiError(NotFound);
      return htmlPage(previewHtml(message.html, schemeOf(query)), EMAIL_POLICY);
    }),
    endpoint('GET', '/dev/inbox/events', createEvents(inbox)),
  ];
}

const filterOf = (query: URLSearchParams): InboxFilter => ({
  to: query.get('to') ?? undefined,
  search: query.get('q') ?? undefined,
});

async function list(request: HttpRequest, inbox: DeveloperInbox, settings: InboxSettings): Promise<HttpAnswer> {
  const { query } = request;
  await settings.settled();
  const filter = filterOf(query);
  const messages = inbox.list(filter);
  if (!isForBrowser(request.header('accept'))) {
    const answer = jsonEnvelope(success('Messages, newest first', messages).body);
    return { ...answer, headers: { ...answer.headers, ...VARY } };
  }
  const page = renderInbox({
    ...settings,
    messages,
    filter,
    chosen: messages.find(({ id }) => id === query.get('message')) ?? messages[0],
    view: query.get('view') === 'text' ? 'text' : 'html',
    width: query.get('width') === 'phone' ? 'phone' : 'full',
    scheme: schemeOf(query),
    script: await settings.scriptOf('inbox'),
  });
  const answer = htmlPage(page, PAGE_POLICY);
  // With `no-referrer`, browsers send `Origin: null` with forms, and some lack Sec-Fetch-Site.
  return { ...answer, headers: { ...answer.headers, 'referrer-policy': 'same-origin' } };
}

const VARY = { vary: 'Origin, Accept' };

/** Server-sent events: one per new e-mail that matches the page's filter. */
const createEvents =
  (inbox: DeveloperInbox): Endpoint['answer'] =>
  ({ query }) => ({
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', ...UNBUFFERED },
    body(response) {
      response.write(': e-mails follow as they arrive\n\n');
      const isWanted = inboxFilter(filterOf(query));
      const stop = inbox.onArrival((message) => {
        const { id, to, subject, received_at } = message;
        if (isWanted(message)) response.write(`data: ${JSON.stringify({ id, to, subject, received_at })}\n\n`);
      });
      response.on('close', stop);
    },
  });

/** `curl` and `fetch` accept anything; only requests that name HTML get the page. */
const isForBrowser = (accept = ''): boolean => /\btext\/html\b/.test(accept) && !/\bapplication\/json\b/.test(accept);

const htmlPage = (body: string, policy: string): HttpAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, ...VARY },
  body,
});
