import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createHashingQueue, type HashingLimits, type HashingLoad, type WaitingClient } from './hashing-queue.ts';
import { normalizePassword } from './password-rule.ts';

export { ClientDisconnected, HashingOverloaded } from './hashing-queue.ts';

/** argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash nobody knows the password of: an unknown e-mail costs the same work as a wrong password. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$QN+rorUI7fF5GY7iCNCZZg$uxetIpHdIilc1K1bjOOpIrlAg3xAXme2TOdCiu3TN0M';

export interface Credentials {
  readonly id: number;
  readonly passwordHash: string;
}

export interface HashingSettings extends HashingLimits {
  /** Told of each account whose stored hash cannot be read, by another system's import, say. */
  readonly onUnreadableHash: (accountId: number) => void;
}

export interface Passwords {
  /** Throws when there is no room for another hash of this client: nothing else needs to be done then for it. */
  refuseWhenFull(client: WaitingClient): void;
  hash(password: string, client: WaitingClient): Promise<string>;
  /** Without an account, or with a stored hash that is none, the same work is done, and the answer is false. */
  matches(password: string, account: Credentials | undefined, client: WaitingClient): Promise<boolean>;
  load(): HashingLoad;
}

export function createPasswords(settings: HashingSettings): Passwords {
  const { refuseWhenFull, inTurn, load } = createHashingQueue(settings);
  return {
    refuseWhenFull,
    load,
    hash: (password, client) => inTurn(client, () => hash(normalizePassword(password), PARAMETERS)),
    matches(password, account, client) {
      const storedHash = account && isArgon2(account.passwordHash) ? account.passwordHash : undefined;
      if (account && storedHash === undefined) settings.onUnreadableHash(account.id);
      return inTurn(client, async () => {
        const matched = await verify(storedHash ?? NOBODYS_HASH, normalizePassword(password));
        return matched && storedHash !== undefined;
      });
    },
  };
}

function isArgon2(storedHash: string): boolean {
  try {
    parseOptions(storedHash);
    return true;
  } catch {
    return false;
  }
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
