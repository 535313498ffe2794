import type { Timers } from '../lib/timers.ts';
import { DatabaseLost } from '../store/engine/outage-log.ts';
import * as outbox from '../store/queues/outbox.ts';
import { KINDS } from '../store/tables/email-kinds.ts';
import { createDelivery, type DeliveryParts, LEASE_MS, type MailCounters } from './delivery.ts';
import { createMailOutage } from './mail-outage.ts';

/**
 * How many e-mails one worker sends concurrently. E-mails that failed before have separate slots, so that they never
 * block new ones; so do the rows of addresses without an account, so that a flood of them delays no e-mail.
 */
const SLOTS: Required<outbox.Lanes> = { untried: 6, tried: 4, void: 6 };
/** A request wakes the worker of its process; polling finds e-mails of other processes. */
const POLL_EVERY_MS = 5000;
const MIN_SLEEP_MS = 50;
/** The shortest time between two claims, each a write: e-mails committed in quick succession are claimed together. */
const MIN_CLAIM_INTERVAL_MS = 20;
/** How long transmissions in progress may take to finish when the service stops. */
const STOP_GRACE_MS = 3000;
const MAX_SETTLING_MS = 2000;

export interface MailWorker {
  readonly counters: Readonly<MailCounters>;
  /** Whether the mail server is unreachable: e-mails wait, and one at a time is tried. */
  isServerDown(): boolean;
  start(): void;
  /** Claims due e-mails now: an e-mail was committed. */
  wake(): void;
  /** Resolves when every e-mail that was committed before has been tried, or after a timeout. */
  settled(): Promise<void>;
  /** Finishes or aborts the transmissions in progress; waiting e-mails stay in the database. */
  stop(): Promise<void>;
}

