import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Brand } from '../brand.ts';
import { ApiError, success } from '../http/envelope.ts';
import type { DeveloperInbox } from '../mail/developer-inbox.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import type { PageScript } from './scripts.ts';
import { FRAME_SANDBOX, type InboxParts, renderInbox } from './views/inbox.ts';

export interface InboxSettings {
  readonly brand: Brand;
  readonly stylesheet: string;
  readonly scriptOf: (page: string) => Promise<PageScript>;
  /** What was asked for before the inbox is looked at is to be seen in it. */
  readonly settled: () => Promise<void>;
}

const PAGE_POLICY = contentSecurityPolicy({ frames: true });

const EMAIL_POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox ${FRAME_SANDBOX}`;

/** Only there in development, and only while no mail server is configured: JSON for programs, a page for browsers. */
export function installInbox(server: FastifyInstance, inbox: DeveloperInbox, settings: InboxSettings): void {
  server.get('/dev/inbox', async (request, reply) => {
    const query = request.query as Record<string, string | string[] | undefined>;
    const to = first(query.to);
    await settings.settled();
    const messages = inbox.list({ to });
    reply.header('vary', 'Origin, Accept');
    if (!isForBrowser(request.headers.accept)) return success('Messages, newest first', messages).body;
    const chosen = first(query.message);
    const { address, imports } = await settings.scriptOf('inbox');
    setPageHeaders(reply, PAGE_POLICY);
    return renderInbox({
      ...settings,
      messages,
      to,
      chosen: messages.find(({ id }) => id === chosen) ?? messages[0],
      view: first(query.view) === 'text' ? 'text' : 'html',
      script: address,
      preloads: imports,
    } satisfies InboxParts);
  });

  server.get('/dev/inbox/:id/html', async (request, reply) => {
    const message = inbox.find((request.params as { id: string }).id);
    if (!message) throw new ApiError('not_found', 'Not found');
    setPageHeaders(reply, EMAIL_POLICY);
    return inNewTabs(message.html);
  });

  installEvents(server, inbox);
}

/** One line for each e-mail that arrives while the page is open. */
function installEvents(server: FastifyInstance, inbox: DeveloperInbox): void {
  const open = new Set<ServerResponse>();
  inbox.onArrival(({ id, to, subject, received_at }) => {
    for (const response of open) response.write(`data: ${JSON.stringify({ id, to, subject, received_at })}\n\n`);
  });
  server.addHook('preClose', async () => {
    for (const response of open) response.end();
  });
  server.get('/dev/inbox/events', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    reply.raw.write(': e-mails follow as they arrive\n\n');
    open.add(reply.raw);
    reply.raw.on('close', () => open.delete(reply.raw));
  });
}

/** `curl` and `fetch` take anything; only who asks for HTML by name gets it. */
const isForBrowser = (accept = ''): boolean => /\btext\/html\b/.test(accept) && !/\bapplication\/json\b/.test(accept);

const first = (value: string | string[] | undefined): string | undefined => [value].flat()[0];

const inNewTabs = (html: string): string =>
  /<head[^>]*>/i.test(html)
    ? html.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`)
    : `<base target="_blank">${html}`;

const setPageHeaders = (reply: FastifyReply, policy: string) =>
  reply.headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
