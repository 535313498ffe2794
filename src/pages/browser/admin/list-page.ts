import { fill } from '../../texts/fill.ts';
import type { Reply } from '../api.ts';
import { byId } from '../page.ts';
import { explain } from '../refusals.ts';
import { get, type ListAnswer } from './admin-api.ts';
import { type Child, element, replaceContent } from './element.ts';
import { addressFilters } from './list-filters.ts';
import { rowKeys } from './row-keys.ts';
import { type Column, type RowOptions, rows } from './rows.ts';
import type { Screen } from './shell.ts';
import { formatNumber } from './times.ts';
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
  /** Called when the rows have been replaced or added. */
  readonly shown?: (items: readonly Item[]) => void;
}

export interface ListPage<Item> {
  /** Reads as much of the list again as is shown; the rows stay meanwhile. */
  reload(): Promise<void>;
  readonly items: () => readonly Item[];
  /** The row of an item, while it is shown. */
  readonly rowOf: (key: string) => HTMLTableRowElement | undefined;
  /** Puts an item that the screen knows to be new before the others, as those of a live list. */
  prepend(items: readonly Item[]): void;
}

const PAGE_SIZE = 50;
const LARGEST_PAGE = 100;

/** A list whose filters are in the address bar. Rows that are there stay while others are being read, and when that fails. */
export function listPage<Item>({ signal, search }: Screen, options: ListOptions<Item>): ListPage<Item> {
  const root = byId(`${options.id}-list`, HTMLElement);
  const parts = partsOf(root);
  const columns = columnsOf(root, options.cells);
  let items: readonly Item[] = [];
  let next: string | null = null;
  let hasRows = false;
  let reading = new AbortController();
  signal.addEventListener('abort', () => reading.abort());

  const filters = addressFilters(
    root,
    search,
    ['query', 'sort', ...(options.filters ?? [])],
    signal,
    () => void read(),
  );
  const keys = rowKeys(parts.body, signal, () => void readMore());
  const made = (some: readonly Item[]) => rows(some, columns, options);

  /** Reads from the beginning, and at least as many as `count`. */
  async function read(count = PAGE_SIZE): Promise<void> {
    const found: Item[] = [];
    let after: string | null = null;
    const answer = await whileBusy(async (ending) => {
      for (;;) {
        const limit = Math.min(Math.max(count - found.length, PAGE_SIZE), LARGEST_PAGE);
        const reply = await ask(limit, after, ending);
        if (!reply.ok) return reply;
        found.push(...reply.data.items);
        after = reply.data.next;
        if (after === null || found.length >= count) return reply;
      }
    });
    if (answer) show(found, after);
  }
  async function readMore(): Promise<void> {
    if (next === null || parts.table.getAttribute('aria-busy') === 'true') return;
    const after = next;
    const answer = await whileBusy((ending) => ask(PAGE_SIZE, after, ending));
    if (!answer?.ok) return;
    const wasFocused = document.activeElement === parts.more;
    const added = made(answer.data.items);
    items = [...items, ...answer.data.items];
    next = answer.data.next;
    parts.body.append(...added);
    tell();
    // The button may be gone, and what was asked for stands in the new rows.
    if (wasFocused) added[0]?.querySelector<HTMLElement>('.row-link, a, button')?.focus();
  }
  const ask = (limit: number, after: string | null, ending: AbortSignal) =>
    get<ListAnswer<Item>>(
      options.path,
      { ...options.fixed, ...filters.values(), limit, after: after ?? undefined },
      ending,
    );

  /** A later request replaces the one before. Undefined: it was refused, which has been said, or is not wanted any more. */
  async function whileBusy<Answer extends { readonly ok: boolean; readonly code: string }>(
    run: (ending: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    reading.abort();
    const own = new AbortController();
    reading = own;
    parts.table.setAttribute('aria-busy', 'true');
    const answer = await run(own.signal);
    if (own.signal.aborted) return undefined;
    parts.table.setAttribute('aria-busy', 'false');
    if (answer.ok) return answer;
    if (answer.code !== 'cancelled') showProblem(explain(answer as unknown as Reply));
    return undefined;
  }
  function show(found: readonly Item[], after: string | null): void {
    items = found;
    next = after;
    hasRows = true;
    parts.problem.hidden = true;
    const focused = parts.body.contains(document.activeElement) ? indexOfFocus() : -1;
    const key = keyOfFocus();
    parts.body.replaceChildren(...made(found));
    parts.frame.hidden = found.length === 0;
    parts.state.hidden = found.length > 0;
    if (found.length === 0) replaceContent(parts.state, filters.areSet() ? noMatch() : nothing());
    tell();
    if (focused !== -1) focusAgain(key, focused);
  }
  function tell(): void {
    const count = formatNumber(items.length);
    parts.status.textContent =
      items.length === 0 ? '' : fill(next === null ? common.shownAll : common.shown, { count });
    parts.more.hidden = next === null;
    parts.foot.hidden = items.length === 0;
    keys.refresh();
    options.shown?.(items);
  }
  const indexOfFocus = () => [...parts.body.rows].findIndex((row) => row.contains(document.activeElement));
  const keyOfFocus = () => document.activeElement?.closest('tr')?.dataset.key;
  function focusAgain(key: string | undefined, index: number): void {
    const all = [...parts.body.rows];
    const row = all.find(({ dataset }) => dataset.key === key) ?? all[Math.min(index, all.length - 1)];
    (row?.querySelector<HTMLElement>('.row-link, a, button') ?? row)?.focus();
  }
  function showProblem(reason: string): void {
    if (hasRows) {
      parts.problemText.textContent = fill(common.stale, { reason });
      parts.problem.hidden = false;
      return;
    }
    parts.frame.hidden = true;
    parts.foot.hidden = true;
    parts.state.hidden = false;
    replaceContent(
      parts.state,
      state(
        common.failedTitle,
        reason,
        element(
          'button',
          { className: 'button plain', type: 'button', on: { click: () => void read() } },
          common.retry,
        ),
      ),
    );
  }
  const nothing = () => state(options.empty?.title ?? common.emptyTitle, options.empty?.text ?? '');
  const noMatch = () =>
    state(
      common.noMatchTitle,
      common.noMatch,
      element(
        'button',
        { className: 'button plain', type: 'button', on: { click: filters.clear } },
        common.clearFilters,
      ),
    );

  parts.retry.addEventListener('click', () => void read(items.length), { signal });
  parts.more.addEventListener('click', () => void readMore(), { signal });
  void read();
  return {
    reload: () => read(Math.max(items.length, PAGE_SIZE)),
    items: () => items,
    rowOf: (key) => [...parts.body.rows].find(({ dataset }) => dataset.key === key),
    prepend(added) {
      const isFirst = items.length === 0;
      items = [...added, ...items];
      if (isFirst) return show(items, next);
      parts.body.prepend(...made(added));
      tell();
    },
  };
}

/** What stands in place of rows. */
export const state = (title: string, text: Child, ...actions: readonly Child[]): HTMLElement =>
  element(
    'div',
    { className: 'state' },
    element('h2', {}, title),
    text !== '' && element('p', { className: 'soft' }, text),
    actions.length > 0 && element('div', { className: 'state-actions' }, ...actions),
  );

function partsOf(root: HTMLElement) {
  const part = <Part extends HTMLElement>(selector: string): Part => {
    const found = root.querySelector<Part>(selector);
    if (!found) throw new Error(`the list ${root.id} has no ${selector}`);
    return found;
  };
  return {
    table: part<HTMLTableElement>('table'),
    body: part<HTMLTableSectionElement>('tbody'),
    frame: part('.table-frame'),
    state: part('.list-state'),
    foot: part('.list-foot'),
    status: part('.list-foot [role="status"]'),
    more: part<HTMLButtonElement>('.list-more'),
    problem: part('.list-problem'),
    problemText: part('.list-problem span'),
    retry: part<HTMLButtonElement>('.list-problem button'),
  };
}

/** The columns as the server has drawn their headings. */
const columnsOf = <Item>(root: HTMLElement, cells: ListOptions<Item>['cells']): Column<Item>[] =>
  [...root.querySelectorAll<HTMLElement>('th[data-column]')].map(({ dataset, className, textContent }) => {
    const name = dataset.column ?? '';
    const cell = cells[name];
    if (!cell) throw new Error(`the list ${root.id} has no cells for the column ${name}`);
    return { name, label: textContent?.trim() ?? '', className, cell };
  });
