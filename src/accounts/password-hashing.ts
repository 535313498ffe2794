import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createHashingQueue, type HashingLimits, type HashingLoad, type WaitingClient } from './hashing-queue.ts';
import { normalizePassword } from './password-rule.ts';

export { ClientDisconnected, HashingOverloaded } from './hashing-queue.ts';

/** argon2id with the parameters that OWASP recommends: 19 MiB, two iterations, parallelism one. The salt is random per hash. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of a random password, verified for an unknown e-mail, so that it takes as long as a wrong password (timing side channel). */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$QN+rorUI7fF5GY7iCNCZZg$uxetIpHdIilc1K1bjOOpIrlAg3xAXme2TOdCiu3TN0M';

export interface Credentials {
  readonly id: number;
  readonly passwordHash: string;
}

export interface HashingSettings extends HashingLimits {
  /** Called for an account whose stored hash is not argon2, for instance after an import from another system. */
  readonly onUnreadableHash: (accountId: number) => void;
}

export interface Passwords {
  /** Throws HashingOverloaded when the queue has no room for this client: called first, so that an overloaded service does no other work. */
  refuseWhenFull(client: WaitingClient): void;
  hash(password: string, client: WaitingClient): Promise<string>;
  /** False without an account or with an unreadable stored hash, after the same amount of work. */
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
        const matched = await verify(storedHash ?? DUMMY_HASH, normalizePassword(password));
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
