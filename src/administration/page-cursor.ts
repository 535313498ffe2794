import { integer, list, named, nullableString, object, type Schema, text } from '../api/json-schema.ts';
import type { ApiError } from '../http/api-error.ts';
import { hasForbiddenCharacters } from '../lib/characters.ts';
import { invalid, type Parameters } from './query-parameters.ts';

const MAX_ITEMS = 100;
const DEFAULT_ITEMS = 50;

/** The parameters of every list. */
export const PAGE_PARAMETERS: Readonly<Record<string, Schema>> = {
  after: text('The `next` of the previous page. All other parameters must stay the same.'),
  limit: { ...integer(), minimum: 1, maximum: MAX_ITEMS, default: DEFAULT_ITEMS },
};

/** The answer of a list. */
export const pageOf = <Item>(name: string, item: Schema<Item>) =>
  named(
    name,
    object({
      items: list(item),
      next: nullableString({ description: 'The `after` parameter of the next page; null on the last page.' }),
    }),
  );

export const limitOf = ({ limit }: Parameters): number => (limit === undefined ? DEFAULT_ITEMS : Number(limit));

/** The position where the next page starts: the sort value and the id of a row. */
export interface Place {
  readonly key: string;
  readonly id: number;
}

/**
 * A cursor repeats all parameters except those of paging: with other parameters it would continue in the middle of
 * another list. It is not signed, because it grants no more than a query parameter could.
 */
export const cursorOf = (query: Parameters, { key, id }: Place): string =>
  Buffer.from(JSON.stringify([key, id, listOf(query)])).toString('base64url');

/** The place in `after`; undefined for the first page. Refuses a malformed cursor and one of another list. */
export function readCursor(query: Parameters): Place | undefined {
  const { after } = query;
  if (after === undefined) return undefined;
  const [key, id, list, ...others] = parsed(after);
  const isPlace = typeof key === 'string' && !hasForbiddenCharacters(key) && Number.isSafeInteger(id);
  if (!isPlace || typeof list !== 'string' || others.length > 0) throw notACursor();
  if (list !== listOf(query)) throw invalid('after', 'belongs to a list with other parameters');
  return { key, id: Number(id) };
}

const notACursor = (): ApiError => invalid('after', 'must be the next of another page');

function parsed(after: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(after, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function listOf({ after: _after, limit: _limit, ...parameters }: Parameters): string {
  const filled = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(filled.sort()).toString();
}
