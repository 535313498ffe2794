import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import type { Languages } from '../config/languages.ts';
import { requireCommonJs } from '../lib/require-common-js.ts';
import { ApiError } from './api-error.ts';
import { createWithoutBase } from './base-path.ts';
import type { ClientAddress } from './client-address.ts';
import { closeConnection, isClosing } from './close-connection.ts';
import { compress } from './compression.ts';
import type { Endpoint, HttpAnswer } from './endpoint.ts';
import { errorAnswer, malformedRequest, toApiError } from './error-answer.ts';
import { Unavailable } from './errors.ts';
import { type CommonHeaders, createHeaders, type HeaderSettings } from './headers.ts';
import { createPipelines, type Respond } from './pipelining.ts';
import { HttpRequest } from './request.ts';
import { hasFaultyFraming, refuseWithoutOneHost } from './request-framing.ts';
import type { IdentifyRequest } from './request-identity.ts';
import { createRouter } from './router.ts';
import type { TraceContext } from './trace-context.ts';
import { rawAnswer, writeAnswer } from './write-answer.ts';

const { createServer } = requireCommonJs('node:http') as typeof import('node:http');

/** One answered request, for the access log and the metrics. It contains no client text, so nothing is escaped. */
export interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  /** The path as declared, without the query string, because e-mailed links carry tokens there. */
  readonly route: string;
  readonly status: number;
  /** Duration, rounded to a tenth of a millisecond. */
  readonly ms: number;
  /** The X-Error-Code of the answer. */
  readonly errorCode?: string | undefined;
  readonly trace?: TraceContext | undefined;
  readonly isProbe?: boolean | undefined;
}

export interface ServerSettings extends HeaderSettings {
  readonly isStopping: () => boolean;
  readonly clientAddress: ClientAddress;
  readonly identify: IdentifyRequest;
  /** The languages that Accept-Language is matched against. */
  readonly languages: Languages;
  /** The time to receive a whole request: protects against slow clients (slowloris). */
  readonly requestTimeoutMs: number;
  readonly maxConnections: number;
  /** The path prefix of all endpoints; '' for none. */
  readonly basePath?: string;
  /** Called with each origin that CORS refuses. */
  readonly refusedOrigin?: ((origin: string, host: string | undefined) => void) | undefined;
  /** Answers a path that has no endpoint. */
  readonly notFound: Endpoint['answer'];
  /** Wraps each request, for example in a trace. */
  readonly around?: (respond: Respond) => Respond;
  /** Called for every response, even if the client has disconnected: for the access log and the metrics. */
  readonly answered: (line: RequestLine, request: HttpRequest | undefined) => void;
}

type ListenAddress =
  | { readonly host: string; readonly port: number }
  | { readonly path: string; readonly mode: number };

export interface HttpServer {
  /** Resolves with the port; 0 for a Unix socket. */
  listen(address: ListenAddress): Promise<number>;
  connections(): Promise<number>;
  /** Accepts no new connections; open ones stay usable. */
  stopListening(): void;
  /**
   * Graceful shutdown: stops listening, closes idle and streaming connections, answers 503 to requests whose body is
   * still incomplete, and waits for all other responses.
   */
  close(): Promise<void>;
}

/** The time to receive the headers, shorter than the request timeout: no honest client needs long. */
const HEADERS_TIMEOUT_MS = 10_000;
/** How often Node looks for connections that exceeded a timeout. */
const TIMEOUT_CHECK_INTERVAL_MS = 1000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** The only path from a request to its response, so that all have the same headers, request id, log line and metric. */
export function createHttpServer(endpoints: readonly Endpoint[], settings: ServerSettings, log: Logger): HttpServer {
  const { clientAddress, identify, languages, requestTimeoutMs } = settings;
  const findMatch = createRouter(endpoints, settings.notFound);
  const withoutBase = createWithoutBase(settings.basePath ?? '');
  const methods = new Set(endpoints.flatMap(({ method }) => (method === 'OPTIONS' ? [] : method)));
  const headers = createHeaders(settings, [...methods]);
  const { answered } = settings;
  const streams: Streams = new Map();
  const respond = createRespond(settings, headers, streams, log);
  const pipelines = createPipelines(settings.around ? settings.around(respond) : respond);

  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Checked by refuseWithoutOneHost, because Node's own 400 has no JSON envelope.
      requireHostHeader: false,
      // Emits no stream events for a request without a body, as most are.
      optimizeEmptyRequests: true,
    },
    (raw, response) => {
      const startedAtMs = performance.now();
      raw.url = withoutBase(raw.url ?? '');
      const match = findMatch(raw.method ?? '', raw.url);
      const { requestId, trace } = identify(raw);
      const request = new HttpRequest(raw, requestId, match.params, clientAddress, languages);
      const identity = { requestId, trace: match.isProbe ? undefined : trace };
      pipelines.add(raw.socket, { request, response, match, startedAtMs, ...identity });
    },
  );
  server.maxConnections = settings.maxConnections;
  // An unknown Expect header is ignored, as RFC 9110, 10.1.1 permits; Node would answer 417.
  server.on('checkExpectation', (raw, response) => server.emit('request', raw, response));

  const refuse = (socket: Socket, error: ApiError) => {
    if (socket.destroyed || isClosing(socket)) return;
    const requestId = randomUUID();
    const common = headers({ requestId, origin: undefined, isPreflight: false });
    closeConnection(socket, rawAnswer(errorAnswer(error), common));
    const { status, code: errorCode } = error.declaration;
    answered({ requestId, method: 'unknown', route: 'unknown', status, ms: 0, errorCode }, undefined);
  };
  const refuseInTurn = (socket: Socket, error: ApiError) => pipelines.fail(socket, error, () => refuse(socket, error));
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    if (isClosing(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    refuseInTurn(socket, malformedRequest(error.code));
  });
  server.on('connect', (_raw, socket: Socket) => {
    // Node detaches its listeners from a CONNECT socket; an 'error' event without a listener would crash the service.
    socket.on('error', () => socket.destroy());
    socket.on('timeout', () => socket.destroy());
    refuseInTurn(socket, malformedRequest(undefined));
  });

  const endRequests = (socket: Socket) =>
    pipelines.end(socket, new ApiError(Unavailable, { state: 'Stopping' }, { connection: 'close' }));
  return facade(server, streams, endRequests);
}

