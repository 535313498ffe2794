import { hash } from 'node:crypto';
import { type AuditEvent, type Origin, record } from '../store/audit.ts';
import type { Database, Statement } from '../store/database.ts';
import type { EmailKind } from '../store/outbox.ts';
import * as throttles from '../store/throttles.ts';
import { clientNetwork } from './client-address.ts';
import { ApiError } from './envelope.ts';

const WINDOW_MS = 15 * 60 * 1000;
const FIRST_BLOCK_MS = 60 * 1000;
const LONGEST_BLOCK_MS = 60 * 60 * 1000;

const EMAIL_REFILL_MS = 60 * 1000;

export interface ThrottleLimits {
  /** Failed passwords per account and client within a quarter of an hour; 0 switches the limit off. */
  readonly failedLogins: number;
  /** E-mails per address and kind in quick succession, refilled one a minute; 0 switches the limit off. */
  readonly emailBurst: number;
}

export interface Failure {
  readonly event: AuditEvent;
  /** Null when nobody has that e-mail. */
  readonly userId: number | null;
}

export interface Throttle {
  /** Throws 429 while this client has guessed too often at this account. */
  refuseGuessing(account: string, origin: Origin): Promise<void>;
  /** Counted and recorded in one write, the same for a stranger as for an account. */
  countFailure(account: string, origin: Origin, failure: Failure): Promise<void>;
  /** To stand before the e-mail in the batch that causes it; empty when there is no limit. */
  takeEmail(kind: EmailKind, address: string): Statement[];
}

export function createThrottle(db: Database, { failedLogins, emailBurst }: ThrottleLimits): Throttle {
  const guessKey = (account: string, { address }: Origin) => keyOf('guess', account, clientNetwork(address ?? ''));
  return {
    async refuseGuessing(account, origin) {
      if (failedLogins === 0) return;
      const waitMs = await throttles.blockedForMs(db, guessKey(account, origin));
      if (waitMs <= 0) return;
      const seconds = Math.ceil(waitMs / 1000);
      throw new ApiError('too_many_attempts', 'Too many failed attempts. Please try again later.', {
        'retry-after': String(seconds),
        ratelimit: `"failed-passwords";r=0;t=${seconds}`,
        'ratelimit-policy': `"failed-passwords";q=${failedLogins};w=${WINDOW_MS / 1000}`,
      });
    },
    async countFailure(account, origin, { event, userId }) {
      const key = guessKey(account, origin);
      const count = failedLogins === 0 ? [] : [throttles.countFailure(key, WINDOW_MS)];
      const results = await db.batch([...count, record(event, userId, origin)]);
      const excess = Number(results?.[0]?.[0]?.failures ?? 0) - failedLogins;
      if (failedLogins === 0 || excess < 0) return;
      // Each failure past the limit doubles the wait.
      const waitMs = Math.min(FIRST_BLOCK_MS * 2 ** Math.min(excess, 10), LONGEST_BLOCK_MS);
      await db.batch([throttles.block(key, waitMs), record('throttled', userId, origin)]);
    },
    takeEmail(kind, address) {
      if (emailBurst === 0) return [];
      return [{ ...throttles.take(keyOf('email', kind, address), emailBurst, EMAIL_REFILL_MS), required: true }];
    },
  };
}

/** Hashed, so that the table holds no addresses of people who have no account. */
const keyOf = (...parts: string[]): string => hash('sha256', parts.join('\n'), 'base64url');
