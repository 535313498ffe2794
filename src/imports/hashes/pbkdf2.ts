import { pbkdf2 as pbkdf2WithCallback } from 'node:crypto';
import { promisify } from 'node:util';
import { countOf, type Derivation, saltOf, UnusableHash } from './derivation.ts';

const derivePbkdf2 = promisify(pbkdf2WithCallback);

/** The most iterations take about a second where the processor has no instructions for it; Django 6 takes 1,200,000. */
const DIGESTS: Readonly<Record<string, { readonly bytes: number; readonly most: number }>> = {
  sha1: { bytes: 20, most: 3_000_000 },
  sha224: { bytes: 28, most: 1_500_000 },
  sha256: { bytes: 32, most: 1_500_000 },
  sha384: { bytes: 48, most: 1_000_000 },
  sha512: { bytes: 64, most: 1_000_000 },
};
/** Of every digest, in versions up to 0.6.0. */
const MOST_KEPT = 3_000_000;
/** What OWASP recommended ten years ago; what systems took before that can be guessed at quickly. */
const FAST_BELOW = 100_000;

/** Fields: digest of the HMAC, iterations, salt. */
export const pbkdf2: Derivation = {
  name: 'pbkdf2',
  read([digest = '', iterationsText, salt], keyBytes, _secrets, isKept = false) {
    const known = Object.hasOwn(DIGESTS, digest) ? DIGESTS[digest] : undefined;
    if (!known || keyBytes < 16) throw new UnusableHash('the PBKDF2 hash is malformed, or its digest is unknown');
    // Each further block of the key costs all iterations once more.
    const most = Math.floor((isKept ? MOST_KEPT : known.most) / Math.ceil(keyBytes / known.bytes));
    const iterations = countOf(iterationsText, 'number of iterations', 1, most);
    const saltBytes = saltOf(salt);
    return {
      isFast: iterations < FAST_BELOW,
      derive: (password) => derivePbkdf2(password, saltBytes, iterations, keyBytes, digest),
    };
  },
};