/** The function that ends each streaming response at shutdown. */
type Streams = Map<ServerResponse, () => void>;

function facade(server: Server, streams: Streams, endRequests: (socket: Socket) => void): HttpServer {
  let allClosed: Promise<void> | undefined;
  const connected = new Set<Socket>();
  server.on('connection', (socket) => {
    connected.add(socket);
    socket.once('close', () => connected.delete(socket));
  });
  const stopListening = (): Promise<void> => {
    // close() of http.Server also closes idle connections at once; close() of net.Server only stops listening.
    allClosed ??= new Promise((resolve) => void NetServer.prototype.close.call(server, () => resolve()));
    return allClosed;
  };
  return {
    async listen(address) {
      if ('path' in address) {
        server.listen(address.path);
        await once(server, 'listening');
        // Until then the umask lets only the owner write to it.
        await chmod(address.path, address.mode);
        return 0;
      }
      server.listen(address.port, address.host);
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
    connections: promisify<number>(server.getConnections.bind(server)),
    stopListening: () => void stopListening(),
    close() {
      const closed = stopListening();
      for (const end of streams.values()) end();
      // Not closeIdleConnections(): it cuts off responses being read, and leaves connections that sent nothing.
      for (const socket of connected) endRequests(socket);
      return closed;
    },
  };
}

type RespondSettings = Pick<ServerSettings, 'isStopping' | 'answered' | 'refusedOrigin'>;

function createRespond(
  { isStopping, answered, refusedOrigin }: RespondSettings,
  headers: CommonHeaders,
  streams: Streams,
  log: Logger,
): Respond {
  return async ({ request, response, match, requestId, trace, startedAtMs }) => {
    let answer: HttpAnswer;
    try {
      refuseWithoutOneHost(response.req);
      answer = await match.answer(request);
      if (answer.compressible) answer = compress(answer, request.header('accept-encoding'));
    } catch (error) {
      answer = errorAnswer(toApiError(error, { requestId, route: match.route, failure: match.failure?.() }, log));
    }
    // While draining, `connection: close` makes clients reconnect elsewhere instead of delaying the shutdown.
    if (isStopping() || hasFaultyFraming(response.req)) answer = closing(answer);
    const { method } = request;
    const origin = request.header('origin');
    // Some endpoints allow further origins.
    if (origin !== undefined && !('access-control-allow-origin' in answer.headers))
      refusedOrigin?.(origin, request.header('host'));
    let endStream: (() => void) | undefined;
    try {
      const common = headers({ requestId, origin, isPreflight: method === 'OPTIONS' });
      endStream = writeAnswer(response, answer, common);
    } catch (error) {
      // Without a handler, the rejected promise would crash the service.
      log.error({ requestId, route: match.route, err: error }, 'cannot write a response');
      response.destroy();
    }
    const ms = Math.round((performance.now() - startedAtMs) * 10) / 10;
    const errorCode = answer.headers['x-error-code'];
    const { route, isProbe } = match;
    answered({ requestId, method, route, status: answer.status, ms, errorCode, trace, isProbe }, request);
    if (typeof answer.body === 'function' && !response.destroyed && !response.writableEnded) {
      streams.set(response, endStream ?? (() => response.end()));
      await once(response, 'close');
      streams.delete(response);
    }
    answer.done?.();
    return { keepsConnection: response.shouldKeepAlive && answer.headers.connection !== 'close' };
  };
}

const closing = (answer: HttpAnswer): HttpAnswer => ({
  ...answer,
  headers: { ...answer.headers, connection: 'close' },
});
