import { BCRYPT_DIGEST_CHARACTERS } from '../hashes/bcrypt.ts';
import { base64url, type ForeignHash, UnusableHash } from '../hashes/derivation.ts';

/** Any base 64: with or without padding, URL-safe, and passlib's with a dot in place of the plus. */
export const decoded = (text: string): Buffer => Buffer.from(text.replaceAll('.', '+'), 'base64');

const BCRYPT = new RegExp(`^\\$2[aby]\\$(\\d\\d)\\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{${BCRYPT_DIGEST_CHARACTERS}})$`);
/** passlib: `2a,12`, and `v=2,t=2b,r=12` since 1.7.3. */
const BCRYPT_SHA256 = /^\$bcrypt-sha256\$([\w,=]+)\$([./A-Za-z0-9]{22})\$([./A-Za-z0-9]{31})$/;
const ARGON2 = /^\$(argon2(?:id|i|d))\$(?:v=(\d+)\$)?m=(\d+),t=(\d+),p=(\d+)\$([\w+/=-]+)\$([\w+/=-]+)$/;
const SCRYPT = /^\$scrypt\$ln=(\d{1,2}),r=(\d+),p=(\d+)\$([\w+/.=-]*)\$([\w+/.=-]+)$/;
const PBKDF2 = /^\$pbkdf2(?:-(sha\d+))?\$(?:i=)?(\d+)(?:,l=\d+)?\$([\w+/.=-]*)\$([\w+/.=-]+)$/;

/** `$2b$…`. `preparation` names the transformation of the password before bcrypt. */
export function readBcrypt(text: string, preparation = 'plain'): ForeignHash | undefined {
  const [, cost, salt, digest] = BCRYPT.exec(text) ?? [];
  if (cost === undefined || salt === undefined || digest === undefined) return undefined;
  return { derivation: 'bcrypt', fields: [preparation, String(Number(cost)), salt], digest: Buffer.from(digest) };
}

function readBcryptSha256(text: string): ForeignHash | undefined {
  const [, parameters = '', salt = '', digest = ''] = BCRYPT_SHA256.exec(text) ?? [];
  const named = Object.fromEntries(parameters.split(',').map((parameter) => parameter.split('=')));
  const [, first] = /^2[aby],(\d{1,2})$/.exec(parameters) ?? [];
  const cost = first ?? (named.v === '2' ? named.r : undefined);
  if (cost === undefined) return undefined;
  const preparation = first === undefined ? 'sha256-hmac' : 'sha256-base64';
  return readBcrypt(`$2b$${cost.padStart(2, '0')}$${salt}${digest}`, preparation);
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

const KNOWN = /^\$(2[abxy]?|bcrypt-sha256|argon2\w*|scrypt|pbkdf2(-sha\d+)?)\$/;

/** The modular crypt formats of passlib and most systems, Supabase and Auth0 included. */
export function readPhc(text: string): ForeignHash | undefined {
  const read = readBcrypt(text) ?? readBcryptSha256(text) ?? readArgon2(text) ?? readScrypt(text) ?? readPbkdf2(text);
  if (!read && KNOWN.test(text)) throw new UnusableHash('the password hash is cut off or malformed');
  return read;
}
