import { hash } from 'node:crypto';
import type { Requester } from '../network/requester.ts';
import { record, recordThrottled } from '../store/audit.ts';
import type { AuditEvent } from '../store/audit-events.ts';
import type { Database, Statement } from '../store/database.ts';
import { EMAIL_KINDS, type EmailKind } from '../store/outbox.ts';
import * as throttles from '../store/throttles.ts';
import { Refusal } from './refusal.ts';

const WINDOW_MS = 15 * 60 * 1000;
/** How long a client is blocked at the limit, and after each wrong password following a block. The last one repeats. */
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
  /** Null when there is no account with that e-mail. */
  readonly userId: number | null;
}

/** Counts since the process started, for the metrics. */
export interface ThrottleCounters {
  passwords: number;
  emails: number;
}

export interface Throttle {
  /** Requests that a limit has refused, and e-mails that it has held back. Whoever takes an e-mail counts it. */
  readonly counters: ThrottleCounters;
  /** Refuses while this client is blocked for this account. */
  refuseIfBlocked(account: string, requester: Requester): Promise<void>;
  /**
   * Called after each password check, before the client is answered. Refuses right and wrong ones when the limit was
   * reached meanwhile: parallel guesses gain nothing. A failure is counted and audited in one transaction.
   */
  recordGuess(account: string, requester: Requester, failure: Failure | undefined): Promise<void>;
  /** Takes one e-mail from the token bucket of this address: goes before the outbox row. Empty without a limit. */
  takeEmail(kind: EmailKind, address: string): Statement[];
  /** Counts a request that was not done for lack of one, where whoever sent it is told so. One more a minute is allowed. */
  refuseForEmails(): never;
}

export function createThrottle(db: Database, { failedLogins, emailBurst, clientAt }: ThrottleLimits): Throttle {
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
  return {
    counters,
    async refuseIfBlocked(account, requester) {
      if (failedLogins === 0) return;
      refuseFor(await guesses.blockedForMs(db, limitOf(account, requester)));
    },
    async recordGuess(account, requester, failure) {
      if (failedLogins === 0) {
        if (failure) await db.batch([record(failure.event, failure.userId, requester)]);
        return;
      }
      // The same query for right and wrong passwords, so that its duration tells nothing.
      const limit = limitOf(account, requester);
      refuseFor(await guesses.blockedForMs(db, limit, { inTurn: true }));
      if (!failure) return;
      const { event, userId } = failure;
      const counted = await db.batch([
        { ...guesses.countFailure(limit), required: true },
        record(event, userId, requester),
        recordThrottled(limit.key, failedLogins, userId, requester),
      ]);
      // A concurrent failure reached the limit between the query and the count.
      if (!counted) refuseFor(Math.max(1, await guesses.blockedForMs(db, limit)));
    },
    takeEmail(kind, address) {
      if (emailBurst === 0) return [];
      return [{ ...throttles.take(keyOf('email', kind, address), emailBurst, EMAIL_REFILL_MS), required: true }];
    },
    refuseForEmails() {
      counters.emails += 1;
      throw new Refusal('too_many_emails', { retryAfterSeconds: EMAIL_REFILL_MS / 1000 });
    },
  };
}

/** Longer than failures count: the longest block, and the window after it. */
export const GUESSES_COUNT_MS = Math.max(...BLOCK_MINUTES) * 60_000 + WINDOW_MS;

/** The key of the limit of wrong passwords of this account from there. */
export const guessLimitKey = (account: string, client: string): string => keyOf('guess', account, client);

/** The keys of the limits of e-mails to this address. */
export const emailLimitKeys = (address: string): string[] => EMAIL_KINDS.map((kind) => keyOf('email', kind, address));

/** Hashed, so that the table holds no e-mail addresses of people without an account. */
const keyOf = (...parts: string[]): string => hash('sha256', parts.join('\n'), 'base64url');
