import { fill } from '../../texts/fill.ts';
import { type Child, replaceContent } from './element.ts';
import { type ListParts, state, stateButton } from './list-parts.ts';
import { formatNumber } from './times.ts';
import { common } from './words.ts';

interface ListTable {
  /** Puts rows in place of those that are there; the focus stays at its row, or at its place. */
  show(rows: readonly HTMLElement[]): void;
  /** In place of rows. */
  showState(content: Child): void;
  /** Rows that are there stay, below a notice; without any, the problem takes their place. */
  showProblem(reason: string): void;
  /** How many there are, and whether there are more. */
  tell(count: number, hasMore: boolean): void;
  setBusy(isBusy: boolean): void;
}

export function listTable(parts: ListParts, retry: () => void): ListTable {
  const { table, body, frame, foot, more, problem, problemText, status } = parts;
  let hasRead = false;

  function swap(isTable: boolean): void {
    frame.hidden = !isTable;
    parts.state.hidden = isTable;
    if (!isTable) foot.hidden = true;
  }
  return {
    setBusy: (isBusy) => table.setAttribute('aria-busy', String(isBusy)),
    show(rows) {
      hasRead = true;
      problem.hidden = true;
      swap(true);
      const focusAgain = rememberFocus(body);
      body.replaceChildren(...rows);
      focusAgain();
    },
    showState(content) {
      hasRead = true;
      problem.hidden = true;
      body.replaceChildren();
      swap(false);
      replaceContent(parts.state, content);
    },
    showProblem(reason) {
      if (hasRead) {
        problemText.textContent = fill(common.stale, { reason });
        problem.hidden = false;
        return;
      }
      swap(false);
      replaceContent(parts.state, state(common.failedTitle, reason, stateButton(common.retry, retry)));
    },
    tell(count, hasMore) {
      foot.hidden = count === 0;
      more.hidden = !hasMore;
      status.textContent = fill(hasMore ? common.shown : common.shownAll, { count: formatNumber(count) });
    },
  };
}

/** For when all rows are about to be replaced. */
function rememberFocus(body: HTMLTableSectionElement): () => void {
  const focused = [...body.rows].findIndex((row) => row.contains(document.activeElement));
  if (focused === -1) return () => {};
  const before = body.rows[focused];
  const control = controlsOf(before).indexOf(document.activeElement as HTMLElement);
  return () => {
    const rows = [...body.rows];
    const same = rows.find(({ dataset }) => dataset.key === before?.dataset.key);
    const again = controlsOf(same)[control];
    if (again) again.focus();
    else focusRow(same ?? rows[Math.min(focused, rows.length - 1)]);
  };
}

const controlsOf = (row: HTMLElement | undefined): HTMLElement[] => [
  ...(row?.querySelectorAll<HTMLElement>('a, button, input, select') ?? []),
];

export const focusRow = (row: HTMLElement | undefined): void =>
  (row?.querySelector<HTMLElement>('.row-link, a, button') ?? row)?.focus();
