import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createHashingQueue, type HashingLimits, type HashingLoad, type WaitingClient } from './hashing-queue.ts';
import { normalizePassword } from './password-rule.ts';

export { ClientDisconnected } from './hashing-queue.ts';

/** Parameters of argon2id. */
export interface HashingCost {
  /** KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** The parameters that OWASP recommends: 19 MiB, two iterations, parallelism one. The salt is random per hash. */
const RECOMMENDED_COST: HashingCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash that no password has, verified for an unknown e-mail: it takes as long as a wrong password (timing). */
const dummyHash = ({ memoryCost, timeCost, parallelism }: HashingCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}` +
  '$QN+rorUI7fF5GY7iCNCZZg$uxetIpHdIilc1K1bjOOpIrlAg3xAXme2TOdCiu3TN0M';

interface Credentials {
  readonly id: number;
  readonly passwordHash: string;
}

interface HashingSettings extends HashingLimits {
  /** Tests that are about something else hash at a lower cost. */
  readonly cost?: HashingCost;
  /** Called for an account whose stored hash is not argon2, for instance after an import from another system. */
  readonly onUnreadableHash: (accountId: number) => void;
}

export interface Passwords {
  /** Refuses when the queue has no place for this client. Called first: an overloaded service does no other work. */
  refuseWhenFull(client: WaitingClient): void;
  hash(password: string, client: WaitingClient): Promise<string>;
  /** False without an account or with an unreadable stored hash, after the same amount of work. */
  matches(password: string, account: Credentials | undefined, client: WaitingClient): Promise<boolean>;
  /** Whether the stored hash was made by another algorithm or at another cost. */
  needsRehash(storedHash: string): boolean;
  load(): HashingLoad;
}

export function createPasswords(settings: HashingSettings): Passwords {
  const { refuseWhenFull, inTurn, load } = createHashingQueue(settings);
  const { cost = RECOMMENDED_COST } = settings;
  const hashOfNobody = dummyHash(cost);
  return {
    refuseWhenFull,
    load,
    hash: (password, client) => inTurn(client, () => hash(normalizePassword(password), cost)),
    matches(password, account, client) {
      const storedHash = account && isArgon2(account.passwordHash) ? account.passwordHash : undefined;
      if (account && storedHash === undefined) settings.onUnreadableHash(account.id);
      return inTurn(client, async () => {
        const matched = await verify(storedHash ?? hashOfNobody, normalizePassword(password));
        return matched && storedHash !== undefined;
      });
    },
    needsRehash(storedHash) {
      const { memoryCost, timeCost, parallelism } = parseOptions(storedHash);
      return (
        !storedHash.startsWith('$argon2id$') ||
        memoryCost !== cost.memoryCost ||
        timeCost !== cost.timeCost ||
        parallelism !== cost.parallelism
      );
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
