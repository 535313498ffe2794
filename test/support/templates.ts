import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addSigningKey } from '../../src/keys/signing-key-folder.ts';
import { migrate } from '../../src/store/engine/migrate.ts';
import { createPostgresDatabase } from './postgres-database.ts';
import { openPostgres, openSqlite, type RawDatabase } from './raw-database.ts';

/** What the services of the tests start with a copy of. */
export interface Templates {
  /** The path of a database. */
  readonly sqlite: string;
  /** The name of a database. */
  readonly postgres: string;
  /** The path of a folder with a key for OpenID: making one takes fifteen times as long as the rest of a start. */
  readonly keys: string;
}

const VARIABLE = 'TEST_DATABASE_TEMPLATES';

/** Made once for the whole run, by the processes' parent, which hands them on in the environment. */
export async function createTemplates(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-template-'));
  const sqlite = join(folder, 'latchkey.db');
  // Closing it merges the write-ahead log into the one file.
  await migrated(openSqlite(sqlite));
  const postgres = await createPostgresDatabase();
  await migrated(openPostgres({ url: postgres.url, maxConnections: 1, prepareStatements: false }));
  const keys = join(folder, 'keys');
  addSigningKey(keys, 'RS256', Date.now(), Date.now());
  process.env[VARIABLE] = JSON.stringify({ sqlite, postgres: postgres.name, keys } satisfies Templates);
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await postgres.remove();
  };
}

async function migrated(db: RawDatabase): Promise<void> {
  await migrate(db);
  await db.close();
}

export function templates(): Templates {
  const made = process.env[VARIABLE];
  if (!made)
    throw new Error(`${VARIABLE} is not set: run the tests with --test-global-setup=test/support/global-setup.ts`);
  return JSON.parse(made) as Templates;
}
