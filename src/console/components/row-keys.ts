import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useKey } from '../screens/shortcuts.tsx';

const CONTROLS = 'a[href], button, input, select';

const rowsIn = (body: HTMLElement | null): HTMLTableRowElement[] => [
  ...(body?.querySelectorAll<HTMLTableRowElement>('tr[data-key]') ?? []),
];
const targetOf = (row: HTMLElement): HTMLElement => row.querySelector<HTMLElement>('.row-link') ?? row;

/** For the body of the table. */
export interface BodyProps {
  readonly ref: RefObject<HTMLTableSectionElement | null>;
  readonly onClick: (event: MouseEvent) => void;
  readonly onMouseOver: (event: MouseEvent) => void;
  readonly onFocusIn: (event: FocusEvent) => void;
}

/**
 * Roving tabindex: Tab enters the list at one row, arrow keys and j and k move between rows, and Tab goes on to the
 * controls of that row and then out of the list. `atTheEnd` is called when somebody wants to go below the last row.
 */
export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>, atTheEnd: () => void): BodyProps {
  const current = useRef<string>(undefined);
  // Before the rows change: where the focus is.
  const focused = rowsIn(body.current).findIndex((row) => row.contains(document.activeElement));
  useLayoutEffect(() => {
    const rows = rowsIn(body.current);
    // The row that had the focus is gone: the one in its place takes it.
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

/** With a key as with the mouse, Shift included. */
function toggle(row: HTMLElement | undefined, isRange: boolean): boolean {
  const box = row?.querySelector<HTMLInputElement>('td.select input:not(:disabled)');
  box?.dispatchEvent(new MouseEvent('click', { shiftKey: isRange, bubbles: true, cancelable: true }));
  return box != null;
}

/** What does not fit is shown whole over its neighbours while it is pointed at or has the focus. */
function markCut(target: EventTarget | null): void {
  const cell = target instanceof Element ? target.closest('td') : null;
  // Once marked, it may be shown whole, and would no longer be found to be cut off.
  for (const text of cell?.querySelectorAll('.two-lines:not([data-cut]), .cut:not([data-cut])') ?? []) {
    const lines = text.matches('.cut') ? [text] : [...text.children];
    if (lines.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)) text.setAttribute('data-cut', '');
  }
}

/** The row that Tab would enter the list at: for when what had the focus is gone. */
export const focusCurrentRow = (): void =>
  document.querySelector<HTMLElement>('.paged tbody .row-link[tabindex="0"]')?.focus();

export const focusFirstRow = (): void => document.querySelector<HTMLElement>('.paged tbody .row-link')?.focus();

export const rowKeyOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-key]')?.dataset.key : undefined;

export function focusRowWithKey(body: RefObject<HTMLElement | null>, key: string): void {
  const row = rowsIn(body.current).find(({ dataset }) => dataset.key === key);
  if (row) targetOf(row).focus({ preventScroll: true });
}

/** Which row a key leads to. Outside of the list only j and k do: the arrow keys scroll the page there. */
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

/** Tab stops at one row only. */
function markRow(rows: readonly HTMLTableRowElement[], key: string | undefined): void {
  const active = rows.find(({ dataset }) => dataset.key === key) ?? rows[0];
  for (const row of rows) {
    const tabIndex = row === active ? 0 : -1;
    if (targetOf(row) === row) row.tabIndex = tabIndex;
    for (const control of row.querySelectorAll<HTMLElement>(CONTROLS)) control.tabIndex = tabIndex;
  }
}

/** The whole row can be clicked, except while text is being selected. */
function openRow({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest(`${CONTROLS}, label`)) return;
  if (getSelection()?.isCollapsed === false) return;
  target.closest('tr')?.querySelector<HTMLElement>('.row-link')?.click();
}
