import { hash, parseOptions, verify } from '@node-rs/argon2';
import { type Asker, createHashingQueue, type HashingLimits, type HashingLoad } from './hashing-queue.ts';
import { normalizePassword } from './password-rule.ts';

export { AskerGone, HashingOverloaded } from './hashing-queue.ts';

/** argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash nobody knows the password of: an unknown e-mail costs the same work as a wrong password. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$QN+rorUI7fF5GY7iCNCZZg$uxetIpHdIilc1K1bjOOpIrlAg3xAXme2TOdCiu3TN0M';

export interface Passwords {
  /** Throws when there is no room for another hash of this client: nothing else needs to be done then for it. */
  refuseWhenFull(asker: Asker): void;
  hash(password: string, asker: Asker): Promise<string>;
  /** Without a stored hash the same work is done, and the answer is false. */
  matches(password: string, storedHash: string | undefined, asker: Asker): Promise<boolean>;
  load(): HashingLoad;
}

export function createPasswords(limits: HashingLimits): Passwords {
  const { refuseWhenFull, inTurn, load } = createHashingQueue(limits);
  return {
    refuseWhenFull,
    load,
    hash: (password, asker) => inTurn(asker, () => hash(normalizePassword(password), PARAMETERS)),
    matches: (password, storedHash, asker) =>
      inTurn(asker, async () => {
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
