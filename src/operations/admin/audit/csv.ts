type Cell = string | number | null;

/** A line of CSV as RFC 4180 has it. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * Spreadsheets run a cell that begins like this as a formula, and user agents are written by strangers: an apostrophe makes it text. Where lists are
 * separated by semicolons, as in German and French, a spreadsheet begins another cell behind each of them, and a quote there only opens it.
 */
const FORMULA = /(^[\s"]*|[;\t][\s"]*)([=+\-@\t\r])/g;

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  const text = String(cell);
  const safe = text.replaceAll(FORMULA, "$1'$2");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
