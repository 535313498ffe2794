import { base64url, type ForeignHash } from '../hashes/derivation.ts';

const HASH = /^([a-z0-9:]+)\$([^$]*)\$([0-9a-f]+)$/;
/** The default in versions that did not write the number of iterations. */
const PBKDF2_ITERATIONS = '50000';

/** `generate_password_hash` of Flask applications: `scrypt:32768:8:1$<salt>$<hex>`. */
export function readWerkzeug(text: string): ForeignHash | undefined {
  const [, method = '', salt = '', hex] = HASH.exec(text) ?? [];
  if (hex === undefined) return undefined;
  const [name = '', ...details] = method.split(':');
  const digest = Buffer.from(hex, 'hex');
  if (name === 'scrypt') return { derivation: 'scrypt', fields: ['', ...threeOf(details), base64url(salt)], digest };
  if (name === 'pbkdf2') {
    const [digestName = 'sha256', iterations = PBKDF2_ITERATIONS] = details;
    return { derivation: 'pbkdf2', fields: [digestName, iterations, base64url(salt)], digest };
  }
  // Versions before 2.3: a single HMAC, with the salt as its key.
  if (details.length > 0) return undefined;
  return { derivation: 'sha', fields: [name, salt === '' ? 'salt-first' : 'hmac', base64url(salt)], digest };
}

const threeOf = ([N = '32768', r = '8', p = '1']: readonly string[]): readonly string[] => [N, r, p];
