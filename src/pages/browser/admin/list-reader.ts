import { type AdminReply, get, type ListAnswer, type Refused } from './admin-api.ts';

export const PAGE_SIZE = 50;
const LARGEST_PAGE = 100;
/** After so many pages that were short, what was found is shown; more can be asked for. */
const PATIENCE = 10;

/** What came of reading: a part of the list, or why there is none. Undefined: a later request has taken its place, or the screen was left. */
export type Reading<Item> = ListAnswer<Item> | { readonly refused: Refused } | undefined;

export interface ListReader<Item> {
  readonly isBusy: () => boolean;
  /** From the beginning, and `count` items if there are as many. */
  first(count: number): Promise<Reading<Item>>;
  /** The items after a cursor. */
  after(cursor: string): Promise<Reading<Item>>;
}

interface ReaderOptions {
  readonly path: string;
  readonly parameters: () => Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly busy: (isBusy: boolean) => void;
}

/** Reads a list of the administration. Only the newest request counts. */
export function listReader<Item>({ path, parameters, signal, busy }: ReaderOptions): ListReader<Item> {
  let current: AbortController | undefined;
  signal.addEventListener('abort', () => current?.abort());

  async function alone(read: (ending: AbortSignal) => Promise<Reading<Item>>): Promise<Reading<Item>> {
    current?.abort();
    const own = new AbortController();
    current = own;
    busy(true);
    const reading = await read(own.signal);
    if (own.signal.aborted) return undefined;
    current = undefined;
    busy(false);
    return reading && 'refused' in reading && reading.refused.code === 'cancelled' ? undefined : reading;
  }
  const ask = (limit: number, after: string | null, ending: AbortSignal): Promise<AdminReply<ListAnswer<Item>>> =>
    get(path, { ...parameters(), limit, after: after ?? undefined }, ending);

  return {
    isBusy: () => current !== undefined,
    after: (cursor) => alone((ending) => collect(PAGE_SIZE, cursor, ending)),
    first: (count) => alone((ending) => collect(count, null, ending)),
  };

  /** Pages may be short, or empty, and still be followed by others. */
  async function collect(count: number, after: string | null, ending: AbortSignal): Promise<Reading<Item>> {
    const items: Item[] = [];
    let next = after;
    let asked = 0;
    do {
      const limit = Math.min(Math.max(count - items.length, PAGE_SIZE), LARGEST_PAGE);
      const reply: AdminReply<ListAnswer<Item>> = await ask(limit, next, ending);
      if (!reply.ok) return { refused: reply };
      items.push(...reply.data.items);
      next = reply.data.next;
      asked += 1;
    } while (next !== null && items.length < count && (asked < PATIENCE || items.length === 0));
    return { items, next };
  }
}
