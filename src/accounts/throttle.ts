import { hash } from 'node:crypto';
import type { Requester } from '../runtime/requester.ts';
import { StacklessError } from '../runtime/stackless-error.ts';
import { type AuditEvent, record, recordThrottled } from '../store/audit.ts';
import type { Database, Statement } from '../store/database.ts';
import type { EmailKind } from '../store/outbox.ts';
import * as throttles from '../store/throttles.ts';

const WINDOW_MS = 15 * 60 * 1000;
const EMAIL_REFILL_MS = 60 * 1000;

export interface ThrottleLimits {
  /** Failed passwords per account and client within a quarter of an hour; 0 switches the limit off. */
  readonly failedLogins: number;
  /** E-mails per address and kind in quick succession, refilled one a minute; 0 switches the limit off. */
  readonly emailBurst: number;
  /** What counts as one client. */
  readonly clientAt: (address: string) => string;
}

/** Thrown while a client has guessed too often at an account. */
export class TooManyGuesses extends StacklessError {
  readonly retryAfterSeconds: number;
  /** So many wrong passwords within the window are too many. */
  readonly limit: number;
  readonly windowSeconds = WINDOW_MS / 1000;
  constructor(retryAfterSeconds: number, limit: number) {
    super('too many wrong passwords');
    this.retryAfterSeconds = retryAfterSeconds;
    this.limit = limit;
  }
}

export interface Failure {
  readonly event: AuditEvent;
  /** Null when nobody has that e-mail. */
  readonly userId: number | null;
}

export interface Throttle {
  /** Throws `TooManyGuesses` while this client has guessed too often at this account. */
  refuseGuessing(account: string, requester: Requester): Promise<void>;
  /**
   * To be asked about every guess once it is known to be right (no failure) or wrong, before anything is told of it. Throws the
   * same for both when the limit was reached meanwhile, so that guesses sent all at once gain nothing over guesses sent one
   * by one. A failure is counted and recorded in one write, the same for a stranger as for an account.
   */
  judgeGuess(account: string, requester: Requester, failure: Failure | undefined): Promise<void>;
  /** To stand before the e-mail in the batch that causes it; empty when there is no limit. */
  takeEmail(kind: EmailKind, address: string): Statement[];
}

export function createThrottle(db: Database, { failedLogins, emailBurst, clientAt }: ThrottleLimits): Throttle {
  const limitOf = (account: string, { address }: Requester): throttles.GuessLimit => ({
    key: keyOf('guess', account, clientAt(address ?? '')),
    failures: failedLogins,
    windowMs: WINDOW_MS,
  });
  const refuseFor = (waitMs: number) => {
    if (waitMs > 0) throw new TooManyGuesses(Math.ceil(waitMs / 1000), failedLogins);
  };
  return {
    async refuseGuessing(account, requester) {
      if (failedLogins === 0) return;
      refuseFor(await throttles.blockedForMs(db, limitOf(account, requester)));
    },
    async judgeGuess(account, requester, failure) {
      if (failedLogins === 0) {
        if (failure) await db.batch([record(failure.event, failure.userId, requester)]);
        return;
      }
      // Right or wrong, the same look comes first and takes the same time: most guesses past the limit end here.
      const limit = limitOf(account, requester);
      refuseFor(await throttles.blockedForMs(db, limit, { inTurn: true }));
      if (!failure) return;
      const { event, userId } = failure;
      const counted = await db.batch([
        { ...throttles.countFailure(limit), required: true },
        record(event, userId, requester),
        recordThrottled(limit.key, failedLogins, userId, requester),
      ]);
      // Another failure reached the limit between the look and the count.
      if (!counted) refuseFor(Math.max(1, await throttles.blockedForMs(db, limit)));
    },
    takeEmail(kind, address) {
      if (emailBurst === 0) return [];
      return [{ ...throttles.take(keyOf('email', kind, address), emailBurst, EMAIL_REFILL_MS), required: true }];
    },
  };
}

/** Hashed, so that the table holds no addresses of people who have no account. */
const keyOf = (...parts: string[]): string => hash('sha256', parts.join('\n'), 'base64url');
