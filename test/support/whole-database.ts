import type { Row } from '../../src/store/engine/database.ts';
import type { RawDatabase } from './raw-database.ts';

const COLUMNS: Readonly<Record<RawDatabase['kind'], string>> = {
  sqlite: `SELECT tables.name AS table_name, columns.name AS column_name
    FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%'`,
  postgres: `SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name <> 'test_clock'`,
};

/** The columns of every table, asked of the database itself. */
export async function columnsByTable(db: RawDatabase): Promise<Map<string, string[]>> {
  const found = await db.all<{ table_name: string; column_name: string }>(COLUMNS[db.kind]);
  const byTable = Map.groupBy(found, ({ table_name }) => table_name);
  return new Map([...byTable].map(([table, columns]) => [table, columns.map(({ column_name }) => column_name)]));
}

/** Every row of every table. */
export async function allRows(db: RawDatabase): Promise<Map<string, Row[]>> {
  const tables = [...(await columnsByTable(db)).keys()];
  return new Map(
    await Promise.all(tables.map(async (table) => [table, await db.all(`SELECT * FROM ${table}`)] as const)),
  );
}
