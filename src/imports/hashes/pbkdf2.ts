import { pbkdf2 as pbkdf2WithCallback } from 'node:crypto';
import { promisify } from 'node:util';
import { countOf, type Derivation, saltOf, UnusableHash } from './derivation.ts';

const derivePbkdf2 = promisify(pbkdf2WithCallback);

/** The maximum takes about a second on a processor without SHA instructions; Django 6 uses 1,200,000 iterations. */
const DIGESTS: Readonly<Record<string, { readonly bytes: number; readonly most: number }>> = {
  sha1: { bytes: 20, most: 3_000_000 },
  sha224: { bytes: 28, most: 1_500_000 },
  sha256: { bytes: 32, most: 1_500_000 },
  sha384: { bytes: 48, most: 1_000_000 },
  sha512: { bytes: 64, most: 1_000_000 },
};
/** The maximum for every digest in versions up to 0.6.0. */
const MAX_STORED = 3_000_000;
/** OWASP's recommendation of ten years ago; older hashes can be guessed quickly. */
const FAST_BELOW = 100_000;

/** Fields: digest of the HMAC, iterations, salt. */
export const pbkdf2: Derivation = {
  name: 'pbkdf2',
  read([digest = '', iterationsText, salt], keyBytes, _secrets, isStored = false) {
    const known = Object.hasOwn(DIGESTS, digest) ? DIGESTS[digest] : undefined;
    if (!known || keyBytes < 16) throw new UnusableHash('the PBKDF2 hash is malformed, or its digest is unknown');
    // Each further block of the key repeats all iterations.
    const most = Math.floor((isStored ? MAX_STORED : known.most) / Math.ceil(keyBytes / known.bytes));
    const iterations = countOf(iterationsText, 'number of iterations', 1, most);
    const saltBytes = saltOf(salt);
    return {
      isFast: iterations < FAST_BELOW,
      derive: (password) => derivePbkdf2(password, saltBytes, iterations, keyBytes, digest),
    };
  },
};
