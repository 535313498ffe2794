import type { User } from './user.ts';

/**
 * The maximum length of a key. Longer ones would not fit into an index of PostgreSQL; nobody types as much to find an
 * account.
 */
const MAX_KEY_CODE_POINTS = 100;

/**
 * Normalises a text for search and sorting: no accents, lower case, single spaces. Computed here, because SQLite's
 * lower() knows only ASCII, and PostgreSQL's depends on the locale.
 */
export function folded(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    // Upper case first, so that ß becomes ss.
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ς', 'σ')
    .replaceAll(/[\s\p{Z}]+/gu, ' ')
    .trim();
  return shortened(plain === '' ? text.trim() : plain);
}

const shortened = (text: string): string => Array.from(text).slice(0, MAX_KEY_CODE_POINTS).join('');

/** Keeps letters and digits: `+44 (20) 7946-0958` becomes 442079460958. */
export const phoneKey = (phoneNumber: string): string =>
  shortened(folded(phoneNumber).replaceAll(/[^\p{L}\p{N}]/gu, ''));

export interface SearchKeys {
  readonly name: string;
  /** Everything after the first space. The database derives what follows further spaces (user_name_parts). */
  readonly surname: string;
  readonly phone: string;
}

/** The keys that find an account, besides its e-mail address and id. */
export function searchKeys({ fullName, phoneNumber }: Pick<User, 'fullName' | 'phoneNumber'>): SearchKeys {
  const name = folded(fullName);
  const blank = name.indexOf(' ');
  return { name, surname: blank < 0 ? '' : name.slice(blank + 1), phone: phoneKey(phoneNumber ?? '') };
}
