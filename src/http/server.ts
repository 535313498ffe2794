import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createRequestLog } from '../log.ts';
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
import { createHeaders, type HeaderSettings } from './headers.ts';
import { IncomingRequest } from './incoming-request.ts';
import { API_ROUTES } from './routes.ts';
import { ErrorEnvelope, successEnvelope } from './schemas.ts';

declare module 'fastify' {
  interface FastifyRequest {
    begunMs: number;
  }
  interface FastifyContextConfig {
    /** The text of this route's own 500. */
    failure?: string;
  }
}

export interface ServerSettings extends HeaderSettings {
  readonly isStopping: () => boolean;
  readonly clientAddress: ClientAddress;
  /** A slow client may not hold a connection for longer than this. */
  readonly requestTimeoutMs: number;
  readonly maxConnections: number;
  readonly notFoundPage: NotFoundPage;
}

/** Headers come at once or from someone who means to keep us waiting. */
const HEADERS_TIMEOUT_MS = 10_000;
/** How soon a connection is closed once its time is over. */
const TIMEOUT_PRECISION_MS = 1000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

export function createServer(services: Services, settings: ServerSettings, log: Logger): FastifyInstance {
  const server = Fastify({
    // Its own log lines would carry whole addresses, tokens in the query included; ours are written below.
    logger: false,
    genReqId: () => randomUUID(),
    requestTimeout: settings.requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http: {
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, settings.requestTimeoutMs),
      connectionsCheckingInterval: TIMEOUT_PRECISION_MS,
      maxHeaderSize: 16 * 1024,
      // Left to us, because Node's own refusal is not in the envelope.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    clientErrorHandler: answerMalformedHttp,
    routerOptions: { maxParamLength: 500 },
    return503OnClosing: false,
    frameworkErrors: answerUnroutable,
  });

  server.server.maxConnections = settings.maxConnections;
  installErrors(server, log, settings.notFoundPage);
  ignoreExpectations(server);
  installHooks(server, settings, log);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  server.setValidatorCompiler(() => () => true);

  for (const { method, path, operation, status, data, failure } of API_ROUTES) {
    server.route({
      method,
      url: path,
      config: { failure },
      schema: { response: { [status]: successEnvelope(data), '4xx': ErrorEnvelope, '5xx': ErrorEnvelope } },
      handler: async (request, reply) => {
        const answer = await operation(new IncomingRequest(request.raw, settings.clientAddress), services);
        reply.code(answer.statusCode);
        return answer.body;
      },
    });
  }
  return server;
}

/** What is done for every request, before its route is asked and when its answer is ready. */
function installHooks(server: FastifyInstance, settings: ServerSettings, log: Logger): void {
  const setHeaders = createHeaders(settings);
  const logRequest = createRequestLog(log);
  server.decorateRequest('begunMs', 0);
  server.addHook('onRequest', (request, reply, done) => {
    request.begunMs = performance.now();
    setHeaders(request, reply);
    leaveBody(request.raw);
    done(faultOf(request.raw));
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    // A client that is told goes elsewhere with its next request; one that is not would keep the connection, and us, waiting.
    if (settings.isStopping()) reply.header('connection', 'close');
    // With the route's name and never its query: links carry tokens there. Here, so that one whose client has gone is there too.
    logRequest({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round((performance.now() - request.begunMs) * 10) / 10,
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
