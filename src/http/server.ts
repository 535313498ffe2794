import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { statedLanguage } from '../languages.ts';
import type { ApiRequest, Operation, Services } from './api-request.ts';
import { Body, invalidJson, parseBody, readBytes } from './body.ts';
import type { ClientAddress } from './client-address.ts';
import { answerMalformedHttp, answerUnroutable, installErrors, installHttpRules, type NotFoundPage } from './errors.ts';
import { type HeaderSettings, installHeaders } from './headers.ts';
import { API_ROUTES } from './routes.ts';
import { ErrorEnvelope, successEnvelope } from './schemas.ts';

declare module 'fastify' {
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
  // Bodies are left on the wire until an operation asks for them: its own checks come first, whatever the Content-Type says.
  server.addHook('onRequest', (request, _reply, done) => {
    // The framework refuses a QUERY without one, as a failure of its own; with one, it is a method like any other.
    request.raw.headers['content-type'] = request.method === 'QUERY' ? 'application/json' : undefined;
    done();
  });
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
        const answer = await run(operation, request, services, settings);
        reply.code(answer.statusCode);
        return answer.body;
      },
    });
  }
  return server;
}

function run(operation: Operation, { raw }: FastifyRequest, services: Services, settings: ServerSettings) {
  const bytes = () => readBytes(raw, raw.headers['content-length']);
  const request: ApiRequest = {
    authorization: raw.headers.authorization,
    get origin() {
      const address = settings.clientAddress(
        raw.socket.remoteAddress ?? '',
        forwardedFor(raw.headers['x-forwarded-for']),
      );
      return { address, userAgent: harmlessUserAgent(raw.headers['user-agent']) };
    },
    get language() {
      return statedLanguage(raw.headers['accept-language']);
    },
    async body() {
      const read = await bytes();
      return read.length === 0 ? new Body() : parseBody(read);
    },
    async requiredBody() {
      const read = await bytes();
      if (read.length === 0) throw invalidJson();
      return parseBody(read);
    },
  };
  return operation(request, services);
}

const forwardedFor = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(',') : header;

const MAX_USER_AGENT = 256;
/** It is shown to the operator: nothing in it may be longer than a line, or steer a terminal. */
const harmlessUserAgent = (header: string | undefined): string | null =>
  header?.slice(0, MAX_USER_AGENT).replaceAll(/\p{Cc}/gu, '?') ?? null;

/** One line a request, with the route's name and never its query: links carry tokens there. */
function installRequestLog(server: FastifyInstance, log: Logger): void {
  server.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });
}
