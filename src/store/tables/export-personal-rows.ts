import { type ColumnFormat, OWN_ROWS, type PersonalTable } from '../../declare/personal-data.ts';
import { query, type Reads, type Row, type Value } from '../engine/database.ts';
import { PERSONAL_DATA } from './personal-data.ts';

const DAY_MS = 86_400_000;
/** Rows per read: on SQLite, a read blocks all other requests. */
const PAGE = 200;

export type ExportedRow = Readonly<Record<string, string | number | null | object>>;

/** The rows of one table that belong to an account, with their name in the export. */
export interface PersonalRows {
  readonly member: string;
  readonly pages: AsyncIterable<readonly ExportedRow[]>;
}

const { users: PROFILE, ...OTHERS } = PERSONAL_DATA;

export async function profileOf(db: Reads, userId: number): Promise<ExportedRow | undefined> {
  const profile = PROFILE as PersonalTable;
  const [row] = await db.all(query<Row>`${selectFrom('users', profile)} WHERE ${profile.where ?? OWN_ROWS}`, [userId]);
  return row && exportedRow(row, profile);
}

/**
 * Everything else stored about an account, except secrets, by the members of PERSONAL_DATA. Rows are read as they are
 * consumed. `mayContinue` is called before each further page of a table; if it returns false, reading fails.
 */
export const personalRows = (db: Reads, userId: number, mayContinue: () => Promise<boolean>): PersonalRows[] =>
  Object.entries(OTHERS).map(([name, table]) => ({
    member: table.member,
    pages: table.pagedBy === undefined ? whole(db, userId, name, table) : paged(db, userId, name, table, mayContinue),
  }));

async function* whole(db: Reads, userId: number, name: string, table: PersonalTable) {
  const sql = query<Row>`${selectFrom(name, table)} WHERE ${table.where ?? OWN_ROWS} ORDER BY ${table.orderBy}`;
  yield (await db.all(sql, [userId])).map((row) => exportedRow(row, table));
}

async function* paged(
  db: Reads,
  userId: number,
  name: string,
  table: PersonalTable,
  mayContinue: () => Promise<boolean>,
) {
  const { where: own = OWN_ROWS, pagedBy = [], orderBy } = table;
  const where =
    table.pageWhere?.[db.kind] ??
    `${own} AND (${pagedBy.join(', ')}) > (${pagedBy.map((_, at) => `$${at + 2}`).join(', ')})`;
  const sql = query<Row>`${selectFrom(name, table)} WHERE ${where} ORDER BY ${orderBy} LIMIT $${pagedBy.length + 2}`;
  let after: Value[] = pagedBy.map(() => 0);
  for (;;) {
    const rows = await db.all(sql, [userId, ...after, PAGE]);
    yield rows.map((row) => exportedRow(row, table));
    const last = rows[PAGE - 1];
    if (!last) return;
    if (!(await mayContinue())) throw new Error('the sender of the export is no longer allowed to have it');
    after = pagedBy.map((column) => last[column] as Value);
  }
}

function selectFrom(name: string, { exported, read, pagedBy = [] }: PersonalTable): string {
  const columns = new Set([...Object.keys(exported), ...pagedBy]);
  return `SELECT ${[...columns].map((column) => read?.[column] ?? column).join(', ')} FROM ${name}`;
}

const exportedRow = (row: Row, { exported }: PersonalTable): ExportedRow =>
  Object.fromEntries(
    Object.entries(exported).map(([column, format]) => [column, exportedValue(row[column] ?? null, format)]),
  );

function exportedValue(value: Value, format: ColumnFormat): string | number | null | object {
  if (value === null) return null;
  if (format === 'time') return new Date(Number(value)).toISOString();
  if (format === 'day') return new Date(Number(value) * DAY_MS).toISOString().slice(0, 10);
  return format === 'json' ? (JSON.parse(String(value)) as object) : value;
}
