import { pbkdf2 as pbkdf2WithCallback } from 'node:crypto';
import { promisify } from 'node:util';
import { countOf, type Derivation, saltOf, UnusableHash } from './derivation.ts';

const derivePbkdf2 = promisify(pbkdf2WithCallback);

const DIGEST_BYTES: Readonly<Record<string, number>> = { sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 };
/** One second with SHA-1, two with SHA-256, three with SHA-512; Django 6 takes 1,200,000. */
const MAX_ITERATIONS = 3_000_000;
/** What OWASP recommended ten years ago; what systems took before that can be guessed at quickly. */
const FAST_BELOW = 100_000;

/** Fields: digest of the HMAC, iterations, salt. */
export const pbkdf2: Derivation = {
  name: 'pbkdf2',
  read([digest = '', iterationsText, salt], keyBytes) {
    const blockBytes = Object.hasOwn(DIGEST_BYTES, digest) ? DIGEST_BYTES[digest] : undefined;
    if (blockBytes === undefined || keyBytes < 16)
      throw new UnusableHash('the PBKDF2 hash is malformed, or its digest is unknown');
    // Each further block of the key costs all iterations once more.
    const most = Math.floor(MAX_ITERATIONS / Math.ceil(keyBytes / blockBytes));
    const iterations = countOf(iterationsText, 'number of iterations', 1, most);
    const saltBytes = saltOf(salt);
    return {
      isFast: iterations < FAST_BELOW,
      derive: (password) => derivePbkdf2(password, saltBytes, iterations, keyBytes, digest),
    };
  },
};
