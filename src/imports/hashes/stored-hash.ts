import { timingSafeEqual } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { argon2 } from './argon2.ts';
import { bcrypt } from './bcrypt.ts';
import {
  base64url,
  type Derivation,
  type Derived,
  type ForeignHash,
  type Secrets,
  UnusableHash,
} from './derivation.ts';
import { firebaseScrypt } from './firebase-scrypt.ts';
import { pbkdf2 } from './pbkdf2.ts';
import { phpass } from './phpass.ts';
import { scrypt } from './scrypt.ts';
import { sha } from './sha.ts';

/**
 * The stored form of other systems' hashes. Our own begin with `$argon2id$`.
 *
 *     {bcrypt}plain$10$<salt>$<digest>
 *     {wrapped}sha$md5$salt-first$<salt>$<bytes of the digest>$argon2id$…   a fast hash inside ours
 */
const DERIVATIONS: ReadonlyMap<string, Derivation> = new Map(
  [bcrypt, argon2, scrypt, firebaseScrypt, pbkdf2, sha, phpass].map((derivation) => [derivation.name, derivation]),
);
const MAX_DIGEST_BYTES = 512;
const STORED = /^\{([a-z0-9-]+)\}(.+)$/s;
const WRAPPED = /^([a-z0-9-]+)\$(.*)\$(\d{1,3})(\$argon2id\$.+)$/s;

interface StoredHash {
  matches(password: string): Promise<boolean>;
}

function derivedWith(
  name: string,
  fields: readonly string[],
  digestBytes: number,
  secrets: Secrets,
  isStored: boolean,
): Derived {
  const derivation = DERIVATIONS.get(name);
  if (!derivation) throw new UnusableHash(`password hashes of the kind ${name} are not known`);
  if (digestBytes > MAX_DIGEST_BYTES) throw new UnusableHash('the digest of the password hash is too long');
  return derivation.read(fields, digestBytes, secrets, isStored);
}

/** The input of argon2id for a wrapped hash: text, so that no byte can be lost. */
const wrappedText = (digest: Uint8Array): string => base64url(digest);

/** Reads a hash from the database, or with `isStored` false one that will be stored. Throws UnusableHash. */
export function readStoredHash(stored: string, secrets: Secrets, isStored = true): StoredHash {
  const [, name = '', rest = ''] = STORED.exec(stored) ?? [];
  if (name === 'wrapped') {
    const [, inner = '', fields = '', digestBytes, outer = ''] = WRAPPED.exec(rest) ?? [];
    const { derive } = derivedWith(inner, fields.split('$'), Number(digestBytes), secrets, isStored);
    return { matches: async (password) => verify(outer, wrappedText(await derive(password))) };
  }
  const fields = rest.split('$');
  const digest = Buffer.from(fields.pop() ?? '', 'base64url');
  const { derive } = derivedWith(name, fields, digest.length, secrets, isStored);
  return {
    async matches(password) {
      const derived = await derive(password);
      return derived.length === digest.length && timingSafeEqual(derived, digest);
    },
  };
}

/** The stored form of a hash, and whether it has to be wrapped first. Throws UnusableHash. */
export function storedForm({ derivation, fields, digest }: ForeignHash, secrets: Secrets) {
  const { isFast } = derivedWith(derivation, fields, digest.length, secrets, false);
  if (fields.some((field) => field.includes('$'))) throw new UnusableHash('the password hash is malformed');
  return {
    isFast,
    plain: `{${derivation}}${[...fields, base64url(digest)].join('$')}`,
    wrap: async (hash: (text: string) => Promise<string>) =>
      `{wrapped}${[derivation, ...fields, digest.length].join('$')}${await hash(wrappedText(digest))}`,
  };
}
