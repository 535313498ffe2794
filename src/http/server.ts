import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createRequestLog, msSince, type RequestLine } from '../log.ts';
import { type AnswerOperation, createApi } from './api.ts';
import type { Services } from './api-request.ts';
import type { ClientAddress } from './client-address.ts';
import {
  answerMalformedHttp,
  answerUnroutable,
  faultOf,
  ignoreExpectations,
  installErrors,
  type NotFoundPage,
} from './errors.ts';
import { type AnswerHeaders, createHeaders, type HeaderSettings } from './headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    begunMs: number;
  }
}

export interface ServerSettings extends HeaderSettings {
  readonly isStopping: () => boolean;
  readonly clientAddress: ClientAddress;
  /** A slow client may not hold a connection for longer than this. */
  readonly requestTimeoutMs: number;
  readonly maxConnections: number;
  readonly notFoundPage: NotFoundPage;
  /** Told of every answer, as the log is. */
  readonly answered: (line: RequestLine) => void;
}

/** Headers come at once or from someone who means to keep us waiting. */
const HEADERS_TIMEOUT_MS = 10_000;
/** How soon a connection is closed once its time is over. */
const TIMEOUT_PRECISION_MS = 1000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

export function createServer(services: Services, settings: ServerSettings, log: Logger): FastifyInstance {
  const headers = createHeaders(settings);
  const logRequest = createRequestLog(log);
  const answered = (line: RequestLine) => {
    logRequest(line);
    settings.answered(line);
  };
  const operations = createApi(services, { ...settings, headers, answered }, log);
  const byPath = new Map<string | undefined, Map<string | undefined, AnswerOperation>>();
  for (const [{ method, path }, answer] of operations)
    byPath.set(path, (byPath.get(path) ?? new Map()).set(method, answer));

  const server = Fastify({
    // Its own log lines would carry whole addresses, tokens in the query included; ours are written below.
    logger: false,
    genReqId: () => randomUUID(),
    serverFactory: (answerWithFramework) =>
      createHttpServer(
        {
          requestTimeout: settings.requestTimeoutMs,
          headersTimeout: Math.min(HEADERS_TIMEOUT_MS, settings.requestTimeoutMs),
          connectionsCheckingInterval: TIMEOUT_PRECISION_MS,
          keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
          maxHeaderSize: 16 * 1024,
          // Left to us, because Node's own refusal is not in the envelope.
          requireHostHeader: false,
        },
        (request, response) => {
          const answer = byPath.get(request.url)?.get(request.method) ?? answerWithFramework;
          answer(request, response);
        },
      ),
    forceCloseConnections: 'idle',
    clientErrorHandler: answerMalformedHttp,
    routerOptions: { maxParamLength: 500 },
    return503OnClosing: false,
    frameworkErrors: answerUnroutable,
  });

  server.server.maxConnections = settings.maxConnections;
  installErrors(server, log, settings.notFoundPage);
  ignoreExpectations(server);
  installHooks(server, { ...settings, answered }, headers);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));

  // For those who spell the path in another way, with a query say, and for HEAD.
  for (const [{ method, path }, answer] of operations) {
    server.route({
      method,
      url: path,
      handler: (request, reply) => {
        reply.hijack();
        answer(request.raw, reply.raw, request.id);
      },
    });
  }
  return server;
}

/** What is done for every request that the framework answers, before its route is asked and when its answer is ready. */
function installHooks(server: FastifyInstance, settings: ServerSettings, headers: AnswerHeaders): void {
  server.decorateRequest('begunMs', 0);
  server.addHook('onRequest', (request, reply, done) => {
    request.begunMs = performance.now();
    const named = headers(request.raw, request.id);
    for (let at = 0; at < named.length; at += 2) reply.header(named[at] as string, named[at + 1]);
    leaveBody(request.raw);
    done(faultOf(request.raw));
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    if (settings.isStopping()) reply.header('connection', 'close');
    // With the route's name and never its query: links carry tokens there. Here, so that one whose client has gone is there too.
    settings.answered({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: msSince(request.begunMs),
    });
    done(null, payload);
  });
}

/**
 * Bodies stay on the wire until an operation asks for them: its own checks come first, whatever the Content-Type says. Only a QUERY
 * must have one, or the framework refuses it; with one, it is a method like any other.
 */
function leaveBody({ method, headers }: IncomingMessage): void {
  if (method === 'QUERY') headers['content-type'] = 'application/json';
  else if (headers['content-type'] !== undefined) headers['content-type'] = undefined;
}
