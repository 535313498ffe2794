import { csvLine } from './csv.ts';

/** The kinds of file that a list is handed out as. */
export const EXPORT_TYPES = { csv: 'text/csv', jsonl: 'application/jsonl' } as const;
export type ExportFormat = keyof typeof EXPORT_TYPES;

type Cell = string | number | null;
type Exported = Readonly<Record<string, Cell>>;

/** A page, and where the next one begins; null: it was the last. */
interface ExportedPage<Place> {
  readonly rows: readonly Exported[];
  readonly next: Place | null;
}

interface ExportedList<Place> {
  readonly format: ExportFormat;
  /** The headings of a CSV file: the members of every row. */
  readonly columns: readonly string[];
  readonly read: (after: Place | null) => Promise<ExportedPage<Place>>;
  /** A client that takes the file slowly gets no more once it may not have it: the response is cut off. */
  readonly mayGoOn: () => Promise<boolean>;
}

/** The text of the file, a page of rows at a time. */
export async function* exportedList<Place>(list: ExportedList<Place>): AsyncGenerator<string> {
  const { format, columns, read, mayGoOn } = list;
  if (format === 'csv') yield csvLine(columns);
  const line = (row: Exported) => (format === 'csv' ? csvLine(Object.values(row)) : `${JSON.stringify(row)}\n`);
  let after: Place | null = null;
  do {
    if (after !== null && !(await mayGoOn())) throw new Error('whoever asked for it is not allowed to any more');
    const { rows, next }: ExportedPage<Place> = await read(after);
    if (rows.length > 0) yield rows.map(line).join('');
    after = next;
  } while (after !== null);
}

/** `audit-2026-01-31.csv` */
export const exportName = (list: string, nowMs: number, format: ExportFormat): string =>
  `${list}-${new Date(nowMs).toISOString().slice(0, 10)}.${format}`;
