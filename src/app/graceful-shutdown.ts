import { setTimeout } from 'node:timers/promises';
import type { HttpServer } from '../http/server.ts';

/** How long the phases of a graceful shutdown last. */
export interface StopTime {
  /** First /readyz answers 503, and everything else is served as before: load balancers stop sending traffic. */
  readonly noticeMs: number;
  /** Then the port is closed and answers say `connection: close`; after this time idle connections are closed. */
  readonly drainMs: number;
}

export const AT_ONCE: StopTime = { noticeMs: 0, drainMs: 0 };

/**
 * Finishes the requests in progress and closes all connections. The caller has made /readyz fail before;
 * `onPortsClosed` makes responses carry `connection: close`. With time for both phases, no client loses a request.
 */
export async function shutDown(
  servers: readonly HttpServer[],
  { noticeMs, drainMs }: StopTime,
  onPortsClosed: () => void,
): Promise<void> {
  await waitUntilDrained(servers, noticeMs);
  // The port is closed before `connection: close` makes clients reconnect: a connection made just as it closes would be
  // lost, and while keep-alive connections stay open a proxy opens hardly any new one.
  for (const server of servers) server.stopListening();
  onPortsClosed();
  await waitUntilDrained(servers, drainMs);
  await Promise.all(servers.map((server) => server.close()));
}

/** The number of open connections. */
export const connectionsOf = async (servers: readonly HttpServer[]): Promise<number> =>
  (await Promise.all(servers.map((server) => server.connections()))).reduce((a, b) => a + b);

const DRAIN_POLL_INTERVAL_MS = 20;

async function waitUntilDrained(servers: readonly HttpServer[], withinMs: number): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  while (performance.now() < deadlineMs && (await connectionsOf(servers)) > 0) await setTimeout(DRAIN_POLL_INTERVAL_MS);
}
