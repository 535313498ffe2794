import { hash } from 'node:crypto';
import type { Requester } from '../../lib/requester.ts';
import type { AuditEvent } from '../../store/audit/event-types.ts';
import { byOwner } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { optional, orThrow, type Statement } from '../../store/engine/database.ts';
import { EMAIL_KINDS, type LimitedKind } from '../../store/queues/outbox.ts';
import * as throttles from '../../store/tables/throttles.ts';
import { Refusal } from '../refusal.ts';

const WINDOW_MS = 15 * 60 * 1000;
/** How long a client is blocked at the limit, and after each further wrong password. The last value repeats. */
const BLOCK_MINUTES = [1, 2, 4, 8, 16, 32, 60];
const guesses = throttles.createGuessCounter(BLOCK_MINUTES);
export const EMAIL_REFILL_MS = 60 * 1000;

interface ThrottleLimits {
  /** Failed passwords per account and client within a quarter of an hour; 0 switches the limit off. */
  readonly failedLogins: number;
  /** E-mails per address and kind in quick succession, refilled one a minute; 0 switches the limit off. */
  readonly emailBurst: number;
  /** Maps an address to the client that limits count (an IPv6 /64 is one client). */
  readonly clientAt: (address: string) => string;
}

interface Failure {
  readonly event: AuditEvent;
  /** Null if no account has that e-mail address. */
  readonly userId: number | null;
}

/** Counts since startup, for the metrics. */
export interface ThrottleCounters {
  passwords: number;
  emails: number;
}

export interface Throttle {
  /** Requests refused, and e-mails held back, by a limit. */
  readonly counters: ThrottleCounters;
  /** Refuses while this client is blocked for this account. */
  refuseIfBlocked(account: string, requester: Requester): Promise<void>;
  /**
   * Called after each password check, before the client is answered. Refuses right and wrong passwords if the limit was
   * reached meanwhile, so that parallel guesses gain nothing. Counts and records a failure in one transaction.
   */
  recordGuess(account: string, requester: Requester, failure: Failure | undefined): Promise<void>;
  /** Uses one e-mail of the quota of an address, or refuses the change. Returns no statement without a limit. */
  useEmailQuota(kind: LimitedKind, address: string): Statement[];
  /** Counts an e-mail that is never refused. */
  addToEmailQuota(kind: LimitedKind, address: string): Statement[];
  /** The result of the change, or undefined if the quota refused it. */
  ifWithinQuota<T>(sending: Promise<T>): Promise<T | undefined>;
}

export interface EmailServices {
  readonly db: Store;
  readonly throttle: Throttle;
}

/** The limit refills one e-mail a minute. */
export const TOO_MANY_EMAILS = new Refusal('too_many_emails', { retryAfterSeconds: EMAIL_REFILL_MS / 1000 });

export function createThrottle(db: Store, { failedLogins, emailBurst, clientAt }: ThrottleLimits): Throttle {
  const limitOf = (account: string, { address }: Requester): throttles.GuessLimit => ({
    key: guessLimitKey(account, clientAt(address ?? '')),
    failures: failedLogins,
    windowMs: WINDOW_MS,
  });
  const counters: ThrottleCounters = { passwords: 0, emails: 0 };
  const refuseFor = (waitMs: number) => {
    if (waitMs <= 0) return;
    counters.passwords += 1;
    const guessLimit = { failures: failedLogins, windowSeconds: WINDOW_MS / 1000 };
    const retryAfterSeconds = Math.ceil(waitMs / 1000);
    throw new Refusal('too_many_attempts', { reason: 'wrong_passwords', retryAfterSeconds, guessLimit });
  };
  const throttle: Throttle = {
    counters,
    async refuseIfBlocked(account, requester) {
      if (failedLogins === 0) return;
      refuseFor(await guesses.blockedForMs(db, limitOf(account, requester)));
    },
    async recordGuess(account, requester, failure) {
      if (failedLogins === 0) {
        if (failure) await db.commit(byOwner(requester), change(event(failure.event, failure.userId), {}));
        return;
      }
      // Right and wrong passwords run the same query, so that its duration reveals nothing.
      const limit = limitOf(account, requester);
      refuseFor(await guesses.blockedForMs(db, limit, { inTurn: true }));
      if (!failure) return;
      const { event: eventType, userId } = failure;
      // Throws Conflict if a concurrent failure reached the limit between the query and the count.
      await db.commit(
        byOwner(requester),
        change(
          event(eventType, userId),
          { failure: orThrow(guesses.countFailure(limit)) },
          { events: [event('throttled', throttles.reached(limit, userId))] },
        ),
      );
    },
    useEmailQuota(kind, address) {
      if (emailBurst === 0) return [];
      return [orThrow(throttles.take(keyOf('email', kind, address), emailBurst, EMAIL_REFILL_MS), TOO_MANY_EMAILS)];
    },
    addToEmailQuota: (kind, address) => throttle.useEmailQuota(kind, address).map(optional),
    async ifWithinQuota(sending) {
      try {
        return await sending;
      } catch (error) {
        if (error !== TOO_MANY_EMAILS) throw error;
        counters.emails += 1;
        return undefined;
      }
    },
  };
  return throttle;
}

/** How long failures are kept: the longest block, plus the window after it. */
export const GUESSES_COUNT_MS = Math.max(...BLOCK_MINUTES) * 60_000 + WINDOW_MS;

export const guessLimitKey = (account: string, client: string): string => keyOf('guess', account, client);

export const emailLimitKeys = (address: string): string[] => EMAIL_KINDS.map((kind) => keyOf('email', kind, address));

/** Hashed, so that the table holds no e-mail addresses of people without an account. */
const keyOf = (...parts: string[]): string => hash('sha256', parts.join('\n'), 'base64url');
