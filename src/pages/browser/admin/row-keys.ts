import { onKey } from './shortcuts.ts';

const CONTROLS = 'a[href], button, input, select';

interface RowKeys {
  /** To be called when rows have been replaced or added. */
  refresh(): void;
}

/**
 * Roving tabindex: Tab enters the list at one row, arrow keys and j and k move between rows, and Tab goes on to the controls of that row
 * and then out of the list. `atTheEnd` is called when somebody wants to go below the last row.
 */
export function rowKeys(body: HTMLElement, signal: AbortSignal, atTheEnd: () => void): RowKeys {
  let current: string | undefined;
  const rows = () => [...body.querySelectorAll<HTMLTableRowElement>('tr[data-key]')];
  const moveTo = (index: number) => {
    const all = rows();
    if (index >= all.length) atTheEnd();
    const row = all[Math.max(0, Math.min(index, all.length - 1))];
    if (row) targetOf(row).focus();
    row?.scrollIntoView({ block: 'nearest' });
  };
  const focused = ({ target }: FocusEvent) => {
    if (target instanceof Element) current = target.closest('tr')?.dataset.key ?? current;
    markRow(rows(), current);
  };
  body.addEventListener('focusin', focused, { signal });
  body.addEventListener('click', openRow, { signal });
  onKey(signal, (key, event) => {
    const all = rows();
    const inside = all.findIndex((row) => row.contains(document.activeElement));
    const entry = Math.max(
      0,
      all.findIndex(({ dataset }) => dataset.key === current),
    );
    const index = indexAfter(key, inside, entry, all.length);
    if (index === undefined) return;
    moveTo(index);
    event.preventDefault();
  });
  return { refresh: () => markRow(rows(), current) };
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

const targetOf = (row: HTMLElement): HTMLElement => row.querySelector<HTMLElement>('.row-link') ?? row;

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
