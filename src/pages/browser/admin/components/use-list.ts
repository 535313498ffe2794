import { useEffect, useRef, useState } from 'preact/hooks';
import { get, type Refused } from '../admin-api.ts';

const PAGE_SIZE = 50;
const LARGEST_PAGE = 100;
/** After so many pages that were short, what was found is shown; more can be asked for. */
const PATIENCE = 10;
/** As many rows as are read again at most. */
const MOST_ROWS = 500;

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

interface ListState<Item> {
  /** Undefined: nothing has been read yet. Items that are there stay while others are read, and when that fails. */
  readonly items: readonly Item[] | undefined;
  readonly next: string | null;
  readonly isBusy: boolean;
  readonly refused: Refused | undefined;
}

export interface List<Item> extends ListState<Item> {
  readMore(): Promise<void>;
  /** Reads as much of the list again as is shown. */
  reload(): Promise<void>;
  /**
   * Puts items that are newer before the others, as those of a live list. Those that are there already are left out.
   */
  prepend(newer: readonly Item[], keyOf: (item: Item) => string): void;
}

type Parameters = Readonly<Record<string, string>>;

/**
 * A list of the administration, read again from its beginning whenever the parameters change. Only the newest request
 * counts.
 */
export function useList<Item>(path: string, parameters: Parameters): List<Item> {
  const [state, setState] = useState<ListState<Item>>({
    items: undefined,
    next: null,
    isBusy: true,
    refused: undefined,
  });
  const latest = useRef(state);
  latest.current = state;
  const current = useRef<AbortController>(undefined);

  async function read(count: number, before: Page<Item>): Promise<void> {
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    setState((shown) => ({ ...shown, isBusy: true }));
    const found = await collect<Item>(path, parameters, count, before.next, own.signal);
    if (own.signal.aborted) return;
    if ('refused' in found) {
      if (found.refused.code !== 'cancelled')
        setState((shown) => ({ ...shown, isBusy: false, refused: found.refused }));
      return;
    }
    const items = [...before.items, ...found.items];
    setState({ items, next: found.next, isBusy: false, refused: undefined });
  }
  const readFirst = (count: number) => read(count, { items: [], next: null });
  useEffect(() => void readFirst(countBefore()), [path, JSON.stringify(parameters)]);
  useEffect(() => () => current.current?.abort(), []);
  return {
    ...state,
    async readMore() {
      const { items, next, isBusy } = latest.current;
      if (items === undefined || next === null || isBusy) return;
      await read(PAGE_SIZE, { items, next });
      keepPlace(latest.current.items?.length ?? 0);
    },
    reload: () => readFirst(Math.max(latest.current.items?.length ?? 0, PAGE_SIZE)),
    prepend: (newer, keyOf) =>
      setState((shown) => {
        const items = shown.items ?? [];
        const known = new Set(items.map(keyOf));
        return { ...shown, items: [...newer.filter((item) => !known.has(keyOf(item))), ...items] };
      }),
  };
}

/** Pages may be short, or empty, and still be followed by others. */
async function collect<Item>(
  path: string,
  parameters: Parameters,
  count: number,
  after: string | null,
  signal: AbortSignal,
): Promise<Page<Item> | { readonly refused: Refused }> {
  const items: Item[] = [];
  let next = after;
  let asked = 0;
  do {
    const limit = Math.min(Math.max(count - items.length, PAGE_SIZE), LARGEST_PAGE);
    const reply = await get<Page<Item>>(path, { ...parameters, limit, after: next ?? undefined }, signal);
    if (!reply.ok) return { refused: reply };
    items.push(...reply.data.items);
    next = reply.data.next;
    asked += 1;
  } while (next !== null && items.length < count && (asked < PATIENCE || items.length === 0));
  return { items, next };
}

/**
 * How much of a list was shown, and where on it the reader was: kept with the entry of the history, for when Back
 * leads to it.
 */
interface Place {
  readonly shown?: number;
  readonly scrollY?: number;
}

const placeKept = (): Place => (history.state as Place | null) ?? {};
const countBefore = (): number => Math.min(Math.max(placeKept().shown ?? 0, PAGE_SIZE), MOST_ROWS);

export const keepPlace = (shown: number): void => history.replaceState({ shown, scrollY }, '');

/** Once, when the rows are there. */
export function useScrollBack(isShown: boolean): void {
  const place = useRef(placeKept().scrollY);
  useEffect(() => {
    if (!isShown) return;
    if (place.current !== undefined) scrollTo(0, place.current);
    place.current = undefined;
  }, [isShown]);
}
