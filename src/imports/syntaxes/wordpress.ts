import { base64url, type ForeignHash, UnusableHash } from '../hashes/derivation.ts';
import { readBcrypt } from './phc.ts';

const ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PHPASS = /^\$[PH]\$([./0-9A-Za-z])([./0-9A-Za-z]{8})([./0-9A-Za-z]{22})$/;
const MD5_BYTES = 16;

/** phpass' own base 64: the lowest bits of three bytes come first. */
function decodePhpass(text: string): Buffer {
  const bits = [...text].flatMap((character) => {
    const value = ALPHABET.indexOf(character);
    return [0, 1, 2, 3, 4, 5].map((bit) => (value >> bit) & 1);
  });
  return Buffer.from(
    Array.from({ length: MD5_BYTES }, (_, at) =>
      bits.slice(8 * at, 8 * at + 8).reduce((sum, bit, place) => sum + (bit << place), 0),
    ),
  );
}

/** `$P$…` (phpass; phpBB writes `$H$…`), and `$wp$2y$…` since WordPress 6.8. */
export function readWordPress(text: string): ForeignHash | undefined {
  if (text.startsWith('$wp$')) {
    const hash = readBcrypt(text.slice(3), 'wp-sha384');
    if (!hash) throw new UnusableHash('the password hash is cut off or malformed');
    return hash;
  }
  if (!/^\$[PH]\$/.test(text)) return undefined;
  const [, log2 = '', salt = '', digest] = PHPASS.exec(text) ?? [];
  if (digest === undefined) throw new UnusableHash('the password hash is cut off or malformed');
  const fields = [String(ALPHABET.indexOf(log2)), base64url(salt)];
  return { derivation: 'phpass', fields, digest: decodePhpass(digest) };
}
