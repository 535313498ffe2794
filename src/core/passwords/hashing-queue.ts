import { StacklessError } from '../../lib/stackless-error.ts';
import { Refusal } from '../refusal.ts';
import { createFairQueue } from './fair-queue.ts';

/** The client that a password hash is computed for. */
export interface WaitingClient {
  readonly isDisconnected: boolean;
  readonly requester: { readonly address: string | null };
}

export interface HashingLoad {
  readonly running: number;
  readonly waiting: number;
  /** Counters since startup: `done`, `refused`, `abandoned`. */
  readonly done: number;
  readonly refused: number;
  readonly abandoned: number;
}

/** The client disconnected while it waited, so no hash was computed. */
export class ClientDisconnected extends StacklessError {}

export interface HashingLimits {
  /** Hashes computed at once. More than the number of cores costs memory without gaining throughput. */
  readonly concurrency: number;
  /** Jobs queued in the thread pool beyond `concurrency`, so that threads stay busy while the event loop is blocked. */
  readonly prefetch: number;
  readonly maxWaiting: number;
  /** Maps an address to the client that the fair queue counts (an IPv6 /64 is one client). */
  readonly clientAt: (address: string) => string;
}

/** A full queue is swept of disconnected clients at most this often, instead of for every refused request. */
const SWEEP_INTERVAL_MS = 50;

interface Waiting {
  readonly client: WaitingClient;
  start(): void;
  reject(reason: ClientDisconnected | Refusal): void;
}

/** A semaphore with a bounded fair queue in front of the thread pool. */
export function createHashingQueue({ concurrency, prefetch, maxWaiting, clientAt }: HashingLimits) {
  const slots = concurrency + prefetch;
  const waiting = createFairQueue<Waiting>(maxWaiting);
  let usedSlots = 0;
  let averageMs = 20;
  let sweptAtMs = Number.NEGATIVE_INFINITY;
  const counts = { done: 0, refused: 0, abandoned: 0 };
  const clientOf = ({ requester }: WaitingClient): string => clientAt(requester.address ?? '');

  const overloaded = () => {
    counts.refused += 1;
    // Retry-After: the time it takes to work off a full queue.
    const retryAfterSeconds = Math.max(1, Math.ceil((maxWaiting * averageMs) / slots / 1000));
    return new Refusal('overloaded', { retryAfterSeconds });
  };
  const waitForSlot = (client: WaitingClient) =>
    new Promise<void>((start, reject) => {
      waiting.add(clientOf(client), { client, start, reject })?.reject(overloaded());
    });
  /** Passes the slot directly to the next waiting client, so that a new request cannot overtake the queue. */
  const releaseSlot = () => {
    for (;;) {
      const next = waiting.next();
      if (!next?.client.isDisconnected) {
        if (next) next.start();
        else usedSlots -= 1;
        return;
      }
      counts.abandoned += 1;
      next.reject(new ClientDisconnected());
    }
  };
  const dropDisconnected = () => {
    if (performance.now() - sweptAtMs < SWEEP_INTERVAL_MS) return;
    sweptAtMs = performance.now();
    const disconnected = waiting.removeAll(({ client }) => client.isDisconnected);
    counts.abandoned += disconnected.length;
    for (const { reject } of disconnected) reject(new ClientDisconnected());
  };

  const refuseWhenFull = (client: WaitingClient) => {
    if (usedSlots < slots || waiting.length < maxWaiting) return;
    dropDisconnected();
    if (!waiting.hasPlaceFor(clientOf(client))) throw overloaded();
  };
  const inTurn = async <T>(client: WaitingClient, work: () => Promise<T>): Promise<T> => {
    refuseWhenFull(client);
    if (usedSlots < slots) usedSlots += 1;
    else await waitForSlot(client);
    const startedAtMs = performance.now();
    try {
      return await work();
    } finally {
      counts.done += 1;
      averageMs += (performance.now() - startedAtMs - averageMs) / 16;
      releaseSlot();
    }
  };
  return { refuseWhenFull, inTurn, load: () => ({ running: usedSlots, waiting: waiting.length, ...counts }) };
}
