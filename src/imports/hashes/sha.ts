import { createHash, createHmac } from 'node:crypto';
import { type Derivation, saltOf, UnusableHash } from './derivation.ts';

const DIGEST_BYTES: Readonly<Record<string, number>> = {
  md5: 16,
  sha1: 20,
  sha224: 28,
  sha256: 32,
  sha384: 48,
  sha512: 64,
};

const WAYS: Readonly<Record<string, (digest: string, password: string, salt: Uint8Array) => Buffer>> = {
  'salt-first': (digest, password, salt) => createHash(digest).update(salt).update(password).digest(),
  'salt-last': (digest, password, salt) => createHash(digest).update(password).update(salt).digest(),
  hmac: (digest, password, salt) => createHmac(digest, salt).update(password).digest(),
};

export const isPlainDigest = (name: string): boolean => Object.hasOwn(DIGEST_BYTES, name);

/** One round of MD5 or SHA. Fields: digest, where the salt goes (`hmac`: it is the key), salt. Always wrapped. */
export const sha: Derivation = {
  name: 'sha',
  read([digest = '', way = '', salt], digestBytes) {
    const hash = Object.hasOwn(WAYS, way) ? WAYS[way] : undefined;
    if (!hash || !isPlainDigest(digest) || DIGEST_BYTES[digest] !== digestBytes)
      throw new UnusableHash('the hash has the wrong length for its digest');
    const saltBytes = saltOf(salt);
    return { isFast: true, derive: async (password) => hash(digest, password, saltBytes) };
  },
};
