import type { User } from './user.ts';

/** Longer keys would not fit into an index of PostgreSQL; nobody types as much to find an account. */
const MAX_KEY_CODE_POINTS = 100;

/**
 * A text as it is searched and sorted: without accents, in lower case, with single blanks. Computed here, because
 * lower() of SQLite knows ASCII only, and that of PostgreSQL depends on the locale.
 */
export function folded(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    // By way of upper case, so that ß is ss.
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ς', 'σ')
    .replaceAll(/[\s\p{Z}]+/gu, ' ')
    .trim();
  return shortened(plain === '' ? text.trim() : plain);
}

const shortened = (text: string): string => Array.from(text).slice(0, MAX_KEY_CODE_POINTS).join('');

/** Letters and digits alone: `+44 (20) 7946-0958` is 442079460958. */
export const phoneKey = (phoneNumber: string): string =>
  shortened(folded(phoneNumber).replaceAll(/[^\p{L}\p{N}]/gu, ''));

export interface SearchKeys {
  readonly name: string;
  /** What follows the first blank, if anything. The database derives what follows further ones (user_name_parts). */
  readonly surname: string;
  readonly phone: string;
}

/** What an account is found by, besides its e-mail address and its id. */
export function searchKeys({ fullName, phoneNumber }: Pick<User, 'fullName' | 'phoneNumber'>): SearchKeys {
  const name = folded(fullName);
  const blank = name.indexOf(' ');
  return { name, surname: blank < 0 ? '' : name.slice(blank + 1), phone: phoneKey(phoneNumber ?? '') };
}
