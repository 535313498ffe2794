import { base64url, type ForeignHash, UnusableHash } from '../hashes/derivation.ts';
import { decoded, readArgon2, readBcrypt } from './phc.ts';

const PARTS: Readonly<Record<string, (parts: readonly string[], rest: string) => ForeignHash | undefined>> = {
  pbkdf2_sha256: (parts) => pbkdf2('sha256', parts),
  pbkdf2_sha1: (parts) => pbkdf2('sha1', parts),
  argon2: (_, rest) => readArgon2(`$${rest}`),
  bcrypt: (_, rest) => readBcrypt(rest),
  bcrypt_sha256: (_, rest) => readBcrypt(rest, 'sha256'),
  scrypt: ([N, salt, r, p, digest]) =>
    digest === undefined
      ? undefined
      : {
          derivation: 'scrypt',
          fields: ['', N ?? '', r ?? '', p ?? '', base64url(salt ?? '')],
          digest: decoded(digest),
        },
  // The salt may be empty.
  sha1: (parts) => salted('sha1', parts),
  md5: (parts) => salted('md5', parts),
};

function pbkdf2(digestName: string, [iterations = '', salt = '', digest]: readonly string[]): ForeignHash | undefined {
  if (digest === undefined) return undefined;
  return { derivation: 'pbkdf2', fields: [digestName, iterations, base64url(salt)], digest: decoded(digest) };
}

const salted = (digestName: string, [salt = '', digest = '']: readonly string[]): ForeignHash => ({
  derivation: 'sha',
  fields: [digestName, 'salt-first', base64url(salt)],
  digest: Buffer.from(digest, 'hex'),
});

/** `<algorithm>$…`, as in the password column of auth_user. */
export function readDjango(text: string): ForeignHash | undefined {
  const [algorithm = '', ...parts] = text.split('$');
  const read = Object.hasOwn(PARTS, algorithm) ? PARTS[algorithm] : undefined;
  if (!read || parts.length < 2) return undefined;
  const hash = read(parts, text.slice(algorithm.length + 1));
  if (!hash) throw new UnusableHash('the password hash is cut off or malformed');
  return hash;
}
