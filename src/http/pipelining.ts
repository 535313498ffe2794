import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiError } from './api-error.ts';
import { closeConnection } from './close-connection.ts';
import type { HttpRequest } from './request.ts';
import type { Match } from './router.ts';

/** Pipelined requests that may wait on one connection; beyond that its socket is paused, so TCP flow control holds the client back. */
const MAX_PIPELINED = 16;

/** One request and the response to it. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly response: ServerResponse;
  readonly match: Match;
  readonly requestId: string;
  readonly startedAtMs: number;
}

/** Sends the response to a request; never rejects. `keepsConnection`: keep-alive, so the next request may follow. */
export type Respond = (exchange: Exchange) => Promise<{ readonly keepsConnection: boolean }>;

interface Connection {
  isBusy: boolean;
  readonly waiting: Exchange[];
  /** The last request that arrived. While it is incomplete, a parser error or a timeout on the connection belongs to it. */
  latest: Exchange;
  isLatestAnswered: boolean;
  /** Malformed data followed the last complete request: sends the error response after all responses before it. */
  sendError?: () => void;
}

export interface Pipelines {
  /** Answers this request after all requests that arrived before it on the same connection. */
  add(socket: Socket, exchange: Exchange): void;
  /** Malformed data or a timeout on this connection. `sendError` is called where the error belongs to no request. */
  fail(socket: Socket, error: ApiError, sendError: () => void): void;
}

/**
 * HTTP pipelining: runs the requests of one connection one after the other. Node would start all pipelined requests at once, so a single
 * connection could take any share of the service.
 */
export function createPipelines(respond: Respond): Pipelines {
  const connections = new WeakMap<Socket, Connection>();

  const run = (socket: Socket, connection: Connection, exchange: Exchange) => {
    connection.isBusy = true;
    void respond(exchange).then(({ keepsConnection }) => {
      if (exchange === connection.latest) connection.isLatestAnswered = true;
      if (keepsConnection && !exchange.request.isFaulty && !socket.destroyed) runNext(socket, connection, exchange);
      else {
        // Requests pipelined behind a closing response are dropped: the client sees the connection close and may retry (RFC 9112, 9.3.2).
        connection.waiting.length = 0;
        onceWritten(exchange, () => closeConnection(socket));
      }
    });
  };
  const runNext = (socket: Socket, connection: Connection, previous: Exchange) => {
    const next = connection.waiting.shift();
    if (connection.waiting.length === MAX_PIPELINED - 1) socket.resume();
    if (next) return run(socket, connection, next);
    connection.isBusy = false;
    const { sendError } = connection;
    if (sendError) onceWritten(previous, sendError);
  };

  return {
    add(socket, exchange) {
      const connection = connections.get(socket);
      if (!connection) {
        const first: Connection = { isBusy: false, waiting: [], latest: exchange, isLatestAnswered: false };
        connections.set(socket, first);
        return run(socket, first, exchange);
      }
      connection.latest = exchange;
      connection.isLatestAnswered = false;
      if (!connection.isBusy) return run(socket, connection, exchange);
      connection.waiting.push(exchange);
      if (connection.waiting.length >= MAX_PIPELINED) socket.pause();
    },
    fail(socket, error, sendError) {
      const connection = connections.get(socket);
      if (!connection) return sendError();
      const { latest } = connection;
      if (latest.request.isFaulty) return;
      if (latest.request.isComplete) {
        if (connection.isBusy) connection.sendError = sendError;
        else onceWritten(latest, sendError);
      } else if (connection.isLatestAnswered) {
        // The response was sent without reading the body; the rest of that body never arrives.
        onceWritten(latest, () => closeConnection(socket));
      } else latest.request.failBody(error);
    },
  };
}

/** Runs the action when this response, and with it every response before it on the connection, is written. */
function onceWritten({ response }: Exchange, action: () => void): void {
  if (response.writableFinished || response.destroyed) action();
  else response.once('close', action);
}
