import { isNewer, VERSION } from '../../lib/version.ts';
import { type Database, query } from './database.ts';
import { newestMigration } from './migration-files.ts';

interface FitLog {
  info(message: string): void;
  error(about: object, message: string): void;
}

const STATE = query<{ version: number; breaks: string | null }>`SELECT version, breaks FROM schema_migrations
  WHERE version = $1 OR breaks IS NOT NULL`;

/**
 * Checks whether this version can work on the current schema. It could at startup, but a newer version may have
 * migrated the database since, or an older backup may have been restored.
 */
export function createSchemaFit(db: Database, log: FitLog): () => Promise<boolean> {
  const known = newestMigration(db.kind);
  let wasFit = true;
  return async () => {
    const rows = await db.all(STATE, [known]);
    const hasOurs = rows.some(({ version }) => version === known);
    const brokenBy = rows.find(({ breaks }) => breaks !== null && !isNewer(VERSION, breaks))?.version;
    const isFit = hasOurs && brokenBy === undefined;
    if (wasFit && !isFit) {
      log.error(
        { version: VERSION, known, brokenBy },
        'not ready: this version does not support the schema of the database',
      );
    }
    if (!wasFit && isFit) log.info('ready again: this version supports the schema of the database');
    wasFit = isFit;
    return isFit;
  };
}
