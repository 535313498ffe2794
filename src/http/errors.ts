import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AskerGone, HashingOverloaded } from '../accounts/password-hashing.ts';
import { DatabaseLost } from '../store/outage-log.ts';
import { ApiError, type ErrorCode, errorEnvelope } from './envelope.ts';

const DEFAULT_FAILURE = 'Server error';

/** For a person who mistyped an address; undefined for everybody else, who gets the envelope. */
export type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => Promise<string> | undefined;

/** THE one place where an error becomes an answer. */
export function installErrors(server: FastifyInstance, log: Logger, notFoundPage: NotFoundPage): void {
  server.setErrorHandler((error, request, reply) =>
    send(reply, toApiError(error, { requestId: request.id, route: request.routeOptions.url }, log)),
  );

  // HEAD and OPTIONS come with every path that has anything.
  const methodsOf = new Map<string, Set<string>>();
  server.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(url, methods.add('OPTIONS'));
  });
  server.setNotFoundHandler(async (request, reply) => {
    const methods = methodsOf.get(request.url.split('?', 1)[0] ?? '');
    if (!methods) {
      const notFound = new ApiError('not_found', 'Not found');
      const page = notFoundPage(request, reply);
      if (!page) return send(reply, notFound);
      return reply
        .code(notFound.statusCode)
        .header('x-error-code', notFound.code)
        .send(await page);
    }
    const allow = [...methods].join(', ');
    if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow).send();
    return send(reply, new ApiError('method_not_allowed', 'Method not allowed', { allow }));
  });
}

/** What the log says of a request that failed, and what its client is told. */
export interface FailedRequest {
  readonly requestId: string;
  readonly route: string | undefined;
  /** Where the route has a text of its own for it. */
  readonly failure?: string;
}

export function toApiError(error: unknown, { requestId, route, failure }: FailedRequest, log: Logger): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof HashingOverloaded) {
    return new ApiError('overloaded', 'The service is busy. Please try again in a moment.', {
      'retry-after': String(error.retryAfterSeconds),
    });
  }
  if (error instanceof AskerGone) return new ApiError('bad_request', 'The client has gone');
  if (!(error instanceof DatabaseLost)) log.error({ requestId, route, err: error }, 'request failed');
  return new ApiError('internal_error', failure ?? DEFAULT_FAILURE);
}

const send = (reply: FastifyReply, error: ApiError) =>
  reply
    .code(error.statusCode)
    .headers({ ...error.headers, 'x-error-code': error.code, 'content-type': 'application/json; charset=utf-8' })
    .send(errorEnvelope(error.message));

/** What HTTP wants refused, and Node would answer itself, without the envelope. */
export const faultOf = ({ headers, httpVersion }: IncomingMessage): ApiError | undefined =>
  headers.host === undefined && httpVersion === '1.1'
    ? new ApiError('bad_request', 'Host header is required')
    : undefined;

/** What HTTP lets us ignore, and Node would refuse. */
export function ignoreExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** A path that cannot be decoded belongs to no route, so none of their hooks has run. */
export const answerUnroutable = (_error: Error, _request: FastifyRequest, reply: FastifyReply): void => {
  reply.header('cache-control', 'no-store');
  send(reply, new ApiError('bad_request', 'Bad request'));
};

const MALFORMED: Record<string, readonly [code: ErrorCode, status: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', '408 Request Timeout', 'Request timeout'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', '431 Request Header Fields Too Large', 'Request headers are too large'],
};

/** What is not even HTTP never reaches a route; it gets the envelope all the same, and the connection ends. */
export function answerMalformedHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, status, message] = MALFORMED[error.code ?? ''] ?? ['bad_request', '400 Bad Request', 'Bad request'];
  const body = JSON.stringify(errorEnvelope(message));
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Cache-Control: no-store\r\nX-Error-Code: ${code}\r\nConnection: close\r\n\r\n${body}`,
  );
}
