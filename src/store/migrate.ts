import { readdirSync, readFileSync } from 'node:fs';
import { type Database, DatabaseUnusable } from './database.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly script: string;
}

export function readMigrations(kind: Database['kind'], folder: URL = FOLDER): Migration[] {
  return readdirSync(folder)
    .map((file) => /^(\d{3})_(.+)\.(sqlite|postgres)\.sql$/.exec(file))
    .filter((match) => match !== null && match[3] === kind)
    .map((match) => ({
      version: Number(match?.[1]),
      name: String(match?.[2]),
      script: readFileSync(new URL(String(match?.[0]), folder), 'utf8'),
    }))
    .sort((a, b) => a.version - b.version);
}

/** Brings the schema up to date. Several processes may call it at once: they take turns under a lock, and the first one does the work. */
export async function migrate(db: Database, migrations: Migration[] = readMigrations(db.kind)): Promise<void> {
  const newest = migrations.at(-1)?.version ?? 0;
  await db.exclusively(async (schema) => {
    await schema.run('CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL)');
    const [row] = await schema.all<{ version: number | null }>('SELECT MAX(version) AS version FROM schema_migrations');
    const current = row?.version ?? 0;
    if (current > newest) throw madeByNewer(current, newest);
    for (const { version, name, script } of migrations) {
      if (version <= current) continue;
      await schema.run(script);
      await schema.all('INSERT INTO schema_migrations (version, name) VALUES ($1, $2)', [version, name]);
    }
  });
}

const madeByNewer = (current: number, newest: number) =>
  new DatabaseUnusable(
    `the database was made by a newer Latchkey (schema ${current}, this version knows ${newest}): upgrade Latchkey or restore a backup`,
  );

const HAS_TABLE: Record<Database['kind'], string> = {
  sqlite: "SELECT COUNT(*) AS tables FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migrations'",
  postgres: "SELECT COUNT(to_regclass('schema_migrations')) AS tables",
};

/** Compares the schema with this version's migrations, without changing anything. */
export async function stateOfSchema(
  db: Database,
  migrations: Migration[] = readMigrations(db.kind),
): Promise<'empty' | 'older' | 'current'> {
  const newest = migrations.at(-1)?.version ?? 0;
  const found = await db.one<{ tables: number }>(HAS_TABLE[db.kind]);
  if (!found?.tables) return 'empty';
  const row = await db.one<{ version: number | null }>('SELECT MAX(version) AS version FROM schema_migrations');
  const current = row?.version ?? 0;
  if (current > newest) throw madeByNewer(current, newest);
  return current === newest ? 'current' : 'older';
}
