import { hash, parseOptions, verify } from '@node-rs/argon2';
import { normalizePassword } from './password-rule.ts';

/** argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash nobody knows the password of: an unknown e-mail costs the same work as a wrong password. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$QN+rorUI7fF5GY7iCNCZZg$uxetIpHdIilc1K1bjOOpIrlAg3xAXme2TOdCiu3TN0M';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a stored hash the same work is done, and the answer is false. */
  matches(password: string, storedHash: string | undefined): Promise<boolean>;
}

/** Thrown when so many hashes are waiting that a new one could not be answered in reasonable time. */
export class HashingOverloaded extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('password hashing is overloaded');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface HashingLimits {
  /** More at once than cores buys memory use, not throughput. */
  readonly concurrency: number;
  readonly maxWaiting: number;
}

export function createPasswords(limits: HashingLimits): Passwords {
  const inTurn = createQueue(limits);
  return {
    hash: (password) => inTurn(() => hash(normalizePassword(password), PARAMETERS)),
    matches: (password, storedHash) =>
      inTurn(async () => {
        const matched = await verify(storedHash ?? NOBODYS_HASH, normalizePassword(password));
        return matched && storedHash !== undefined;
      }),
  };
}

export function needsRehash(storedHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(storedHash);
  return (
    !storedHash.startsWith('$argon2id$') ||
    memoryCost !== PARAMETERS.memoryCost ||
    timeCost !== PARAMETERS.timeCost ||
    parallelism !== PARAMETERS.parallelism
  );
}

function createQueue({ concurrency, maxWaiting }: HashingLimits) {
  const waiting: (() => void)[] = [];
  let running = 0;
  let usualMs = 20;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      // Those who come back by then find room, if no others take it.
      if (waiting.length >= maxWaiting) {
        throw new HashingOverloaded(Math.max(1, Math.ceil((maxWaiting * usualMs) / concurrency / 1000)));
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    const beganMs = performance.now();
    try {
      return await work();
    } finally {
      usualMs += (performance.now() - beganMs - usualMs) / 16;
      // The place is handed over rather than given back, so that nobody overtakes the queue.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
