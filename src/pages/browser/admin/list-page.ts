import { byId } from '../page.ts';
import { explain } from '../refusals.ts';
import type { Child } from './element.ts';
import { addressFilters } from './list-filters.ts';
import { columnsOf, partsOf, state, stateButton } from './list-parts.ts';
import { listPlace } from './list-place.ts';
import { listReader, PAGE_SIZE, type Reading } from './list-reader.ts';
import { focusRow, listTable } from './list-table.ts';
import { rowKeys } from './row-keys.ts';
import { type RowOptions, rows } from './rows.ts';
import type { Screen } from './shell.ts';
import { common } from './words.ts';

export interface ListOptions<Item> extends RowOptions<Item> {
  /** As in the view: `listView({ id, … })`. */
  readonly id: string;
  /** The operation that gives the list. */
  readonly path: string;
  /** What of the address is passed on to it, besides `query` and `sort`. */
  readonly filters?: readonly string[];
  /** Passed on always. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** What stands in each column, by the names of the view. */
  readonly cells: Readonly<Record<string, (item: Item) => Child>>;
  /** Shown where there is nothing at all, no filter being set. */
  readonly empty?: { readonly title?: string; readonly text: Child };
  /** Called when rows have been replaced or added. */
  readonly shown?: (items: readonly Item[]) => void;
}

export interface ListPage<Item> {
  /** Reads as much of the list again as is shown; the rows stay meanwhile. */
  reload(): Promise<void>;
  readonly items: () => readonly Item[];
  /** The row of an item, while it is shown. */
  readonly rowOf: (key: string) => HTMLTableRowElement | undefined;
  /** Puts items that are newer before the others, as those of a live list. */
  prepend(newer: readonly Item[]): void;
}

/** A list whose filters are in the address bar. Rows that are there stay while others are being read, and when that fails. */
export function listPage<Item>({ signal, search }: Screen, options: ListOptions<Item>): ListPage<Item> {
  const root = byId(`${options.id}-list`, HTMLElement);
  const parts = partsOf(root);
  const columns = columnsOf(root, options.cells);
  let items: readonly Item[] = [];
  let next: string | null = null;

  const place = listPlace();
  const names = ['query', 'sort', ...(options.filters ?? [])];
  const filters = addressFilters(root, { search, names, signal, changed: () => void read(place.count()) });
  const table = listTable(parts, () => void read(PAGE_SIZE));
  const parameters = () => ({ ...options.fixed, ...filters.values() });
  const reader = listReader<Item>({ path: options.path, parameters, signal, busy: table.setBusy });
  const keys = rowKeys(parts.body, signal, () => void readMore());
  const rowsOf = (some: readonly Item[]) => rows(some, columns, options);

  async function read(count: number): Promise<void> {
    const reading = await reader.first(count);
    if (!accepted(reading)) return;
    ({ items, next } = reading);
    showAll();
    place.scrollBack();
  }
  async function readMore(): Promise<void> {
    if (next === null || reader.isBusy()) return;
    const reading = await reader.after(next);
    if (!accepted(reading)) return;
    const wasButton = document.activeElement === parts.more;
    const added = rowsOf(reading.items);
    items = [...items, ...reading.items];
    next = reading.next;
    parts.body.append(...added);
    tell();
    place.keep(items.length);
    // The button may be gone, and what was asked for is in the new rows.
    if (wasButton) focusRow(added[0]);
  }
  function accepted(reading: Reading<Item>): reading is Exclude<Reading<Item>, undefined | { refused: unknown }> {
    if (reading && 'refused' in reading) table.showProblem(explain(reading.refused));
    return reading !== undefined && !('refused' in reading);
  }
  function showAll(): void {
    if (items.length > 0) table.show(rowsOf(items));
    else table.showState(filters.areSet() ? noMatch(filters.clear) : nothing(options));
    tell();
  }
  function tell(): void {
    table.tell(items.length, next !== null);
    keys.refresh();
    options.shown?.(items);
  }

  parts.retry.addEventListener('click', () => void read(Math.max(items.length, PAGE_SIZE)), { signal });
  parts.more.addEventListener('click', () => void readMore(), { signal });
  parts.body.addEventListener('click', () => place.keep(items.length), { signal, capture: true });
  void read(place.count());
  return {
    reload: () => read(Math.max(items.length, PAGE_SIZE)),
    items: () => items,
    rowOf: (key) => [...parts.body.rows].find(({ dataset }) => dataset.key === key),
    prepend(newer) {
      const wasEmpty = items.length === 0;
      items = [...newer, ...items];
      if (wasEmpty) return showAll();
      parts.body.prepend(...rowsOf(newer));
      tell();
    },
  };
}

const nothing = <Item>({ empty }: ListOptions<Item>): HTMLElement =>
  state(empty?.title ?? common.emptyTitle, empty?.text ?? '');

const noMatch = (clear: () => void): HTMLElement =>
  state(common.noMatchTitle, common.noMatch, stateButton(common.clearFilters, clear));
