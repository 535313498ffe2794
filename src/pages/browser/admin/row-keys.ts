import { onKey } from './shortcuts.ts';

const CONTROLS = 'a[href], button, input, select';

interface RowKeys {
  /** To be called when rows have been replaced or added. */
  refresh(): void;
}

/**
 * Roving tabindex: Tab enters the list at one row, arrow keys and j and k move between rows, and Tab goes on to the controls of that row
 * and then out of the list.
 */
export function rowKeys(body: HTMLElement, signal: AbortSignal, atTheEnd: () => void): RowKeys {
  let current: string | undefined;
  const all = () => [...body.querySelectorAll<HTMLTableRowElement>('tr[data-key]')];
  const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(CONTROLS)];
  const targetOf = (row: HTMLElement) => row.querySelector<HTMLElement>('.row-link') ?? row;

  function mark(): void {
    const rows = all();
    const active = rows.find(({ dataset }) => dataset.key === current) ?? rows[0];
    for (const row of rows) {
      const tabIndex = row === active ? 0 : -1;
      if (targetOf(row) === row) row.tabIndex = tabIndex;
      for (const control of controlsOf(row)) control.tabIndex = tabIndex;
    }
  }
  function moveTo(index: number): void {
    const rows = all();
    if (index >= rows.length) atTheEnd();
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (!row) return;
    targetOf(row).focus();
    row.scrollIntoView({ block: 'nearest' });
  }
  body.addEventListener(
    'focusin',
    ({ target }) => {
      current = target instanceof Element ? (target.closest('tr')?.dataset.key ?? current) : current;
      mark();
    },
    { signal },
  );
  onKey(signal, (key, event) => {
    const rows = all();
    const focused = rows.findIndex((row) => row.contains(document.activeElement));
    const isInside = focused !== -1;
    const start = Math.max(
      rows.findIndex(({ dataset }) => dataset.key === current),
      0,
    );
    if (key === 'j' || (isInside && key === 'ArrowDown')) moveTo(isInside ? focused + 1 : start);
    else if (key === 'k' || (isInside && key === 'ArrowUp')) moveTo(isInside ? focused - 1 : start);
    else if (isInside && key === 'Home') moveTo(0);
    else if (isInside && key === 'End') moveTo(rows.length - 1);
    else return;
    event.preventDefault();
  });
  // The whole row can be clicked, except while text is being selected.
  body.addEventListener(
    'click',
    ({ target }) => {
      if (!(target instanceof Element) || target.closest(`${CONTROLS}, label`)) return;
      if (getSelection()?.isCollapsed !== false) target.closest('tr')?.querySelector<HTMLElement>('.row-link')?.click();
    },
    { signal },
  );
  return { refresh: mark };
}
