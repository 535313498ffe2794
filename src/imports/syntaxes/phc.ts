import { BCRYPT_DIGEST_CHARACTERS } from '../hashes/bcrypt.ts';
import { base64url, type ForeignHash, UnusableHash } from '../hashes/derivation.ts';

/** Base 64 of all kinds: with and without padding, for URLs, and passlib's with a dot for a plus. */
export const decoded = (text: string): Buffer => Buffer.from(text.replaceAll('.', '+'), 'base64');

const BCRYPT = new RegExp(`^\\$2[aby]\\$(\\d\\d)\\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{${BCRYPT_DIGEST_CHARACTERS}})$`);
const ARGON2 = /^\$(argon2(?:id|i|d))\$(?:v=(\d+)\$)?m=(\d+),t=(\d+),p=(\d+)\$([\w+/=-]+)\$([\w+/=-]+)$/;
const SCRYPT = /^\$scrypt\$ln=(\d{1,2}),r=(\d+),p=(\d+)\$([\w+/.=-]*)\$([\w+/.=-]+)$/;
const PBKDF2 = /^\$pbkdf2(?:-(sha\d+))?\$(?:i=)?(\d+)(?:,l=\d+)?\$([\w+/.=-]*)\$([\w+/.=-]+)$/;

/** `$2b$…`, with what was done to the password before. */
export function readBcrypt(text: string, preparation = 'plain'): ForeignHash | undefined {
  const [, cost, salt, digest] = BCRYPT.exec(text) ?? [];
  if (cost === undefined || salt === undefined || digest === undefined) return undefined;
  return { derivation: 'bcrypt', fields: [preparation, String(Number(cost)), salt], digest: Buffer.from(digest) };
}

export function readArgon2(text: string): ForeignHash | undefined {
  const [, algorithm = '', version = '16', memory = '', passes = '', lanes = '', salt = '', digest] =
    ARGON2.exec(text) ?? [];
  if (digest === undefined) return undefined;
  const fields = [algorithm, version, memory, passes, lanes, base64url(decoded(salt))];
  return { derivation: 'argon2', fields, digest: decoded(digest) };
}

function readScrypt(text: string): ForeignHash | undefined {
  const [, log2, r = '', p = '', salt = '', digest] = SCRYPT.exec(text) ?? [];
  if (digest === undefined) return undefined;
  const fields = ['', String(2 ** Number(log2)), r, p, base64url(decoded(salt))];
  return { derivation: 'scrypt', fields, digest: decoded(digest) };
}

function readPbkdf2(text: string): ForeignHash | undefined {
  const [, digestName = 'sha1', iterations = '', salt = '', digest] = PBKDF2.exec(text) ?? [];
  if (digest === undefined) return undefined;
  return { derivation: 'pbkdf2', fields: [digestName, iterations, base64url(decoded(salt))], digest: decoded(digest) };
}

const KNOWN = /^\$(2[abxy]?|argon2\w*|scrypt|pbkdf2(-sha\d+)?)\$/;

/** The modular crypt formats that most systems and passlib have in common, Supabase and Auth0 among them. */
export function readPhc(text: string): ForeignHash | undefined {
  const read = readBcrypt(text) ?? readArgon2(text) ?? readScrypt(text) ?? readPbkdf2(text);
  if (!read && KNOWN.test(text)) throw new UnusableHash('the password hash is cut off or malformed');
  return read;
}
