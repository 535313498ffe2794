import { PAGE_SIZE } from './list-reader.ts';

/** As many rows as are read again at most. */
const MOST_ROWS = 500;

interface Kept {
  readonly shown?: number;
  readonly scrollY?: number;
}

/** How much of a list was shown, and where on it the reader was: kept with the entry of the history, for when Back leads to it. */
export function listPlace() {
  const kept = (): Kept => (history.state as Kept | null) ?? {};
  let isBack = kept().scrollY !== undefined;
  return {
    count: () => Math.min(Math.max(kept().shown ?? 0, PAGE_SIZE), MOST_ROWS),
    keep: (shown: number) => history.replaceState({ shown, scrollY }, ''),
    /** Once, when the rows are there. */
    scrollBack() {
      if (isBack) scrollTo(0, kept().scrollY ?? 0);
      isBack = false;
    },
  };
}
