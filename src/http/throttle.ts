import { createHash } from 'node:crypto';
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

export interface Throttle {
  /** Throws 429 while this client has guessed too often at this account. */
  refuseGuessing(account: string, client: string): Promise<void>;
  countFailure(account: string, client: string): Promise<void>;
  /** To stand before the e-mail in the batch that causes it; empty when there is no limit. */
  takeEmail(kind: EmailKind, address: string): Statement[];
}

export function createThrottle(db: Database, { failedLogins, emailBurst }: ThrottleLimits): Throttle {
  const guessKey = (account: string, client: string) => keyOf('guess', account, clientNetwork(client));
  return {
    async refuseGuessing(account, client) {
      if (failedLogins === 0) return;
      const waitMs = await throttles.blockedForMs(db, guessKey(account, client));
      if (waitMs <= 0) return;
      const seconds = Math.ceil(waitMs / 1000);
      throw new ApiError('too_many_attempts', 'Too many failed attempts. Please try again later.', {
        'retry-after': String(seconds),
        ratelimit: `"failed-passwords";r=0;t=${seconds}`,
        'ratelimit-policy': `"failed-passwords";q=${failedLogins};w=${WINDOW_MS / 1000}`,
      });
    },
    async countFailure(account, client) {
      if (failedLogins === 0) return;
      const key = guessKey(account, client);
      const excess = (await throttles.countFailure(db, key, WINDOW_MS)) - failedLogins;
      // Each failure past the limit doubles the wait.
      if (excess >= 0)
        await throttles.block(db, key, Math.min(FIRST_BLOCK_MS * 2 ** Math.min(excess, 10), LONGEST_BLOCK_MS));
    },
    takeEmail(kind, address) {
      if (emailBurst === 0) return [];
      return [{ ...throttles.take(keyOf('email', kind, address), emailBurst, EMAIL_REFILL_MS), required: true }];
    },
  };
}

/** Hashed, so that the table holds no addresses of people who have no account. */
const keyOf = (...parts: string[]): string => createHash('sha256').update(parts.join('\n')).digest('base64url');
