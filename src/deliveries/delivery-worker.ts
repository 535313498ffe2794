import type { Logger } from 'pino';
import type { Timers } from '../lib/timers.ts';
import type { Database } from '../store/engine/database.ts';
import { DatabaseLost } from '../store/engine/outage-log.ts';
import * as deliveries from '../store/tables/deliveries.ts';

/** Rejects when it has not arrived. The signal ends the attempt, because the service stops. */
export type Deliver = (delivery: deliveries.ClaimedDelivery, signal: AbortSignal) => Promise<void>;

export interface DeliveryWorkerParts {
  readonly db: Database;
  readonly deliver: Readonly<Record<deliveries.DeliveryKind, Deliver>>;
  readonly log: Logger;
  readonly timers: Timers;
}

export interface DeliveryWorker {
  start(): void;
  /** Ends what is under way; it stays in the database, and the next start tries it again. */
  stop(): Promise<void>;
}

/** What is to be delivered is written by triggers, which wake nobody. */
export const LOOK_EVERY_MS = 1000;
/** Longer than a delivery can take. */
const LEASE_MS = 60_000;
/** One for each receiver, so that whoever does not answer holds up nobody else. */
const MOST_RECEIVERS = 50;
/** After each failed attempt; the last one is repeated. */
const WAITS_MS = [5, 30, 120, 600, 1800, 3600].map((seconds) => seconds * 1000);
const GIVEN_UP_AFTER_MS = 24 * 3600_000;
const GIVE_UP_EVERY_MS = 60_000;

/**
 * Brings what the table of deliveries holds to its receivers, one at a time each, until it has arrived or is a day old,
 * however often it was tried itself.
 */
export function createDeliveryWorker({ db, deliver, log, timers }: DeliveryWorkerParts): DeliveryWorker {
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
      for (const delivery of await deliveries.claim(db, LEASE_MS, MOST_RECEIVERS)) begin(delivery);
    } catch (error) {
      if (!(error instanceof DatabaseLost)) log.error({ err: error }, 'deliveries cannot be read');
    }
  }

  function begin(delivery: deliveries.ClaimedDelivery): void {
    const task = carryOut(delivery)
      .catch((error: unknown) => {
        // Its lease ends, and it is tried again.
        if (!(error instanceof DatabaseLost)) log.error({ err: error }, 'the result of a delivery cannot be written');
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
      await deliver[kind](delivery, stopping.signal);
    } catch (err) {
      if (stopping.signal.aborted) return deliveries.release(db, delivery);
      log.warn({ kind, receiver, attempt, err }, 'delivery failed');
      return void (await deliveries.postpone(db, delivery, waitMs(attempt)));
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
      const overdue = await deliveries.removeOverdue(db, GIVEN_UP_AFTER_MS);
      for (const [receiver, given = []] of Object.entries(Object.groupBy(overdue, (one) => one.receiver)))
        log.error({ kind: given[0]?.kind, receiver, count: given.length }, 'delivery given up');
    } catch (error) {
      if (!(error instanceof DatabaseLost)) log.error({ err: error }, 'old deliveries cannot be removed');
    }
  }

  return {
    start() {
      cancels.push(timers.every(LOOK_EVERY_MS, look), timers.every(GIVE_UP_EVERY_MS, giveUp));
    },
    async stop() {
      stopping.abort();
      for (const cancel of cancels) cancel();
      await Promise.all([looking, givingUp]);
      await Promise.all(running);
    },
  };
}

const waitMs = (attempt: number): number => WAITS_MS[Math.min(attempt, WAITS_MS.length) - 1] ?? 0;
