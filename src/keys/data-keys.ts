import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** A sealed value's location, which its authentication includes: a value that was moved does not open. */
interface SealedPlace {
  readonly table: string;
  readonly column: string;
  readonly userId: number;
}

interface NamedKey {
  readonly name: string;
  readonly secret: string;
}

/** Encrypts secrets in the database, such as those of authenticator apps: a stolen copy alone is useless. */
export interface DataKeys {
  /** The first key seals; all keys open. */
  readonly names: readonly string[];
  seal(place: SealedPlace, text: string): string;
  /** Throws CannotOpen if the key is missing, or the value was changed or moved. */
  open(place: SealedPlace, sealed: string): string;
  fingerprint(name: string): string;
  /** Keys derived from each data key, in order, for a use other than encryption. */
  subkeys(use: string): readonly Buffer[];
}

/** A sealed value cannot be opened. The message says why and contains nothing secret. */
export class CannotOpen extends Error {}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Binds derived keys to this use, in case the same secret is configured for another one. */
const PURPOSE = 'latchkey data key v1';

/** A sealed value is `<name of its key>:<nonce, tag and ciphertext, base64url>`. */
export function createDataKeys(ring: readonly NamedKey[]): DataKeys {
  const derived = new Map<string, Buffer>();
  const subkeys = new Map<string, readonly Buffer[]>();
  const keyOf = (name: string): Buffer => {
    const known = derived.get(name);
    if (known) return known;
    const secret = ring.find((key) => key.name === name)?.secret;
    if (secret === undefined) throw new CannotOpen(`sealed with the data key ${name}, which is not among DATA_KEYS`);
    const key = Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES));
    derived.set(name, key);
    return key;
  };
  return {
    names: ring.map(({ name }) => name),
    seal(place, text) {
      const [first] = ring;
      if (!first) throw new Error('there is no data key to seal with');
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keyOf(first.name), nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(additionalData(place));
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${first.name}:${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')}`;
    },
    open(place, sealed) {
      const key = keyOf(keyNameOf(sealed));
      const bytes = Buffer.from(sealed.slice(sealed.indexOf(':') + 1), 'base64url');
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
        decipher.setAAD(additionalData(place));
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        const { table, column, userId } = place;
        throw new CannotOpen(
          `${table}.${column} of user ${userId} was changed or moved, or its data key has another secret`,
        );
      }
    },
    fingerprint: (name) => createHash('sha256').update(keyOf(name)).digest('base64url').slice(0, 12),
    subkeys(use) {
      const known = subkeys.get(use);
      if (known) return known;
      const keys = ring.map(({ secret }) =>
        Buffer.from(hkdfSync('sha256', secret, '', `latchkey ${use} v1`, KEY_BYTES)),
      );
      subkeys.set(use, keys);
      return keys;
    },
  };
}

/** `<name>=<fingerprint>` of each key, for comparing instances. */
export const namedFingerprints = ({ names, fingerprint }: DataKeys): string[] =>
  names.map((name) => `${name}=${fingerprint(name)}`);

export const keyNameOf = (sealed: string): string => sealed.slice(0, Math.max(0, sealed.indexOf(':')));

const additionalData = ({ table, column, userId }: SealedPlace): Buffer =>
  Buffer.from(JSON.stringify([table, column, userId]));
