import type { RawDatabase } from './raw-database.ts';

export type Columns = Readonly<Record<string, string | number | null>>;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
}

/** Writes a row into SQLite; what is not given and must not be null is empty, or 0. */
export async function plantRow(db: RawDatabase, table: string, given: Columns): Promise<void> {
  const columns = await db.all<Column>(`SELECT name, type, "notnull", dflt_value FROM pragma_table_info('${table}')`);
  const needed = columns.filter(({ notnull, dflt_value }) => notnull === 1 && dflt_value === null);
  const row: Record<string, string | number | null> = {};
  for (const { name, type } of needed) row[name] = type === 'TEXT' ? '' : 0;
  Object.assign(row, given);
  const marks = Object.keys(row).map((_, at) => `$${at + 1}`);
  await db.all(`INSERT INTO ${table} (${Object.keys(row)}) VALUES (${marks})`, Object.values(row));
}
