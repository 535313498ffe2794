import { type ScryptOptions, scrypt as scryptWithCallback } from 'node:crypto';
import { promisify } from 'node:util';
import { countOf, type Derivation, saltOf, UnusableHash } from './derivation.ts';

export const deriveScrypt = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scryptWithCallback);

/** The maximum memory: 64 MiB, the default of passlib. Werkzeug and better-auth use 32. */
const MAX_MEMORY_BYTES = 67_108_864;
/** The maximum N·r·p, about half a second. */
const MAX_WORK = 1_048_576;
/** Cheaper hashes are wrapped: 4 MiB once. */
const FAST_BELOW = 32_768;

/** Node's default limit is 32 MiB. */
export const scryptMemory = (N: number, r: number): { maxmem: number } => ({ maxmem: 128 * N * r + 1_048_576 });

/** Throws UnusableHash if a login would take too long. */
export function scryptCost(N: string | undefined, r: string | undefined, p: string | undefined) {
  const cost = {
    N: countOf(N, 'scrypt cost', 2, 1_048_576),
    r: countOf(r, 'block size', 1, 64),
    p: countOf(p, 'parallelism', 1, 64),
  };
  if (128 * cost.N * cost.r > MAX_MEMORY_BYTES)
    throw new UnusableHash(`the scrypt hash takes more than ${MAX_MEMORY_BYTES / 1_048_576} MiB of memory`);
  const work = cost.N * cost.r * cost.p;
  if (work > MAX_WORK) throw new UnusableHash('the scrypt hash takes more time than a login may');
  if (!Number.isInteger(Math.log2(cost.N))) throw new UnusableHash('the scrypt cost is not a power of two');
  // RFC 7914. OpenSSL would refuse it at login.
  if (Math.log2(cost.N) >= 16 * cost.r) throw new UnusableHash('the scrypt cost is too large for its block size');
  return { cost, isFast: work < FAST_BELOW };
}

/** Fields: `NFKC` if the password was normalized, or empty; N, r, p, salt. */
export const scrypt: Derivation = {
  name: 'scrypt',
  read([form, N, r, p, salt], keyBytes) {
    const { cost, isFast } = scryptCost(N, r, p);
    const saltBytes = saltOf(salt);
    if ((form !== '' && form !== 'NFKC') || keyBytes < 16) throw new UnusableHash('the scrypt hash is malformed');
    return {
      isFast,
      derive: (password) =>
        deriveScrypt(form === 'NFKC' ? password.normalize('NFKC') : password, saltBytes, keyBytes, {
          ...cost,
          ...scryptMemory(cost.N, cost.r),
        }),
    };
  },
};
