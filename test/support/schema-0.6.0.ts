import { readFileSync } from 'node:fs';
import type { RawDatabase } from './raw-database.ts';

export const SCHEMA_OF_0_6_0 = 37;

/** Gives an empty database the tables of 0.6.0, with the statements of its migrations. */
export async function createSchemaOf060(db: RawDatabase): Promise<void> {
  const script = readFileSync(new URL(`schema-0.6.0.${db.kind}.sql`, import.meta.url), 'utf8');
  await db.exclusively((schema) => schema.run(script));
  await db.all(
    `INSERT INTO schema_migrations (version, name, applied_by, applied_at)
      WITH RECURSIVE versions (version) AS (SELECT 1 UNION ALL SELECT version + 1 FROM versions WHERE version < $1)
      SELECT version, 'a migration', '0.6.0', now() FROM versions`,
    [SCHEMA_OF_0_6_0],
  );
}
