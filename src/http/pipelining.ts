import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiError } from './api-error.ts';
import { closeConnection, isClosing } from './close-connection.ts';
import type { HttpRequest } from './request.ts';
import type { RequestIdentity } from './request-identity.ts';
import type { Match } from './router.ts';

/** Pipelined requests that may wait on one connection; beyond that its socket is paused (TCP flow control). */
const MAX_PIPELINED = 16;

/**
 * Bounds the waiting requests of all connections (backpressure): one read of 64 KiB parses up to two thousand small
 * requests, which take far more memory. Past it, a connection with more than `MAX_PIPELINED` is closed.
 */
const MAX_WAITING_TOTAL = 10_000;

export interface Exchange extends RequestIdentity {
  readonly request: HttpRequest;
  readonly response: ServerResponse;
  readonly match: Match;
  readonly startedAtMs: number;
}

/** Sends the response to a request; never rejects. `keepsConnection`: keep-alive, so the next request may follow. */
export type Respond = (exchange: Exchange) => Promise<{ readonly keepsConnection: boolean }>;

interface Connection {
  isBusy: boolean;
  /** Backpressure: the socket must stay paused. */
  isHeld: boolean;
  readonly waiting: Exchange[];
  /** The last request that arrived. While it is incomplete, a parser error or a timeout belongs to it. */
  latest: Exchange;
  isLatestAnswered: boolean;
  /** Set at shutdown: fails requests that are still incomplete. */
  ending?: ApiError;
  /** Malformed data followed the last complete request: sends the error response after all responses before it. */
  sendError?: () => void;
}

export interface Pipelines {
  /** Answers this request after all requests that arrived before it on the same connection. */
  add(socket: Socket, exchange: Exchange): void;
  /** Reports malformed data or a timeout. `sendError` is called if the error belongs to no request. */
  fail(socket: Socket, error: ApiError, sendError: () => void): void;
  /**
   * Graceful shutdown: answers complete requests, then closes the connection. A request with an incomplete body fails
   * with the error. Idle connections are closed at once.
   */
  end(socket: Socket, error: ApiError): void;
}

/**
 * HTTP pipelining: runs the requests of one connection one after another. Node would start all pipelined requests at
 * once, so a single connection could take any share of the service.
 */
