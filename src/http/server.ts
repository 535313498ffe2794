import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createRequestLog } from '../log.ts';
import type { Services } from './api-request.ts';
import type { ClientAddress } from './client-address.ts';
import { answerMalformedHttp, answerUnroutable, installErrors, installHttpRules, type NotFoundPage } from './errors.ts';
import { type HeaderSettings, installHeaders } from './headers.ts';
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
  installHeaders(server, settings);
  installErrors(server, log, settings.notFoundPage);
  installHttpRules(server);
  installRequestLog(server, log);
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

/**
 * One line a request, with the route's name and never its query: links carry tokens there. It is written when the answer is handed
 * to the connection, so that one whose client has gone is there too.
 */
function installRequestLog(server: FastifyInstance, log: Logger): void {
  const write = createRequestLog(log);
  server.decorateRequest('begunMs', 0);
  server.addHook('onRequest', (request, _reply, done) => {
    request.begunMs = performance.now();
    done();
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    write({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round((performance.now() - request.begunMs) * 10) / 10,
    });
    done(null, payload);
  });
}
