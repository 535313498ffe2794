import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { ApiError } from './api-error.ts';
import type { ClientAddress } from './client-address.ts';
import { closeSoon, createConnections, type Exchange, isClosing, type Respond } from './connections.ts';
import type { Endpoint, HttpAnswer } from './endpoint.ts';
import { errorAnswer, malformedRequest, toApiError } from './error-answer.ts';
import { HostRequired } from './errors.ts';
import { type CommonHeaders, createHeaders, type HeaderSettings, withOwnHeaders } from './headers.ts';
import { HttpRequest } from './request.ts';
import { createRouter } from './router.ts';

/** What is told of a request. Nothing in it is in a client's own words, so nothing in it needs to be escaped. */
export interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  /** The declared path, never the query: links carry tokens there. */
  readonly route: string;
  readonly status: number;
  /** To a tenth. */
  readonly ms: number;
}

export interface ServerSettings extends HeaderSettings {
  readonly isStopping: () => boolean;
  readonly clientAddress: ClientAddress;
  /** A slow client may not hold a connection for longer than this. */
  readonly requestTimeoutMs: number;
  readonly maxConnections: number;
  /** For a path that no endpoint has. */
  readonly notFound: Endpoint['answer'];
  /** Told of every answer, whether or not its client is still there to read it: for the log and the metrics. */
  readonly answered: (line: RequestLine) => void;
}

export interface HttpServer {
  /** Answers with the port. */
  listen(address: { readonly host: string; readonly port: number }): Promise<number>;
  /** How many are open. */
  connections(): Promise<number>;
  /** Takes no more connections; those that are open go on. */
  stopListening(): void;
  /** The same, ends the idle ones and those that stream, and waits for the others to be answered. */
  close(): Promise<void>;
}

/** Headers come at once or from someone who means to keep us waiting. */
const HEADERS_TIMEOUT_MS = 10_000;
/** How soon a connection is closed once its time is over. */
const TIMEOUT_PRECISION_MS = 1000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** A client that takes nothing of what is written to it for so long has gone, or means to hold the connection. */
const STALLED_TIMEOUT_MS = 120_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** Serves the endpoints: ONE way from a request to its answer, with the same headers, request id, log line and metric for all. */
export function createHttpServer(endpoints: readonly Endpoint[], settings: ServerSettings, log: Logger): HttpServer {
  const { clientAddress, requestTimeoutMs } = settings;
  const router = createRouter(endpoints, settings.notFound);
  const headers = createHeaders(settings, [...new Set(endpoints.map(({ method }) => method))]);
  const { answered } = settings;
  const streams = new Set<ServerResponse>();
  const connections = createConnections(createRespond(settings, headers, streams, log));

  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
      connectionsCheckingInterval: TIMEOUT_PRECISION_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Left to us, because Node's own refusal is not in the envelope.
      requireHostHeader: false,
    },
    (raw, response) => {
      const beganMs = performance.now();
      const match = router.match(raw.method ?? '', raw.url ?? '');
      const request = new HttpRequest(raw, match.params, clientAddress);
      connections.take(raw.socket, { request, response, match, requestId: randomUUID(), beganMs });
    },
  );
  server.maxConnections = settings.maxConnections;
  server.timeout = STALLED_TIMEOUT_MS;
  // HTTP lets us ignore what a client expects, and Node would refuse it.
  server.on('checkExpectation', (raw, response) => server.emit('request', raw, response));

  const refuse = (socket: Socket, error: ApiError) => {
    if (socket.destroyed || isClosing(socket)) return;
    const requestId = randomUUID();
    const common = headers({ requestId, origin: undefined, isPreflight: false });
    closeSoon(socket, rawAnswer(errorAnswer(error), common));
    answered({ requestId, method: 'unknown', route: 'unknown', status: error.declaration.status, ms: 0 });
  };
  const refuseInTurn = (socket: Socket, fault: ApiError) =>
    connections.fault(socket, fault, () => refuse(socket, fault));
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    if (isClosing(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    refuseInTurn(socket, malformedRequest(error.code));
  });
  server.on('connect', (_raw, socket: Socket) => {
    // Node has let go of the connection, its errors included: one that nobody listens to would end the service.
    socket.on('error', () => socket.destroy());
    socket.on('timeout', () => socket.destroy());
    refuseInTurn(socket, malformedRequest(undefined));
  });

  return facade(server, streams);
}

