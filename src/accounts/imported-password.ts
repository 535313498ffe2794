import { type Secrets, UnusableHash } from '../imports/hashes/derivation.ts';
import { readStoredHash, storedForm } from '../imports/hashes/stored-hash.ts';
import { readArgon2 } from '../imports/syntaxes/phc.ts';
import type { ForeignUser, StoredText } from '../imports/users/foreign-user.ts';
import { NO_PASSWORD, RECOMMENDED_COST } from './password-hashing.ts';

/** The stored form of an imported password. A fast hash still has to be wrapped, with the given function. */
export type ImportedPassword = string | { wrap(hash: (text: string) => Promise<string>): Promise<string> };

const { memoryCost, timeCost, parallelism } = RECOMMENDED_COST;
const OURS = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
const WRAPPED = /^\{wrapped\}[^$]+\$.*?(\$argon2id\$.+)$/s;
const DERIVED = /^\{([a-z0-9-]+)\}(.+)$/s;

/** Throws UnusableHash where the hash cannot be read, or costs more than a login may. */
export function importedPassword(user: ForeignUser, secrets: Secrets): ImportedPassword {
  const hash = user.hash();
  if (hash === undefined) return NO_PASSWORD;
  if ('stored' in hash) return exportedPassword(hash, secrets);
  const form = storedForm(hash, secrets);
  return form.isFast ? form : form.plain;
}

/** As `latchkey export --hashes` wrote it; somebody may have changed it since. */
function exportedPassword({ stored }: StoredText, secrets: Secrets): ImportedPassword {
  if (stored === NO_PASSWORD) return NO_PASSWORD;
  const [, outer] = WRAPPED.exec(stored) ?? [];
  const argon2 = readArgon2(outer ?? stored);
  if (outer !== undefined) {
    if (!argon2) throw new UnusableHash('the password hash is cut off or malformed');
    readStoredHash(stored, secrets);
    storedForm(argon2, secrets);
    return stored;
  }
  if (argon2) {
    const form = storedForm(argon2, secrets);
    if (stored.startsWith(OURS)) return stored;
    return form.isFast ? form : form.plain;
  }
  const [, derivation = '', rest = ''] = DERIVED.exec(stored) ?? [];
  const fields = rest.split('$');
  const form = storedForm({ derivation, digest: Buffer.from(fields.pop() ?? '', 'base64url'), fields }, secrets);
  return form.isFast ? form : form.plain;
}
