type Cell = string | number | null;

/** A line of CSV as RFC 4180 has it. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Spreadsheets run a cell that begins like this as a formula, and user agents are written by strangers: an apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r]/;

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  const text = String(cell);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
