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
 * How hashes of other systems are stored, beside our own, which begin with `$argon2id$`:
 *
 *     {bcrypt}plain$10$<salt>$<digest>
 *     {wrapped}sha$md5$salt-first$<salt>$<bytes of the digest>$argon2id$…   a fast hash, inside of ours
 */
const DERIVATIONS: ReadonlyMap<string, Derivation> = new Map(
  [bcrypt, argon2, scrypt, firebaseScrypt, pbkdf2, sha, phpass].map((derivation) => [derivation.name, derivation]),
);
const MAX_DIGEST_BYTES = 512;
const STORED = /^\{([a-z0-9-]+)\}(.+)$/s;
const WRAPPED = /^([a-z0-9-]+)\$(.*)\$(\d{1,3})(\$argon2id\$.+)$/s;

export interface StoredHash {
  matches(password: string): Promise<boolean>;
}

function derivedWith(
  name: string,
  fields: readonly string[],
  digestBytes: number,
  secrets: Secrets,
  isKept: boolean,
): Derived {
  const derivation = DERIVATIONS.get(name);
  if (!derivation) throw new UnusableHash(`password hashes of the kind ${name} are not known`);
  if (digestBytes > MAX_DIGEST_BYTES) throw new UnusableHash('the digest of the password hash is too long');
  return derivation.read(fields, digestBytes, secrets, isKept);
}

/** What argon2id hashes of a fast hash: text, so that no byte of it can be lost. */
const wrappedText = (digest: Uint8Array): string => base64url(digest);

/** Reads a hash that is in the database, or with `isKept` false is to be. Throws UnusableHash where it is malformed. */
export function readStoredHash(stored: string, secrets: Secrets, isKept = true): StoredHash {
  const [, name = '', rest = ''] = STORED.exec(stored) ?? [];
  if (name === 'wrapped') {
    const [, inner = '', fields = '', digestBytes, outer = ''] = WRAPPED.exec(rest) ?? [];
    const { derive } = derivedWith(inner, fields.split('$'), Number(digestBytes), secrets, isKept);
    return { matches: async (password) => verify(outer, wrappedText(await derive(password))) };
  }
  const fields = rest.split('$');
  const digest = Buffer.from(fields.pop() ?? '', 'base64url');
  const { derive } = derivedWith(name, fields, digest.length, secrets, isKept);
  return {
    async matches(password) {
      const derived = await derive(password);
      return derived.length === digest.length && timingSafeEqual(derived, digest);
    },
  };
}

/** The form in which a hash is stored, and whether it has to be wrapped first. Throws UnusableHash. */
export function storedForm({ derivation, fields, digest }: ForeignHash, secrets: Secrets) {
  const { isFast } = derivedWith(derivation, fields, digest.length, secrets, false);
  const isInOrder = fields.every((field) => !field.includes('$'));
  if (!isInOrder) throw new UnusableHash('the password hash is malformed');
  return {
    isFast,
    plain: `{${derivation}}${[...fields, base64url(digest)].join('$')}`,
    wrap: async (hash: (text: string) => Promise<string>) =>
      `{wrapped}${[derivation, ...fields, digest.length].join('$')}${await hash(wrappedText(digest))}`,
  };
}
