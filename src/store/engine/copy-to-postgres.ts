import type { Row, SchemaConnection, Value } from './database.ts';

/** The copy was refused before it changed anything. The operator sees the message. */
export class CopyRefused extends Error {}

interface Table {
  readonly name: string;
  /** The columns of the primary key, in key order. */
  readonly key: readonly string[];
  readonly columns: readonly Column[];
}

interface Column {
  readonly name: string;
  /** The column's `data_type` in PostgreSQL's information schema. */
  readonly type: string;
  readonly isIdentity: boolean;
}

/** Reports that `done` of the table's `rows` exist in the target and equal the source. */
type Progress = (table: string, done: number, rows: number) => void;

const PAGE = 500;
/** Objects that an upgrade keeps for instances of 0.6.0. A new database lacks them, and the next release drops them. */
const LEFTOVERS = [
  ...['signing_keys', 'known_keys', 'instances.signing_keys', 'instances.data_keys'],
  'refresh_tokens.rotated_generation',
];

/**
 * Copies every table of SQLite into an empty PostgreSQL database with the same schema, then reads each row back and
 * compares it. A target that already has the same rows is only compared, so the copy can be repeated. The tables are
 * listed from the schema, so that none is forgotten. Each side is one transaction: a failed copy leaves nothing behind.
 */
export async function copyAll(source: SchemaConnection, target: SchemaConnection, progress: Progress): Promise<void> {
  const tables = await readTables(source, target);
  await target.run(`LOCK TABLE ${tables.map(({ name }) => name).join(', ')} IN EXCLUSIVE MODE`);
  const counts = await Promise.all(
    tables.map(async ({ name }) => [await count(source, name), await count(target, name)]),
  );
  const isEmpty = counts.every(([, there]) => there === 0);
  for (const [at, { name }] of tables.entries()) {
    const [here = 0, there = 0] = counts[at] ?? [];
    if (!isEmpty && here !== there) throw inUse(`${name} has ${there} rows, here it has ${here}`);
  }
  for (const [at, table] of tables.entries()) {
    const [here = 0] = counts[at] ?? [];
    await copyTable(source, target, table, isEmpty, (done) => progress(table.name, done, here));
    if (isEmpty) await advanceIdentity(source, target, table);
  }
}

const inUse = (difference: string) =>
  new CopyRefused(`the target is not empty: ${difference}. Nothing was changed; use an empty database`);

async function copyTable(
  source: SchemaConnection,
  target: SchemaConnection,
  { name, key, columns }: Table,
  writes: boolean,
  progress: (done: number) => void,
): Promise<void> {
  const [keys, names] = [key.join(', '), columns.map((column) => column.name).join(', ')];
  const readRows = `json_populate_recordset(NULL::${name}, $1)`;
  // Triggers of the target have already written some rows. These are compared like all others.
  const insert = `INSERT INTO ${name} (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM ${readRows}
    ON CONFLICT DO NOTHING`;
  const readBack = `SELECT ${columns.map((column) => `there.${column.name}`).join(', ')}
    FROM ${readRows} AS here JOIN ${name} AS there USING (${keys})`;
  const keyOf = (row: Row) => JSON.stringify(key.map((column) => row[column]));
  const first = `SELECT ${names} FROM ${name} ORDER BY ${keys} LIMIT ${PAGE}`;
  const following = `SELECT ${names} FROM ${name} WHERE (${keys}) > (${key.map((_, at) => `$${at + 1}`).join(', ')})
    ORDER BY ${keys} LIMIT ${PAGE}`;

  let done = 0;
  let page = await source.all<Row>(first);
  progress(done);
  while (page.length > 0) {
    const json = JSON.stringify(page.map((row) => forPostgres(row, columns)));
    if (writes) await target.all(insert, [json]);
    const found = new Map((await target.all<Row>(readBack, [json])).map((row) => [keyOf(row), row]));
    for (const row of page) {
      if (!isSame(row, found.get(keyOf(row)), columns)) throw inUse(`${name} ${keyOf(row)} differs`);
    }
    done += page.length;
    progress(done);
    const last = page.at(-1) as Row;
    page = await source.all<Row>(
      following,
      key.map((column) => last[column] as Value),
    );
  }
}

/** Advances the identity sequence past every id ever used, including those of deleted rows: a token may carry one. */
async function advanceIdentity(source: SchemaConnection, target: SchemaConnection, { name, columns }: Table) {
  const identity = columns.find(({ isIdentity }) => isIdentity);
  if (!identity) return;
  const [used] = await source.all<{ seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = $1', [name]);
  // A sequence of 0 means that an insert was attempted but wrote no row.
  if (used && used.seq > 0) {
    await target.all(`SELECT setval(pg_get_serial_sequence('${name}', '${identity.name}'), $1::bigint)`, [used.seq]);
  }
}

const count = async (connection: SchemaConnection, table: string): Promise<number> =>
  (await connection.all<{ rows: number }>(`SELECT COUNT(*) AS rows FROM ${table}`))[0]?.rows ?? 0;

/** Lists the tables so that referenced tables come before those that refer to them. */
async function readTables(source: SchemaConnection, target: SchemaConnection): Promise<Table[]> {
  const found = await source.all<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'schema%'
      AND name <> 'locks' ORDER BY name`,
  );
  const tables = new Map<string, Table>();
  const add = async (name: string): Promise<void> => {
    if (tables.has(name)) return;
    const parents = await source.all<{ table: string }>('SELECT "table" FROM pragma_foreign_key_list($1)', [name]);
    for (const { table } of parents) if (table !== name) await add(table);
    tables.set(name, await readTable(source, target, name));
  };
  for (const { name } of found) if (!LEFTOVERS.includes(name)) await add(name);
  return [...tables.values()];
}

async function readTable(source: SchemaConnection, target: SchemaConnection, name: string): Promise<Table> {
  const found = await source.all<{ name: string; pk: number }>('SELECT name, pk FROM pragma_table_info($1)', [name]);
  const here = found.filter((column) => !LEFTOVERS.includes(`${name}.${column.name}`));
  const there = await target.all<{ name: string; type: string; identity: string }>(
    `SELECT column_name AS name, data_type AS type, is_identity AS identity FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = $1`,
    [name],
  );
  const columns = here.map((column) => {
    const match = there.find((found) => found.name === column.name);
    if (!match) throw new CopyRefused(`the target has no column ${name}.${column.name}`);
    return { name: match.name, type: match.type, isIdentity: match.identity === 'YES' };
  });
  const key = here.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  if (key.length === 0) throw new CopyRefused(`${name} has no primary key`);
  return { name, key: key.map((column) => column.name), columns };
}

/** Converts a row for json_populate_recordset: SQLite stores times and booleans as numbers. */
const forPostgres = (row: Row, columns: readonly Column[]): Record<string, unknown> =>
  Object.fromEntries(
    columns.map(({ name, type }) => {
      const value = row[name];
      if (typeof value !== 'number') return [name, value];
      if (type.startsWith('timestamp')) return [name, new Date(value).toISOString()];
      return [name, type === 'boolean' ? value !== 0 : value];
    }),
  );

const isSame = (here: Row, there: Row | undefined, columns: readonly Column[]): boolean =>
  there !== undefined &&
  columns.every(({ name, type }) => here[name] === (type === 'boolean' ? Number(there[name]) : there[name]));
