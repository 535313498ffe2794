// Three times as many hashes per second as Node's own argon2.
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { reasonOf } from '../../lib/reason-of.ts';
import { createHashingQueue, type HashingLimits, type HashingLoad, type WaitingClient } from './hashing-queue.ts';
import { normalizePassword } from './password-policy.ts';

export { ClientDisconnected } from './hashing-queue.ts';

export interface HashingCost {
  /** KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** The parameters that OWASP recommends: 19 MiB, two iterations, parallelism one. The salt is random per hash. */
export const RECOMMENDED_COST: HashingCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash that matches no password, verified for an unknown e-mail: it takes as long as a wrong password (timing). */
const dummyHash = ({ memoryCost, timeCost, parallelism }: HashingCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}` +
  '$QN+rorUI7fF5GY7iCNCZZg$uxetIpHdIilc1K1bjOOpIrlAg3xAXme2TOdCiu3TN0M';

interface Credentials {
  readonly id: number;
  readonly passwordHash: string | null;
}

/** Hashes of other systems have a prefix, see imports/hashes/stored-hash.ts. */
const isImported = (storedHash: string): boolean => storedHash.startsWith('{');

interface HashingSettings extends HashingLimits {
  /** Tests that do not concern hashing use a lower cost. */
  readonly cost?: HashingCost;
  /** The pepper of imported bcrypt hashes, if any. */
  readonly importPepper?: string | undefined;
  /** Called if the stored hash of an account is unreadable. */
  readonly onUnreadableHash: (accountId: number, reason: string) => void;
}

export interface Passwords {
  /** Refuses if the queue has no place for this client. Called first, before an overloaded service does other work. */
  refuseWhenFull(client: WaitingClient): void;
  hash(password: string, client: WaitingClient): Promise<string>;
  /**
   * False without an account, a password or a readable stored hash. Without an account it verifies `decoyHash`, the
   * hash of another account, so that imported hashes, which take longer or shorter, reveal nothing.
   */
  matches(
    password: string,
    account: Credentials | undefined,
    client: WaitingClient,
    decoyHash?: string | undefined,
  ): Promise<boolean>;
  /** Whether another algorithm or cost produced the stored hash. */
  needsRehash(storedHash: string): boolean;
  load(): HashingLoad;
}

type Verify = (password: string) => Promise<boolean>;

export function createPasswords(settings: HashingSettings): Passwords {
  const { refuseWhenFull, inTurn, load } = createHashingQueue(settings);
  const { cost = RECOMMENDED_COST, importPepper: pepper } = settings;
  const unmatchableHash = dummyHash(cost);
  const verifyNothing: Verify = async (password) => {
    await verify(unmatchableHash, normalizePassword(password));
    return false;
  };
  const readerOf = async (storedHash: string | null): Promise<Verify> => {
    if (storedHash === null) return verifyNothing;
    if (isImported(storedHash)) {
      const { readStoredHash } = await import('../../imports/hashes/stored-hash.ts');
      return readStoredHash(storedHash, { pepper }).matches;
    }
    parseOptions(storedHash);
    return (password) => verify(storedHash, normalizePassword(password));
  };
  const verifierOf = async (account: Credentials | undefined, decoyHash = unmatchableHash): Promise<Verify> => {
    try {
      return await readerOf(account ? account.passwordHash : decoyHash);
    } catch (error) {
      if (account) settings.onUnreadableHash(account.id, reasonOf(error));
      return verifyNothing;
    }
  };
  return {
    refuseWhenFull,
    load,
    hash: (password, client) => inTurn(client, () => hash(normalizePassword(password), cost)),
    async matches(password, account, client, decoyHash) {
      const verifies = await verifierOf(account, decoyHash);
      const matched = await inTurn(client, () => verifies(password));
      return matched && account !== undefined;
    },
    needsRehash(storedHash) {
      if (isImported(storedHash)) return true;
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
