import type { Print } from './print.ts';

/** Column widths are measured on this many rows, because a list may exceed memory. */
const MEASURED_ROWS = 500;
const GAP = '  ';

export type Cells = readonly (string | number)[];

export interface Table {
  /** `record`: the same for --json. */
  row(cells: Cells, record: object): void;
  /** Prints what is still buffered, or the header alone if there were no rows. */
  end(): void;
}

/** A list with a header: aligned columns on a terminal, separated by tabs in a pipe. */
export function createTable(print: Print, header: readonly string[]): Table {
  if (!print.isTerminal) return tabSeparated(print, header);
  let measured: string[][] = [header.map((name) => name.toUpperCase())];
  let widths: number[] | undefined;
  const printAligned = (cells: readonly string[], to: readonly number[]) =>
    print(cells.map((cell, at) => (at === cells.length - 1 ? cell : cell.padEnd(to[at] ?? 0))).join(GAP));
  const flush = (): number[] => {
    const found = (measured[0] ?? []).map((_, at) => Math.max(...measured.map((cells) => cells[at]?.length ?? 0)));
    for (const cells of measured) printAligned(cells, found);
    measured = [];
    return found;
  };
  return {
    row(cells) {
      const texts = cells.map(String);
      if (widths) return printAligned(texts, widths);
      measured.push(texts);
      if (measured.length > MEASURED_ROWS) widths = flush();
    },
    end() {
      widths ??= flush();
    },
  };
}

function tabSeparated(print: Print, header: readonly string[]): Table {
  let hasHeader = false;
  const printHeader = () => {
    if (!hasHeader) print(header.join('\t'));
    hasHeader = true;
  };
  return {
    row(cells, record) {
      printHeader();
      print(cells.join('\t'), record);
    },
    end: printHeader,
  };
}
