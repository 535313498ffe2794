export type Cell = string | number | null;

/** A line of CSV as RFC 4180 has it. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * Spreadsheets run a cell that begins like this as a formula, and strangers write user agents: an apostrophe makes it
 * text. A German or French spreadsheet begins a cell behind each semicolon, where a quote only opens it, and a line
 * behind each break, also within quotes. A Japanese one takes the wide forms for the narrow ones.
 */
const FORMULA = /(^[\s"]*|[;\t\r\n][\s"]*)([=+\-@\t\r＝＋－＠])/g;

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  const text = String(cell);
  const safe = text.replaceAll(FORMULA, "$1'$2");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
