import { setTimeout } from 'node:timers/promises';
import { DatabaseUnusable, type MigrationTools, type Row } from '../database.ts';
import { indexIn } from '../migration-steps.ts';
import type { Connections } from './postgres-connections.ts';

const DEADLOCK = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
/**
 * The key of the lock held through a whole migration. Not that of single transactions: older versions wait for it, each
 * with an open snapshot, and building an index concurrently waits for snapshots.
 */
const STEPS_LOCK = 7_204_113_002;
const STEPS_LOCK_POLL_MS = 200;
const SCHEMA_RETRY_MS = 500;
const SCHEMA_ATTEMPTS = 60;
/** No client-side timeout for schema changes, which may take minutes: the longest delay that a timer can have. */
export const noTimeout = { query_timeout: 2 ** 31 - 1 };

export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

export const isDeadlock = (error: unknown): boolean => codeOf(error) === DEADLOCK;

/** For a schema change, which gives up soon on a lock. */
export async function retryWhileLocked<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      // A deadlock with a request, which takes its locks in another order, has rolled the whole change back too.
      if (codeOf(error) !== LOCK_NOT_AVAILABLE && !isDeadlock(error)) throw error;
      if (attempt === SCHEMA_ATTEMPTS) {
        throw new DatabaseUnusable('the schema cannot be changed: another connection holds a lock on its tables');
      }
      await setTimeout(SCHEMA_RETRY_MS);
    }
  }
}

/** Holds the migration lock on a separate connection: it is released even if the process is killed. */
export async function whileLockHeld<T>(own: Connections, work: (tools: MigrationTools) => Promise<T>): Promise<T> {
  try {
    return await own.use(async (client) => {
      const ask = async (text: string): Promise<Row[]> => (await client.query<Row>({ text, ...noTimeout })).rows;
      await ask('SET statement_timeout = 0; SET lock_timeout = 0');
      for (;;) {
        const [lock] = await ask(`SELECT pg_try_advisory_lock(${STEPS_LOCK})::int AS held`);
        if (lock?.held) break;
        await setTimeout(STEPS_LOCK_POLL_MS);
      }
      return work({ buildIndex: (sql) => retryWhileLocked(() => buildIndex(ask, sql)) });
    });
  } finally {
    await own.end();
  }
}

/** An index that was not finished is there, slows writes down and is of no use: it is made anew. */
async function buildIndex(ask: (sql: string) => Promise<Row[]>, sql: string): Promise<void> {
  const name = indexIn(sql);
  const [found] = await ask(`SELECT indisvalid::int AS valid FROM pg_index WHERE indexrelid = to_regclass('${name}')`);
  if (found?.valid) return;
  if (found) await ask(`DROP INDEX CONCURRENTLY ${name}`);
  await ask(sql.replace(' INDEX ', ' INDEX CONCURRENTLY '));
}
