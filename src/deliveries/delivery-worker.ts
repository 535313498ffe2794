import type { Logger } from 'pino';
import type { Timers } from '../lib/timers.ts';
import type { Store } from '../store/commit.ts';
import { DatabaseLost } from '../store/engine/outage-log.ts';
import * as deliveries from '../store/queues/deliveries.ts';

/** Rejects if the delivery has not arrived. The signal aborts the attempt when the service stops. */
export type Deliver = (delivery: deliveries.ClaimedDelivery, signal: AbortSignal) => Promise<void>;

interface DeliveryWorkerParts {
  readonly db: Store;
  /** By kind. Other kinds stay in the queue. */
  readonly deliver: Readonly<Record<string, Deliver>>;
  readonly log: Logger;
  readonly timers: Timers;
}

export interface DeliveryWorker {
  start(): void;
  /** Aborts the deliveries in progress. They stay in the database and are retried after the next start. */
  stop(): Promise<void>;
}

/** The interval of polling, because other instances cannot wake this one's worker. */
export const POLL_EVERY_MS = 1000;
/** The lease, longer than any delivery takes. */
const LEASE_MS = 60_000;
/** One delivery at a time per receiver, so that one that does not answer blocks no other. */
const MAX_RECEIVERS = 50;
/** The wait after each failed attempt; the last is repeated. */
const BACKOFF_MS = [5, 30, 120, 600, 1800, 3600].map((seconds) => seconds * 1000);
const GIVEN_UP_AFTER_MS = 24 * 3600_000;
const GIVE_UP_EVERY_MS = 60_000;

/** Retries each delivery until it has arrived or is a day old, however often it was attempted. */
export function createDeliveryWorker({ db, deliver, log, timers }: DeliveryWorkerParts): DeliveryWorker {
  const kinds = Object.keys(deliver);
  const running = new Set<Promise<void>>();
  let looking: Promise<void> | undefined;
  let givingUp: Promise<void> | undefined;
  const stopping = new AbortController();
  const cancels: (() => void)[] = [];

  function look(): void {
    if (stopping.signal.aborted) return;
    looking ??= claimAndBegin().finally(() => {
      looking = undefined;
    });
  }

  async function claimAndBegin(): Promise<void> {
    try {
      for (const delivery of await deliveries.claim(db, kinds, LEASE_MS, MAX_RECEIVERS)) begin(delivery);
    } catch (error) {
      if (!(error instanceof DatabaseLost)) log.error({ err: error }, 'cannot read deliveries');
    }
  }

  function begin(delivery: deliveries.ClaimedDelivery): void {
    const task = carryOut(delivery)
      .catch((error: unknown) => {
        // It is retried when its lease ends.
        if (!(error instanceof DatabaseLost)) log.error({ err: error }, 'cannot store the result of a delivery');
      })
      .finally(() => {
        running.delete(task);
        look();
      });
    running.add(task);
  }

  async function carryOut(delivery: deliveries.ClaimedDelivery): Promise<void> {
    const { kind, receiver, attempts: attempt } = delivery;
    try {
      await deliver[kind]?.(delivery, stopping.signal);
    } catch (err) {
      if (stopping.signal.aborted) return deliveries.release(db, delivery);
      log.warn({ kind, receiver, attempt, err }, 'delivery failed');
      return void (await deliveries.postpone(db, delivery, backoffMs(attempt)));
    }
    await deliveries.remove(db, delivery);
  }

  function giveUp(): void {
    if (stopping.signal.aborted) return;
    givingUp ??= removeOverdue().finally(() => {
      givingUp = undefined;
    });
  }

  async function removeOverdue(): Promise<void> {
    try {
      const overdue = await deliveries.removeOverdue(db, kinds, GIVEN_UP_AFTER_MS);
      for (const [receiver, given = []] of Object.entries(Object.groupBy(overdue, (one) => one.receiver)))
        log.error({ kind: given[0]?.kind, receiver, count: given.length }, 'delivery given up');
    } catch (error) {
      if (!(error instanceof DatabaseLost)) log.error({ err: error }, 'cannot remove old deliveries');
    }
  }

  return {
    start() {
      cancels.push(timers.every(POLL_EVERY_MS, look), timers.every(GIVE_UP_EVERY_MS, giveUp));
    },
    async stop() {
      stopping.abort();
      for (const cancel of cancels) cancel();
      await Promise.all([looking, givingUp]);
      await Promise.all(running);
    },
  };
}

const backoffMs = (attempt: number): number => BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length) - 1] ?? 0;
