import { hash } from 'node:crypto';
import { reasonOf } from '../../lib/reason-of.ts';
import { normalizePassword } from './password-policy.ts';

/** Returns false on failure: an outage must not prevent users from choosing a password. */
export type IsBreached = (password: string) => Promise<boolean>;

type Lookup = (sha1: Buffer) => Promise<boolean>;
type Fetch = (url: string, options: { readonly headers: Record<string, string> }) => Promise<Response>;

/**
 * The range API of Have I Been Pwned, or of a mirror: it receives the first five digits of the hash and returns all
 * matching suffixes (k-anonymity). Padding hides the digits from observers of the length.
 */
const askOnline =
  (url: string, fetch: Fetch): Lookup =>
  async (sha1) => {
    const digits = sha1.toString('hex').toUpperCase();
    const response = await fetch(`${url.replace(/\/+$/, '')}/range/${digits.slice(0, 5)}`, {
      headers: { 'add-padding': 'true', 'user-agent': 'latchkey' },
    });
    if (response.status !== 200) throw new Error(`it answered with status ${response.status}`);
    const range = await response.text();
    if (!/^[0-9A-F]{35}:\d+/i.test(range)) throw new Error('it did not answer with a range of hashes');
    // Padding has the count 0.
    return new RegExp(`^${digits.slice(5)}:0*[1-9]`, 'im').test(range);
  };

/** Bounds concurrent look-ups, because strangers may register. */
const MAX_AT_ONCE = 50;
/** How long look-ups are skipped after a failure: otherwise each registration would wait for the timeout. */
const PAUSE_MS = 10_000;

export function lookUpOnline(url: string, fetch: Fetch, nowMs: () => number): Lookup {
  const ask = askOnline(url, fetch);
  let underWay = 0;
  let failedAtMs = Number.NEGATIVE_INFINITY;
  return async (sha1) => {
    // The clock may have been set back.
    if (Math.abs(nowMs() - failedAtMs) < PAUSE_MS) return false;
    if (underWay === MAX_AT_ONCE) throw new Error(`${MAX_AT_ONCE} are looked up already`);
    underWay += 1;
    try {
      return await ask(sha1);
    } catch (error) {
      failedAtMs = nowMs();
      throw error;
    } finally {
      underWay -= 1;
    }
  };
}

const LOGGED_EVERY_MS = 60_000;

interface Parts {
  readonly lookUp: Lookup;
  readonly log: { warn(about: object, message: string): void };
  readonly nowMs: () => number;
}

export function createIsBreached({ lookUp, log, nowMs }: Parts): IsBreached {
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  let failures = 0;
  const failed = (error: unknown): void => {
    failures += 1;
    if (nowMs() - loggedAtMs < LOGGED_EVERY_MS) return;
    log.warn({ reason: reasonOf(error), failures }, 'BREACHED_PASSWORDS: passwords are not checked');
    loggedAtMs = nowMs();
    failures = 0;
  };
  return async (password) => {
    try {
      return await lookUp(hash('sha1', normalizePassword(password), 'buffer'));
    } catch (error) {
      failed(error);
      return false;
    }
  };
}
