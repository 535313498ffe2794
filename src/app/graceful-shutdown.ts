import { setTimeout } from 'node:timers/promises';
import type { HttpServer } from '../http/server.ts';

/** How long the phases of a graceful shutdown last. */
export interface StopTime {
  /** Phase 1: /readyz answers 503 while everything else is served, so that load balancers stop sending traffic. */
  readonly noticeMs: number;
  /** Phase 2: the port is closed and answers say `connection: close`. At its end idle connections are closed. */
  readonly drainMs: number;
}

export const AT_ONCE: StopTime = { noticeMs: 0, drainMs: 0 };

/**
 * Finishes the requests in progress and closes all connections. /readyz fails already; `onPortsClosed` adds
 * `connection: close` to responses. With time for both phases, no client loses a request.
 */
export async function shutDown(
  servers: readonly HttpServer[],
  { noticeMs, drainMs }: StopTime,
  onPortsClosed: () => void,
): Promise<void> {
  await waitUntilDrained(servers, noticeMs);
  // The port closes before `connection: close` makes clients reconnect: a connection opened just then would be lost,
  // and while keep-alive connections stay open a proxy hardly opens new ones.
  for (const server of servers) server.stopListening();
  onPortsClosed();
  await waitUntilDrained(servers, drainMs);
  await Promise.all(servers.map((server) => server.close()));
}

export const connectionsOf = async (servers: readonly HttpServer[]): Promise<number> =>
  (await Promise.all(servers.map((server) => server.connections()))).reduce((a, b) => a + b);

const DRAIN_POLL_INTERVAL_MS = 20;

async function waitUntilDrained(servers: readonly HttpServer[], withinMs: number): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  while (performance.now() < deadlineMs && (await connectionsOf(servers)) > 0) await setTimeout(DRAIN_POLL_INTERVAL_MS);
}
