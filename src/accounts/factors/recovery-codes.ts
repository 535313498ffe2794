import { createHash, randomInt } from 'node:crypto';

const CODES = 10;
/** Crockford's base32: no letter that looks like a digit, and no U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 24 characters of 5 bits are 120 bits, which nobody guesses, so a plain hash is enough (ASVS 6.5.2). */
const LENGTH = 24;
const GROUP = 4;
const SHAPE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Codes to write down, in groups: `4F7K-…`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => {
    const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return (characters.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
  });

/** The stored form of a code; undefined for other text. Ignores case, spaces and dashes; reads O as 0, I as 1. */
export function recoveryCodeHash(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return SHAPE.test(code) ? createHash('sha256').update(code).digest('base64url') : undefined;
}