function facade(server: Server, streams: ReadonlySet<ServerResponse>): HttpServer {
  let allClosed: Promise<void> | undefined;
  const stopListening = (): Promise<void> => {
    // That of node:http would end the idle connections at once.
    allClosed ??= new Promise((resolve) => void NetServer.prototype.close.call(server, () => resolve()));
    return allClosed;
  };
  return {
    async listen({ host, port }) {
      server.listen(port, host);
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
    connections: promisify<number>(server.getConnections.bind(server)),
    stopListening: () => void stopListening(),
    close() {
      const closed = stopListening();
      for (const stream of streams) stream.end();
      server.closeIdleConnections();
      return closed;
    },
  };
}

type RespondSettings = Pick<ServerSettings, 'isStopping' | 'answered'>;

function createRespond(
  { isStopping, answered }: RespondSettings,
  headers: CommonHeaders,
  streams: Set<ServerResponse>,
  log: Logger,
): Respond {
  const respond = async ({ request, response, match, requestId, beganMs }: Exchange): Promise<HttpAnswer> => {
    let answer: HttpAnswer;
    try {
      refuseWithoutHost(response.req);
      answer = await match.answer(request);
    } catch (error) {
      answer = errorAnswer(toApiError(error, { requestId, route: match.route, failure: match.failure }, log));
    }
    // A client that is told goes elsewhere with its next request; one that is not would keep the connection, and us, waiting.
    if (isStopping() || hasFaultyFraming(response.req)) answer = closing(answer);
    const { method } = request;
    try {
      const common = headers({ requestId, origin: request.header('origin'), isPreflight: method === 'OPTIONS' });
      write(response, answer, common);
    } catch (error) {
      // Nobody is there to catch it: left alone, it would end the service.
      log.error({ requestId, route: match.route, err: error }, 'an answer could not be written');
      response.destroy();
    }
    answered({
      requestId,
      method,
      route: match.route,
      status: answer.status,
      ms: Math.round((performance.now() - beganMs) * 10) / 10,
    });
    return answer;
  };
  return async (exchange) => {
    const { response } = exchange;
    const { headers: own, body } = await respond(exchange);
    if (typeof body !== 'string' && !response.destroyed && !response.writableEnded) {
      streams.add(response);
      await once(response, 'close');
      streams.delete(response);
    }
    return { keepsConnection: response.shouldKeepAlive && own.connection !== 'close' };
  };
}

function write(response: ServerResponse, { status, headers, body }: HttpAnswer, common: string[]): void {
  const list = withOwnHeaders(common, headers);
  if (typeof body === 'string') {
    const length = Buffer.byteLength(body);
    if (status !== 204) list.push('content-length', String(length));
    response.writeHead(status, list);
    // What takes as many bytes as characters is ASCII, and Node can write it as it is.
    response.end(body, length === body.length ? 'latin1' : 'utf8');
    return;
  }
  response.writeHead(status, list);
  if (response.req.method === 'HEAD') return void response.end();
  response.socket?.setTimeout(0);
  body(response);
}

const closing = (answer: HttpAnswer): HttpAnswer => ({
  ...answer,
  headers: { ...answer.headers, connection: 'close' },
});

function refuseWithoutHost({ headers, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined && httpVersion === '1.1') {
    throw new ApiError(HostRequired);
  }
}

/** RFC 9112, 6.1: HTTP/1.0 has no Transfer-Encoding, so where such a request ends is anybody's guess. */
const hasFaultyFraming = ({ headers, httpVersion }: IncomingMessage): boolean =>
  httpVersion === '1.0' && headers['transfer-encoding'] !== undefined;

/** The answer where there is no request that Node could answer. */
function rawAnswer({ status, headers, body }: HttpAnswer, common: string[]): string {
  const text = String(body);
  const list = withOwnHeaders(common, { ...headers, 'content-length': String(Buffer.byteLength(text)) });
  const lines: string[] = [];
  for (let at = 0; at < list.length; at += 2) lines.push(`${list[at]}: ${list[at + 1]}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`;
}
