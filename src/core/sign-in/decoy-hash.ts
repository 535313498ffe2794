import { createHash, randomBytes } from 'node:crypto';
import type { Store } from '../../store/commit.ts';
import { decoyKey, lookUpAccount } from '../../store/tables/decoy-hash.ts';
import type { User } from '../../store/tables/user.ts';

/** 64 numbers of four bytes, of which a hundred million accounts use 20. */
const HASH_BYTES = 256;

/**
 * The account whose hash is the decoy of an unknown address, among ids from 1 to `highestId` (jump consistent hash,
 * Lamping and Veach). All ids are equally likely. As accounts are added, an address keeps its id or gets one of the new
 * ones.
 */
export function decoyId(key: string, email: string, highestId: number): number {
  const numbers = createHash('shake256', { outputLength: HASH_BYTES }).update(`${key}\n${email}`).digest();
  let id = 0;
  let next = 0;
  for (let at = 0; next < highestId && at < HASH_BYTES; at += 4) {
    id = next;
    next = Math.floor((id + 1) / ((numbers.readUInt32BE(at) + 1) / 2 ** 32));
  }
  return id + 1;
}

export interface DecoyHashes {
  /** The account with this address, and the decoy hash of an unknown one. */
  findWithDecoy(email: string): Promise<{ readonly user: User | undefined; readonly decoyHash: string | undefined }>;
}

/**
 * Passwords of imported accounts take longer or shorter to verify. To hide who has an account, a password for an
 * unknown address is verified against the hash of another account, always the same for an address. Unknown addresses
 * thus have the same distribution of times as accounts.
 */
export function createDecoyHashes(db: Store): DecoyHashes {
  let key: string | undefined;
  /** The highest id as of the previous login. */
  let highestId = 0;
  return {
    async findWithDecoy(email) {
      key ??= await decoyKey(db, randomBytes(32).toString('base64url'));
      const { decoyHash, highestId: newest, ...user } = await lookUpAccount(db, email, decoyId(key, email, highestId));
      highestId = newest ?? 0;
      return { user: user.id === null ? undefined : (user as User), decoyHash: decoyHash ?? undefined };
    },
  };
}
