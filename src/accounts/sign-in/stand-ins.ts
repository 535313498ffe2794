import { createHash, randomBytes } from 'node:crypto';
import type { Store } from '../../store/commit.ts';
import { lookUpAccount, standInKey } from '../../store/tables/stand-ins.ts';
import type { User } from '../../store/tables/user.ts';

/** A hash gives 64 numbers, of which a hundred million accounts use 20. */
const HASH_BYTES = 256;

/**
 * The account that stands in for an address, among ids from 1 to `highestId` (jump consistent hash, Lamping and Veach).
 * Every id is equally likely. As accounts are added, an address keeps its id or gets one of the new ones.
 */
export function standInId(key: string, email: string, highestId: number): number {
  const numbers = createHash('shake256', { outputLength: HASH_BYTES }).update(`${key}\n${email}`).digest();
  let id = 0;
  let next = 0;
  for (let at = 0; next < highestId && at < HASH_BYTES; at += 4) {
    id = next;
    next = Math.floor((id + 1) / ((numbers.readUInt32BE(at) + 1) / 2 ** 32));
  }
  return id + 1;
}

export interface StandIns {
  /** The account with this address, and the stand-in's hash for an unknown address. */
  ask(email: string): Promise<{ readonly user: User | undefined; readonly standInHash: string | undefined }>;
}

/**
 * Passwords of imported accounts take longer or shorter to verify. To hide who has an account, a password for an
 * unknown address is verified against the hash of another account, always the same for an address. Unknown addresses
 * thus have the same distribution of times as accounts.
 */
export function createStandIns(db: Store): StandIns {
  let key: string | undefined;
  /** The highest id as of the previous login. */
  let highestId = 0;
  return {
    async ask(email) {
      key ??= await standInKey(db, randomBytes(32).toString('base64url'));
      const {
        standInHash,
        highestId: newHighestId,
        ...asked
      } = await lookUpAccount(db, email, standInId(key, email, highestId));
      highestId = newHighestId ?? 0;
      return { user: asked.id === null ? undefined : (asked as User), standInHash: standInHash ?? undefined };
    },
  };
}
