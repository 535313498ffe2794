import { type ForeignHash, type Secrets, UnusableHash } from '../../imports/hashes/derivation.ts';
import { readStoredHash, storedForm } from '../../imports/hashes/stored-hash.ts';
import { readArgon2 } from '../../imports/syntaxes/phc.ts';
import type { ForeignUser, StoredText } from '../../imports/users/foreign-user.ts';
import { RECOMMENDED_COST } from '../passwords/password-hashing.ts';

/** The stored form of an imported password, or null if there is none. Wraps a fast hash with the given function. */
export type ImportedPassword = null | string | { wrap(hash: (text: string) => Promise<string>): Promise<string> };

const { memoryCost, timeCost, parallelism } = RECOMMENDED_COST;
const OURS = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
const WRAPPED = /^\{wrapped\}[^$]+\$.*?(\$argon2id\$.+)$/s;
const DERIVED = /^\{([a-z0-9-]+)\}(.+)$/s;

/** Placeholders for a password in an export. */
const NONE = '{none}';

/** Throws UnusableHash if the hash cannot be read or costs more than a login may. */
export function importedPassword(user: Pick<ForeignUser, 'hash'>, secrets: Secrets): ImportedPassword {
  const hash = user.hash();
  if (hash === undefined) return null;
  if ('stored' in hash) return exportedPassword(hash, secrets);
  const form = storedForm(hash, secrets);
  return form.isFast ? form : form.plain;
}

/** The format of `latchkey export --hashes`; the file may have been edited. */
function exportedPassword({ stored }: StoredText, secrets: Secrets): ImportedPassword {
  if (stored === NONE) return null;
  const [, outer] = WRAPPED.exec(stored) ?? [];
  const argon2 = readArgon2(outer ?? stored);
  if (outer !== undefined) {
    if (!argon2) throw new UnusableHash('the password hash is cut off or malformed');
    readStoredHash(stored, secrets, false);
    if (storedForm(argon2, secrets).isFast) throw new UnusableHash('what the password hash is wrapped in is too fast');
    return stored.slice(0, -outer.length) + strictly(argon2);
  }
  if (argon2 && strictly(argon2).startsWith(OURS)) {
    storedForm(argon2, secrets);
    return strictly(argon2);
  }
  const [, derivation = '', rest = ''] = DERIVED.exec(stored) ?? [];
  const fields = rest.split('$');
  const digest = Buffer.from(fields.pop() ?? '', 'base64url');
  const form = storedForm(argon2 ?? { derivation, digest, fields }, secrets);
  return form.isFast ? form : form.plain;
}

/** The library's form of base64: no padding, no other alphabet, no leftover bits. */
function strictly({ fields, digest }: ForeignHash): string {
  const [algorithm, version, memory, passes, lanes, salt = ''] = fields;
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');
  const cost = `m=${memory},t=${passes},p=${lanes}`;
  return `$${algorithm}$v=${version}$${cost}$${base64(Buffer.from(salt, 'base64url'))}$${base64(digest)}`;
}
