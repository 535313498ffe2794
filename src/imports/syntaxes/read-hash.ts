import { type ForeignHash, UnusableHash } from '../hashes/derivation.ts';
import { readAspNetIdentity } from './aspnet-identity.ts';
import { readBetterAuth } from './better-auth.ts';
import { readDjango } from './django.ts';
import { readBcrypt, readPhc } from './phc.ts';
import { readWerkzeug } from './werkzeug.ts';
import { readWordPress } from './wordpress.ts';

/** The order matters: Werkzeug's oldest hashes look like Django's, and a hexadecimal digest is also valid base 64. */
const SYNTAXES = [
  readPhc,
  readWordPress,
  readDjango,
  readWerkzeug,
  readBetterAuth,
  readPlainDigest,
  readAspNetIdentity,
];

/** Spring's DelegatingPasswordEncoder: `{bcrypt}$2a$…`, `{argon2@SpringSecurity_v5_8}$argon2id$…`. */
const SPRING = /^\{(?:bcrypt|argon2)(?:@\w+)?\}(?=\$)/;
const BRACED = /^\{([^{}]{0,40})\}/;

/** Reads a password hash in any known format. Throws UnusableHash. */
export function readHash(exported: string, hasPepper: boolean): ForeignHash {
  const text = exported.replace(SPRING, '');
  const [, name] = BRACED.exec(text) ?? [];
  if (name !== undefined) throw new UnusableHash(`password hashes of the kind ${JSON.stringify(name)} are not known`);
  if (hasPepper) {
    const hash = readBcrypt(text, 'pepper');
    if (hash) return hash;
  }
  for (const read of SYNTAXES) {
    const hash = read(text);
    if (hash) return hash;
  }
  throw new UnusableHash('the password hash has no known format');
}

const BY_HEX_LENGTH: Readonly<Record<number, string>> = { 32: 'md5', 40: 'sha1', 64: 'sha256', 128: 'sha512' };

/** An unsalted digest in hexadecimal. */
function readPlainDigest(text: string): ForeignHash | undefined {
  const digestName = /^[0-9a-fA-F]+$/.test(text) ? BY_HEX_LENGTH[text.length] : undefined;
  if (digestName === undefined) return undefined;
  return { derivation: 'sha', fields: [digestName, 'salt-first', ''], digest: Buffer.from(text, 'hex') };
}
