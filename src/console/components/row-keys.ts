import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useKey } from '../screens/shortcuts.tsx';

const CONTROLS = 'a[href], button, input, select';

const rowsIn = (body: HTMLElement | null): HTMLTableRowElement[] => [
  ...(body?.querySelectorAll<HTMLTableRowElement>('tr[data-key]') ?? []),
];
const targetOf = (row: HTMLElement): HTMLElement => row.querySelector<HTMLElement>('.row-link') ?? row;

/** Properties for the table body. */
export interface BodyProps {
  readonly ref: RefObject<HTMLTableSectionElement | null>;
  readonly onClick: (event: MouseEvent) => void;
  readonly onAuxClick: (event: MouseEvent) => void;
  readonly onMouseOver: (event: MouseEvent) => void;
  readonly onFocusIn: (event: FocusEvent) => void;
}

/**
 * Roving tabindex: Tab enters the list at one row, arrow keys, j and k move between rows, and Tab continues to the
 * row's controls and out of the list. `atTheEnd` is called below the last row.
 */
export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>, atTheEnd: () => void): BodyProps {
  const current = useRef<string>(undefined);
  // Remembers the focus before the rows change.
  const focused = rowsIn(body.current).findIndex((row) => row.contains(document.activeElement));
  useLayoutEffect(() => {
    const rows = rowsIn(body.current);
    // If the focused row is gone, focuses the row in its place.
    const isLost = focused !== -1 && document.activeElement === document.body;
    const instead = rows[Math.min(focused, rows.length - 1)];
    if (isLost && instead) targetOf(instead).focus();
    markRow(rows, current.current);
  });
  useKey((key) => {
    const rows = rowsIn(body.current);
    const inside = rows.findIndex((row) => row.contains(document.activeElement));
    const entry = Math.max(
      0,
      rows.findIndex(({ dataset }) => dataset.key === current.current),
    );
    if (key === 'x' || key === 'X') return toggle(rows[inside], key === 'X');
    const index = indexAfter(key, inside, entry, rows.length);
    if (index === undefined) return false;
    if (index >= rows.length) atTheEnd();
    focusRow(body, Math.max(0, Math.min(index, rows.length - 1)));
    return true;
  });
  return {
    ref: body,
    onClick: openRow,
    onAuxClick: openRow,
    onMouseOver: ({ target }) => markCut(target),
    onFocusIn({ target }) {
      markCut(target);
      if (target instanceof Element) current.current = target.closest('tr')?.dataset.key ?? current.current;
      markRow(rowsIn(body.current), current.current);
    },
  };
}

export function focusRow(body: RefObject<HTMLTableSectionElement | null>, index: number): void {
  const row = rowsIn(body.current)[index];
  if (!row) return;
  targetOf(row).focus();
  row.scrollIntoView({ block: 'nearest' });
}

/** Toggles by key as by mouse, including Shift. */
function toggle(row: HTMLElement | undefined, isRange: boolean): boolean {
  const box = row?.querySelector<HTMLInputElement>('td.select input:not(:disabled)');
  box?.dispatchEvent(new MouseEvent('click', { shiftKey: isRange, bubbles: true, cancelable: true }));
  return box != null;
}

/** Shows truncated text in full while it is hovered or focused. */
function markCut(target: EventTarget | null): void {
  const cell = target instanceof Element ? target.closest('td') : null;
  // Marked text may be shown in full and no longer measure as truncated.
  for (const text of cell?.querySelectorAll('.two-lines:not([data-cut]), .cut:not([data-cut])') ?? []) {
    const lines = text.matches('.cut') ? [text] : [...text.children];
    if (lines.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)) text.setAttribute('data-cut', '');
  }
}

/** Focuses the current row after the focused element has gone. */
export const focusCurrentRow = (): void =>
  document.querySelector<HTMLElement>('.paged tbody .row-link[tabindex="0"]')?.focus();

export const focusFirstRow = (): void => document.querySelector<HTMLElement>('.paged tbody .row-link')?.focus();

export const rowKeyOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-key]')?.dataset.key : undefined;

export function focusRowWithKey(body: RefObject<HTMLElement | null>, key: string): void {
  const row = rowsIn(body.current).find(({ dataset }) => dataset.key === key);
  if (row) targetOf(row).focus({ preventScroll: true });
}

/** The row that a key leads to. Outside the list, only j and k work, because arrow keys scroll the page. */
function indexAfter(key: string, inside: number, entry: number, count: number): number | undefined {
  if (inside === -1) return key === 'j' || key === 'k' ? entry : undefined;
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return inside + 1;
    case 'k':
    case 'ArrowUp':
      return inside - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Makes one row the only Tab stop. */
function markRow(rows: readonly HTMLTableRowElement[], key: string | undefined): void {
  const active = rows.find(({ dataset }) => dataset.key === key) ?? rows[0];
  for (const row of rows) {
    const tabIndex = row === active ? 0 : -1;
    if (targetOf(row) === row) row.tabIndex = tabIndex;
    for (const control of row.querySelectorAll<HTMLElement>(CONTROLS)) control.tabIndex = tabIndex;
  }
}

/** Makes the whole row clickable, except while text is selected. A middle click opens links in a tab, like Ctrl. */
export function openRow({ target, button, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest(`${CONTROLS}, label`) || button > 1) return;
  if (getSelection()?.isCollapsed === false) return;
  const isInTab = button === 1;
  const keys = { ctrlKey: ctrlKey || isInTab, metaKey: metaKey || isInTab, shiftKey };
  const opener = target.closest('tr')?.querySelector(isInTab ? 'a.row-link' : '.row-link, [data-opens]');
  opener?.dispatchEvent(new MouseEvent('click', { ...keys, bubbles: true, cancelable: true }));
}
