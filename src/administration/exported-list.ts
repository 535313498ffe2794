import { ExportRunning } from '../api/errors.ts';
import { oneOf, type Schema } from '../api/json-schema.ts';
import type { StreamedAnswer, Streams } from '../api/operation.ts';
import { type AdminDeclaration, type AdminRequest, adminOperation } from './admin-operation.ts';
import { recordForInstallation } from './installation-events.ts';
import type { AdminOperationId } from './permissions.ts';

/** The file formats of a list. */
const TYPES = { csv: 'text/csv', jsonl: 'application/jsonl' } as const;

type Exported = Readonly<Record<string, Cell>>;

/** A page and the start of the next one; null: the last page. */
interface ExportedPage<Place, Row> {
  readonly rows: readonly Row[];
  readonly next: Place | null;
}

interface ExportedList<Place, Row extends Exported> {
  readonly name: 'audit' | 'users' | 'sessions' | 'emails';
  /** The columns of the file, in this order. */
  readonly columns: readonly (keyof Row & string)[];
  readonly read: (after: Place | null) => Promise<ExportedPage<Place, Row>>;
}

const EXPORT_FORMAT: Readonly<Record<string, Schema>> = {
  format: { ...oneOf(Object.keys(TYPES)), default: 'jsonl' },
};

/** The answer that an export operation declares. */
export const exportedLines = (lines: string, example: Exported): Streams => ({
  streams: Object.values(TYPES),
  description: `${lines}; CSV has a header line.`,
  examples: {
    [TYPES.csv]: csvLine(Object.keys(example)) + csvLine(Object.values(example)),
    [TYPES.jsonl]: `${JSON.stringify(example)}\n`,
  },
});

/** Declares the export of a list. */
export const exportOperation = <const Id extends AdminOperationId, Place, Row extends Exported>(
  declaration: Omit<AdminDeclaration<Id, Streams>, 'message' | 'errors'>,
  list: (context: AdminRequest) => ExportedList<Place, Row> | Promise<ExportedList<Place, Row>>,
) =>
  adminOperation<Id, Streams>(
    { ...declaration, message: null, query: { ...EXPORT_FORMAT, ...declaration.query }, errors: [ExportRunning] },
    async (context) => exportList(context, await list(context)),
  );

/** Records the export and starts the file, for example `audit-2026-01-31.csv`. */
function exportList<Place, Row extends Exported>(
  { services: { db, exports, nowMs }, admin, query }: AdminRequest,
  list: ExportedList<Place, Row>,
): Promise<StreamedAnswer> {
  const format = query.format === 'csv' ? 'csv' : 'jsonl';
  return exports.begin(admin.actor.name, async () => {
    await recordForInstallation(db, `${list.name}_exported`, admin.actor);
    return {
      contentType: TYPES[format],
      fileName: `${list.name}-${new Date(nowMs()).toISOString().slice(0, 10)}.${format}`,
      stream: exportedTexts(format, list, admin.mayFinish),
    };
  });
}

/** The text of the file, one page of rows at a time. If a slow client loses its permission, the response is cut off. */
async function* exportedTexts<Place, Row extends Exported>(
  format: keyof typeof TYPES,
  { columns, read }: ExportedList<Place, Row>,
  mayContinue: () => Promise<boolean>,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(columns);
  const line = (row: Row) =>
    format === 'csv' ? csvLine(columns.map((column) => row[column] ?? null)) : `${JSON.stringify(row, [...columns])}\n`;
  let after: Place | null = null;
  do {
    if (after !== null && !(await mayContinue()))
      throw new Error('the sender of the export is no longer allowed to have it');
    const { rows, next }: ExportedPage<Place, Row> = await read(after);
    if (rows.length > 0) yield rows.map(line).join('');
    after = next;
  } while (after !== null);
}

type Cell = string | number | boolean | null;

/** A line of CSV according to RFC 4180. */
const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * Spreadsheets run a cell that starts like this as a formula, and strangers write user agents. An apostrophe makes the
 * cell text. German and French spreadsheets start a cell after each semicolon, even within quotes, and a row after each
 * line break. Japanese ones treat full-width signs like ASCII ones.
 */
const FORMULA = /(^[\s"]*|[;\t\r\n][\s"]*)([=+\-@\t\r＝＋－＠])/g;

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  const text = String(cell);
  const safe = text.replaceAll(FORMULA, "$1'$2");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
