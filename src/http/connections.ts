import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiError } from './api-error.ts';
import type { HttpRequest } from './request.ts';
import type { Match } from './router.ts';

/** Requests that a connection may have waiting behind the one that is being answered; no more are read until then. */
const MAX_PIPELINED = 16;

/** How long a connection that we close may stay open, so that its client can read the answer before. */
const LINGER_MS = 500;

/** One request and the response to it. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly response: ServerResponse;
  readonly match: Match;
  readonly requestId: string;
  readonly beganMs: number;
}

/** Answers a request. Never fails; answers whether the connection may take another one. */
export type Respond = (exchange: Exchange) => Promise<{ readonly keepsConnection: boolean }>;

interface Connection {
  isBusy: boolean;
  readonly waiting: Exchange[];
  /** The last request that arrived: whatever is malformed or late on the connection is the rest of this one, if it is not whole. */
  latest: Exchange;
  isLatestAnswered: boolean;
  /** What came after the last whole request was malformed: to be told when everything before it has its answer. */
  tellFault?: () => void;
}

export interface Connections {
  /** Answers this request once all others that arrived before it on the same connection have their answers. */
  take(socket: Socket, exchange: Exchange): void;
  /** What arrives on this connection is malformed or late. `tell` answers where no request is there to be answered. */
  fault(socket: Socket, error: ApiError, tell: () => void): void;
}

/**
 * Answers the requests of a connection one after the other. Node would begin all that a client sends at once, so that one connection
 * could hold as much of the service as it likes.
 */
export function createConnections(respond: Respond): Connections {
  const connections = new WeakMap<Socket, Connection>();

  const begin = (socket: Socket, connection: Connection, exchange: Exchange) => {
    connection.isBusy = true;
    void respond(exchange).then(({ keepsConnection }) => {
      if (exchange === connection.latest) connection.isLatestAnswered = true;
      if (keepsConnection && !exchange.request.isFaulty && !socket.destroyed) advance(socket, connection, exchange);
      else {
        // Whatever else the client has sent is left unanswered, as a closed connection tells it.
        connection.waiting.length = 0;
        onceWritten(exchange, () => closeSoon(socket));
      }
    });
  };
  const advance = (socket: Socket, connection: Connection, before: Exchange) => {
    const next = connection.waiting.shift();
    if (connection.waiting.length === MAX_PIPELINED - 1) socket.resume();
    if (next) return begin(socket, connection, next);
    connection.isBusy = false;
    const { tellFault } = connection;
    if (tellFault) onceWritten(before, tellFault);
  };

  return {
    take(socket, exchange) {
      const connection = connections.get(socket);
      if (!connection) {
        const first: Connection = { isBusy: false, waiting: [], latest: exchange, isLatestAnswered: false };
        connections.set(socket, first);
        return begin(socket, first, exchange);
      }
      connection.latest = exchange;
      connection.isLatestAnswered = false;
      if (!connection.isBusy) return begin(socket, connection, exchange);
      connection.waiting.push(exchange);
      if (connection.waiting.length >= MAX_PIPELINED) socket.pause();
    },
    fault(socket, error, tell) {
      const connection = connections.get(socket);
      if (!connection) return tell();
      const { latest } = connection;
      if (latest.request.isFaulty) return;
      if (latest.request.isComplete) {
        if (connection.isBusy) connection.tellFault = tell;
        else onceWritten(latest, tell);
      } else if (connection.isLatestAnswered) {
        // Its answer did not need the rest of the request, which never comes.
        onceWritten(latest, () => closeSoon(socket));
      } else latest.request.failBody(error);
    },
  };
}

/** A response is handed to the socket only when those before it are written. */
function onceWritten({ response }: Exchange, action: () => void): void {
  if (response.writableFinished || response.destroyed) action();
  else response.once('close', action);
}

const closing = new WeakSet<Socket>();

/**
 * Ends a connection from our side and frees it soon after, whether or not the client closes it too. What the client still sends
 * until then is dropped: closing with unread data would take the answer away from it.
 */
export function closeSoon(socket: Socket, lastWords = ''): void {
  if (socket.destroyed || closing.has(socket)) return;
  closing.add(socket);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.end(lastWords);
  socket.resume();
}

export const isClosing = (socket: Socket): boolean => closing.has(socket);
