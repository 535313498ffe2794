import { type ForeignHash, UnusableHash } from '../hashes/derivation.ts';
import { readAspNetIdentity } from './aspnet-identity.ts';
import { readBetterAuth } from './better-auth.ts';
import { readDjango } from './django.ts';
import { readBcrypt, readPhc } from './phc.ts';
import { readPlainDigest } from './plain-digest.ts';
import { readWerkzeug } from './werkzeug.ts';
import { readWordPress } from './wordpress.ts';

/** In this order: Werkzeug's oldest hashes look like Django's, and a digest in hexadecimal is also base 64. */
const SYNTAXES = [
  readPhc,
  readWordPress,
  readDjango,
  readWerkzeug,
  readBetterAuth,
  readPlainDigest,
  readAspNetIdentity,
];

/** Reads a password hash in any of the known forms. Throws UnusableHash. */
export function readHash(text: string, hasPepper: boolean): ForeignHash {
  if (hasPepper) {
    const hash = readBcrypt(text, 'pepper');
    if (hash) return hash;
  }
  for (const read of SYNTAXES) {
    const hash = read(text);
    if (hash) return hash;
  }
  throw new UnusableHash('the password hash is in no known form');
}
