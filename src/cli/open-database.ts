import { type Config, type Environment, readConfig } from '../config.ts';
import type { Database } from '../store/database.ts';
import { migrate } from '../store/migrate.ts';
import { openDatabase } from '../store/open.ts';

export async function openMigrated(config: Config): Promise<Database> {
  const db = openDatabase(config.databaseUrl, {
    maxConnections: config.databasePool,
    prepareStatements: config.databasePrepare,
  });
  await migrate(db);
  return db;
}

/** For the length of one command. */
export async function withDatabase(environment: Environment, work: (db: Database) => Promise<void>): Promise<void> {
  const db = await openMigrated(readConfig(environment, 1));
  try {
    await work(db);
  } finally {
    await db.close();
  }
}