export function createPipelines(respond: Respond): Pipelines {
  const connections = new WeakMap<Socket, Connection>();
  const startTogether = createStarter();
  let waitingInAll = 0;

  const run = (socket: Socket, connection: Connection, exchange: Exchange) => {
    if (connection.ending) {
      socket.setTimeout(0);
      if (!exchange.request.isComplete) exchange.request.failBody(connection.ending);
    }
    void respond(exchange).then(({ keepsConnection }) => {
      if (exchange === connection.latest) connection.isLatestAnswered = true;
      if (keepsConnection && !exchange.request.isFaulty && !socket.destroyed) {
        if (socket.writableLength === 0) return runNext(socket, connection, exchange);
        // Started after this response is written; otherwise a client that reads nothing would fill memory.
        return onceWritten(exchange, () => runNext(socket, connection, exchange));
      }
      // Requests after a closing response are dropped: the client may retry them (RFC 9112, 9.3.2).
      dropWaiting(connection);
      onceWritten(exchange, () => closeConnection(socket));
    });
  };
  const runNext = (socket: Socket, connection: Connection, before: Exchange) => {
    if (socket.destroyed) return;
    const next = connection.waiting.shift();
    if (next) waitingInAll -= 1;
    if (connection.isHeld && connection.waiting.length < MAX_PIPELINED) {
      connection.isHeld = false;
      socket.resume();
    }
    // In a separate turn; otherwise a thousand quick requests of one client are answered before anything else.
    if (next) return startTogether(() => socket.destroyed || run(socket, connection, next));
    connection.isBusy = false;
    if (connection.sendError) onceWritten(before, connection.sendError);
    else if (connection.ending) closeConnection(socket);
  };
  const wait = (socket: Socket, connection: Connection, exchange: Exchange) => {
    connection.waiting.push(exchange);
    waitingInAll += 1;
    if (connection.waiting.length < MAX_PIPELINED) return;
    connection.isHeld = true;
    socket.pause();
    if (waitingInAll > MAX_WAITING_TOTAL) socket.destroy();
  };
  const dropWaiting = (connection: Connection) => {
    waitingInAll -= connection.waiting.length;
    connection.waiting.length = 0;
  };
  const open = (socket: Socket, latest: Exchange): Connection => {
    const connection: Connection = { isBusy: false, isHeld: false, waiting: [], latest, isLatestAnswered: false };
    connections.set(socket, connection);
    // Node resumes the socket at the end of every request that it parses.
    socket.on('resume', () => {
      if (connection.isHeld && !isClosing(socket)) socket.pause();
    });
    socket.once('close', () => dropWaiting(connection));
    return connection;
  };

  return {
    add(socket, exchange) {
      // The connection closes after its last response: a later request would be executed without a response.
      if (socket.destroyed || isClosing(socket)) return;
      const connection = connections.get(socket) ?? open(socket, exchange);
      connection.latest = exchange;
      connection.isLatestAnswered = false;
      if (connection.isBusy) return wait(socket, connection, exchange);
      connection.isBusy = true;
      startTogether(() => run(socket, connection, exchange));
    },
    fail(socket, error, sendError) {
      const connection = connections.get(socket);
      if (!connection) return sendError();
      const { latest } = connection;
      if (latest.request.isFaulty) return;
      if (!latest.request.isComplete) failIncomplete(socket, connection, latest, error);
      else if (connection.isBusy) connection.sendError = sendError;
      else onceWritten(latest, sendError);
    },
    end(socket, error) {
      if (isClosing(socket)) return;
      const connection = connections.get(socket);
      if (!connection || (connection.latest.request.isComplete && !connection.isBusy)) return void socket.destroy();
      const { latest } = connection;
      connection.ending = error;
      if (socket.writableLength > 0) socket.setTimeout(STALLED_AT_SHUTDOWN_MS);
      if (!latest.request.isComplete) failIncomplete(socket, connection, latest, error);
    },
  };
}

/** Requests started in one turn of the event loop. More would hold up timers. */
const MAX_STARTED_TOGETHER = 16;

/**
 * Starts requests at the end of the turn in which they arrive: parsing all before answering any keeps the CPU caches
 * warm. With 64 connections on SQLite, GET /api/me takes a third less CPU and POST /api/refresh half, on PostgreSQL 3 %
 * and 15 % less (arm64).
 */
function createStarter(): (start: () => void) => void {
  const arrived: (() => void)[] = [];
  const startArrived = () => {
    const starting = arrived.splice(0, MAX_STARTED_TOGETHER);
    if (arrived.length > 0) setImmediate(startArrived);
    for (const start of starting) start();
  };
  return (start) => {
    if (arrived.push(start) === 1) setImmediate(startArrived);
  };
}

function failIncomplete(socket: Socket, connection: Connection, latest: Exchange, error: ApiError): void {
  // If the response was sent without reading the body, the rest of that body never arrives.
  if (connection.isLatestAnswered) onceWritten(latest, () => closeConnection(socket));
  else latest.request.failBody(error);
}

/** Closes the connection of a client that does not read its response. */
const STALLED_TIMEOUT_MS = 30_000;
const STALLED_AT_SHUTDOWN_MS = 1000;

/** Runs the action once this response, and so every earlier one on the connection, is written. */
function onceWritten({ response }: Exchange, action: () => void): void {
  if (response.writableFinished || response.destroyed) {
    action();
    return;
  }
  response.socket?.setTimeout(STALLED_TIMEOUT_MS);
  response.once('close', action);
}
