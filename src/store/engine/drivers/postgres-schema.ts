import { setTimeout } from 'node:timers/promises';
import { DatabaseUnusable, type MigrationTools, type Row } from '../database.ts';
import { indexIn } from '../migration-steps.ts';
import type { Connections } from './postgres-connections.ts';

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
const LOCK_NOT_AVAILABLE = '55P03';
/**
 * The key of the lock held through a whole migration. It differs from the key of its single transactions, which run on
 * another connection.
 */
const STEPS_LOCK = 7_204_113_002;
const STEPS_LOCK_POLL_MS = 200;
const SCHEMA_RETRY_MS = 500;
const SCHEMA_ATTEMPTS = 60;
/** Schema changes may take minutes, so they have no client-side timeout: this is the longest delay a timer can have. */
export const noTimeout = { query_timeout: 2 ** 31 - 1 };

export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Whether PostgreSQL rolled the transaction back only because of concurrent ones, so that it can be repeated. */
export const isRepeatable = (error: unknown): boolean =>
  codeOf(error) === DEADLOCK || codeOf(error) === SERIALIZATION_FAILURE;

/** Retries a schema change, which gives up early on a lock. */
export async function retryWhileLocked<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      // A deadlock with a request that locks rows in another order also rolled the whole change back.
      if (codeOf(error) !== LOCK_NOT_AVAILABLE && !isRepeatable(error)) throw error;
      if (attempt === SCHEMA_ATTEMPTS) {
        throw new DatabaseUnusable('the schema cannot be changed: another connection holds a lock on its tables');
      }
      await setTimeout(SCHEMA_RETRY_MS);
    }
  }
}

/** Holds the migration lock on a separate connection, so that it is released even if the process is killed. */
export async function whileLockHeld<T>(
  connections: Connections,
  work: (tools: MigrationTools) => Promise<T>,
): Promise<T> {
  try {
    return await connections.use(async (client) => {
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
    await connections.end();
  }
}

/** An unfinished index slows writes down and serves no read, so it is rebuilt. */
async function buildIndex(ask: (sql: string) => Promise<Row[]>, sql: string): Promise<void> {
  const name = indexIn(sql);
  const [found] = await ask(`SELECT indisvalid::int AS valid FROM pg_index WHERE indexrelid = to_regclass('${name}')`);
  if (found?.valid) return;
  if (found) await ask(`DROP INDEX CONCURRENTLY ${name}`);
  await ask(sql.replace(' INDEX ', ' INDEX CONCURRENTLY '));
}
