import { StacklessError } from '../runtime/stackless-error.ts';
import { createFairQueue } from './fair-queue.ts';

/** A client that waits for a hash. */
export interface WaitingClient {
  readonly isDisconnected: boolean;
  readonly requester: { readonly address: string | null };
}

export interface HashingLoad {
  readonly running: number;
  readonly waiting: number;
  /** Since the process started, like the others below. */
  readonly done: number;
  readonly refused: number;
  readonly abandoned: number;
}

/** The client disconnected before its turn came, so no hash was computed: nobody is there to be answered. */
export class ClientDisconnected extends StacklessError {}

/** Thrown when so many hashes are waiting that a new one could not be answered in reasonable time. */
export class HashingOverloaded extends StacklessError {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('password hashing is overloaded');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface HashingLimits {
  /** More at once than cores buys memory use, not throughput. */
  readonly concurrency: number;
  /** Handed to the threads although they are all at work: whichever is done first goes on at once, also while this one writes to the disk. */
  readonly prefetch: number;
  readonly maxWaiting: number;
  /** What counts as one client: hashes are computed for one client after the other. */
  readonly clientAt: (address: string) => string;
}

/** In a queue that is full, those who have gone are looked for, but not by everybody who is refused. */
const SWEEP_EVERY_MS = 50;

interface Waiting {
  readonly client: WaitingClient;
  begin(): void;
  giveUp(reason: ClientDisconnected | HashingOverloaded): void;
}

export function createHashingQueue({ concurrency, prefetch, maxWaiting, clientAt }: HashingLimits) {
  const places = concurrency + prefetch;
  const waiting = createFairQueue<Waiting>(maxWaiting);
  let taken = 0;
  let usualMs = 20;
  let sweptMs = Number.NEGATIVE_INFINITY;
  const counts = { done: 0, refused: 0, abandoned: 0 };
  const clientOf = ({ requester }: WaitingClient): string => clientAt(requester.address ?? '');

  const overloaded = () => {
    counts.refused += 1;
    // Those who come back by then find room, if no others take it.
    return new HashingOverloaded(Math.max(1, Math.ceil((maxWaiting * usualMs) / places / 1000)));
  };
  const turn = (client: WaitingClient) =>
    new Promise<void>((begin, giveUp) => {
      waiting.add(clientOf(client), { client, begin, giveUp })?.giveUp(overloaded());
    });
  /** The place is handed over rather than given back, so that nobody overtakes the queue. */
  const handOver = () => {
    for (;;) {
      const next = waiting.next();
      if (!next?.client.isDisconnected) {
        if (next) next.begin();
        else taken -= 1;
        return;
      }
      counts.abandoned += 1;
      next.giveUp(new ClientDisconnected());
    }
  };
  const forgetGone = () => {
    if (performance.now() - sweptMs < SWEEP_EVERY_MS) return;
    sweptMs = performance.now();
    const gone = waiting.removeAll(({ client }) => client.isDisconnected);
    counts.abandoned += gone.length;
    for (const { giveUp } of gone) giveUp(new ClientDisconnected());
  };

  const refuseWhenFull = (client: WaitingClient) => {
    if (taken < places || waiting.length < maxWaiting) return;
    forgetGone();
    if (!waiting.hasRoomFor(clientOf(client))) throw overloaded();
  };
  const inTurn = async <T>(client: WaitingClient, work: () => Promise<T>): Promise<T> => {
    refuseWhenFull(client);
    if (taken < places) taken += 1;
    else await turn(client);
    const beganMs = performance.now();
    try {
      return await work();
    } finally {
      counts.done += 1;
      usualMs += (performance.now() - beganMs - usualMs) / 16;
      handOver();
    }
  };
  return { refuseWhenFull, inTurn, load: () => ({ running: taken, waiting: waiting.length, ...counts }) };
}