export function createMailWorker(parts: DeliveryParts): MailWorker {
  const { db, log, transport, timers } = parts;
  const counters: MailCounters = { sent: 0, delayed: 0, dead: 0, superseded: 0 };
  let latestClaim: Promise<unknown> = Promise.resolve();
  const deliver = createDelivery(parts, counters, () => latestClaim);
  const outage = createMailOutage(timers);
  const alarm = createAlarm(timers);
  const running = new Map<number, { email: outbox.ClaimedEmail; task: Promise<void> }>();
  const busy = { untried: 0, tried: 0, void: 0, probes: 0 };
  const observers: (() => void)[] = [];
  let begun = 0;
  let foundAll = true;
  let stopping = false;
  const stopRequested = Promise.withResolvers<void>();
  let finished: Promise<void> = Promise.resolve();
  let givenUp: Promise<void> = Promise.resolve();

  async function work(): Promise<void> {
    while (!stopping) {
      alarm.reset();
      // Only a claim that begins after the call of settled(), and finds nothing, may resolve it.
      const asking = observers.splice(0);
      begun = 0;
      const lookedMs = timers.nowMs();
      const idleMs = await step();
      if (begun + running.size === 0) for (const tell of asking) tell();
      else observers.push(...asking);
      await alarm.sleep(idleMs);
      const earlyMs = MIN_CLAIM_INTERVAL_MS - (timers.nowMs() - lookedMs);
      if (foundAll && earlyMs > 0 && !stopping) await Promise.race([passed(timers, earlyMs), stopRequested.promise]);
    }
  }
  /** Starts the e-mails that are due; resolves with the time until the next claim. */
  async function step(): Promise<number> {
    const free = freeSlotsNow();
    // When a slot becomes free, the alarm wakes the worker.
    if (free.untried + free.tried === 0) return outage.isOn() && busy.probes === 0 ? outage.probeInMs() : POLL_EVERY_MS;
    try {
      const claim = claimAndBegin(free);
      latestClaim = claim.catch(() => {});
      await claim;
      const isFull = busy.probes > 0 || busy.untried >= SLOTS.untried || busy.tried >= SLOTS.tried;
      const dueInMs = (isFull ? undefined : await outbox.nextDueInMs(db)) ?? POLL_EVERY_MS;
      return Math.min(Math.max(dueInMs, MIN_SLEEP_MS), POLL_EVERY_MS);
    } catch (error) {
      if (!(error instanceof DatabaseLost)) log.error({ err: error }, 'cannot read the outbox');
      return POLL_EVERY_MS;
    }
  }
  async function claimAndBegin(free: outbox.Lanes): Promise<void> {
    const claimed = await outbox.claim(db, free, LEASE_MS);
    foundAll = claimed.filter(({ state }) => state === 'waiting').length < free.untried;
    for (const email of claimed) begin(email);
  }
  function freeSlotsNow(): outbox.Lanes {
    const freeVoid = SLOTS.void - busy.void;
    if (!outage.isOn()) {
      return { untried: SLOTS.untried - busy.untried, tried: SLOTS.tried - busy.tried, void: freeVoid };
    }
    const probes = busy.probes === 0 && outage.probeInMs() === 0 ? 1 : 0;
    return { untried: probes, tried: probes, void: Math.min(probes, freeVoid) };
  }
  function begin(email: outbox.ClaimedEmail): void {
    // The clock jumped, or the database was unavailable for longer than the lease: the transmission continues.
    const underWay = running.get(email.id);
    if (underWay) {
      underWay.email.attempts = email.attempts;
      return;
    }
    const lane = email.state === 'void' ? 'void' : email.attempts === 1 ? 'untried' : 'tried';
    const isProbe = outage.isOn() && lane !== 'void';
    busy[lane] += 1;
    begun += 1;
    if (isProbe) busy.probes += 1;
    const task = carryOut(email).finally(() => {
      busy[lane] -= 1;
      if (isProbe) busy.probes -= 1;
      running.delete(email.id);
      alarm.ring();
    });
    running.set(email.id, { email, task });
  }
  async function carryOut(email: outbox.ClaimedEmail): Promise<void> {
    const epoch = outage.epoch();
    const { server, reason = '' } = await deliver(email);
    if (server === 'answered') {
      if (outage.isOn()) log.info('the mail server is back');
      outage.end();
    }
    // Not awaited: if this e-mail came due again, it would count as running and wait for a whole lease.
    if (server === 'away' && !stopping && outage.attemptFailed(epoch))
      givenUp = givenUp.then(() => giveUpOverdue(reason));
  }
  async function giveUpOverdue(reason: string): Promise<void> {
    for (const kind of outbox.EMAIL_KINDS) {
      const givenUp = await outbox.giveUpOlder(db, kind, KINDS[kind].givenUpAfterMs, reason).catch(() => []);
      for (const { id, attempts } of givenUp) log.error({ emailId: id, kind, attempt: attempts }, 'e-mail given up');
      counters.dead += givenUp.length;
    }
  }

  return {
    counters,
    isServerDown: outage.isOn,
    wake: alarm.ring,
    start() {
      finished = work();
    },
    settled() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const cancel = timers.after(MAX_SETTLING_MS, resolve);
      observers.push(() => {
        cancel();
        resolve();
      });
      alarm.ring();
      return promise;
    },
    async stop() {
      stopping = true;
      stopRequested.resolve();
      alarm.ring();
      await finished;
      const cancelCutOff = timers.after(STOP_GRACE_MS, () => void transport.close());
      await Promise.all([...running.values()].map(({ task }) => task));
      await givenUp;
      cancelCutOff();
      await transport.close();
    },
  };
}

const passed = (timers: Timers, ms: number) => new Promise<void>((resolve) => void timers.after(ms, resolve));

/** An interruptible sleep. A call of ring() just before it counts too. */
function createAlarm(timers: Timers) {
  let rung = false;
  let interrupt = () => {};
  return {
    reset() {
      rung = false;
    },
    ring() {
      rung = true;
      interrupt();
    },
    async sleep(ms: number): Promise<void> {
      if (rung) return;
      await new Promise<void>((resolve) => {
        const cancel = timers.after(ms, resolve);
        interrupt = () => {
          cancel();
          resolve();
        };
      });
    },
  };
}
