import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useWindowEvent } from '../../pages/browser/components/use-window-event.ts';
import { get, type Refused } from '../screens/admin-api.ts';
import { changeAddress, entry, keepInEntry, keepValue, keptValue } from '../screens/router.ts';
import { useNewest } from './loaded.tsx';
import { focusRowWithKey } from './row-keys.ts';

type Parameters = Readonly<Record<string, string>>;

/** The parameters of a screen in the address bar, so that Back, Forward, copied addresses and reloads show the same. */
export interface Address {
  /** The values in the address; empty if not set. */
  readonly values: Parameters;
  /** True if a filter is set. */
  readonly isNarrowed: boolean;
  /** An empty value removes a parameter. */
  set(given: Parameters, how?: 'pushState' | 'replaceState'): void;
  /** Removes filters and keeps the order. */
  clear(): void;
}

/** `names`: the parameters of the screen. */
export function useAddress(names: readonly string[]): Address {
  const [search, setSearch] = useState(location.search);
  useWindowEvent('popstate', () => setSearch(location.search));
  return useMemo(() => {
    const query = new URLSearchParams(search);
    const narrowing = names.filter((name) => name !== 'sort');
    const set: Address['set'] = (given, how = 'pushState') => {
      const search = queryWith(given);
      if (search === location.search) return;
      changeAddress(location.pathname + search, how);
      setSearch(search);
    };
    return {
      values: Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])),
      isNarrowed: narrowing.some((name) => query.has(name)),
      set,
      clear: () => set(Object.fromEntries(narrowing.map((name) => [name, '']))),
    };
  }, [search]);
}

/** The current query with other values, which may be newer than the rendered one. */
export function queryWith(given: Parameters): string {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(given)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

const PAGE_SIZE = 50;
const MAX_PAGE = 100;
/** Shows what it has after this many short pages; the user can load more. */
const MAX_SHORT_PAGES = 10;
/** The maximum number of rows to reload. */
const MAX_ROWS = 500;

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

interface ListState<Item> {
  /** Undefined until loaded. Existing items stay during a reload, and if it fails. */
  readonly items?: readonly Item[];
  readonly next: string | null;
  readonly isBusy: boolean;
  readonly refused?: Refused;
}

export interface List<Item> extends ListState<Item> {
  /** The address with its filters. */
  readonly address: Address;
  readMore(): Promise<void>;
  /** Reloads as many rows as are shown. */
  reload(): Promise<void>;
  /** Inserts newer items at the top, as in a live list, skipping those already there. */
  prepend(newer: readonly Item[], keyOf: (item: Item) => string): void;
}

/**
 * A list of the administration with filters in the address bar. Reloads from the start when they change. `isHeld`: not
 * yet.
 */
export function useList<Item>(path: string, address: Address, isHeld = false): List<Item> {
  const [state, setState] = useState<ListState<Item>>(() => keptValue(path) ?? { next: null, isBusy: true });
  const latest = useRef(state);
  latest.current = state;
  useEffect(() => keepValue(path, state), [state]);
  const begin = useNewest();

  async function read(count: number, before: Page<Item>): Promise<void> {
    const signal = begin();
    setState((shown) => ({ ...shown, isBusy: true }));
    const found = await collect<Item>(path, address.values, count, before.next, signal);
    if (signal.aborted) return;
    if ('items' in found) setState({ items: [...before.items, ...found.items], next: found.next, isBusy: false });
    else if (found.code !== 'cancelled') setState((shown) => ({ ...shown, isBusy: false, refused: found }));
  }
  const readFirst = (count: number) => read(count, { items: [], next: null });
  useEffect(() => {
    if (!isHeld) void readFirst(countBefore());
  }, [address.values, isHeld]);
  return {
    ...state,
    isBusy: state.isBusy || isHeld,
    address,
    async readMore() {
      const { items, next, isBusy } = latest.current;
      if (items === undefined || next === null || isBusy) return;
      await read(PAGE_SIZE, { items, next });
      keepPlace(latest.current.items?.length ?? 0);
    },
    reload: () => readFirst(Math.max(latest.current.items?.length ?? 0, PAGE_SIZE)),
    prepend: (newer, keyOf) => setState((shown) => ({ ...shown, items: withNewer(shown.items ?? [], newer, keyOf) })),
  };
}

/** Newer items first, without duplicates. */
export function withNewer<Item>(items: readonly Item[], newer: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const known = new Set(items.map(keyOf));
  return [...newer.filter((item) => !known.has(keyOf(item))), ...items];
}

/** Pages may be short or empty and still be followed by others. */
async function collect<Item>(
  path: string,
  parameters: Parameters,
  count: number,
  after: string | null,
  signal: AbortSignal,
): Promise<Page<Item> | Refused> {
  const items: Item[] = [];
  let next = after;
  let pages = 0;
  do {
    const limit = Math.min(Math.max(count - items.length, PAGE_SIZE), MAX_PAGE);
    const reply = await get<Page<Item>>(path, { ...parameters, limit, after: next ?? undefined }, signal);
    if (!reply.ok) return reply;
    items.push(...reply.data.items);
    next = reply.data.next;
    pages += 1;
  } while (next !== null && items.length < count && (pages < MAX_SHORT_PAGES || items.length === 0));
  return { items, next };
}

const countBefore = (): number => Math.min(Math.max(entry().shown ?? 0, PAGE_SIZE), MAX_ROWS);

export const keepPlace = (shown: number, row = entry().row): void => keepInEntry({ shown, scrollY, row });

/** Restores the position and the focus of the opened row once the rows are there. */
export function useScrollBack(isShown: boolean, body: RefObject<HTMLElement | null>): void {
  const place = useRef(entry());
  useEffect(() => {
    if (!isShown) return;
    const { scrollY: before, row } = place.current;
    place.current = {};
    if (before !== undefined) scrollTo(0, before);
    if (row !== undefined) focusRowWithKey(body, row);
  }, [isShown]);
}
