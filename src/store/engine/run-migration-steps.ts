import { setTimeout } from 'node:timers/promises';
import { VERSION } from '../../lib/version.ts';
import type { Database, MigrationTools, SchemaConnection } from './database.ts';
import type { Migration } from './migration-files.ts';
import { brokenBy, type Step, stepsOf, summaryOf, titleOf } from './migration-steps.ts';

/** Ids per transaction of a step in batches. */
const BATCH = 2000;
/**
 * On SQLite, other processes wait for a step to end and poll every 20 ms. The pause after a step is as long as the
 * step, up to this limit.
 */
const MAX_PAUSE_MS = 100;
const REPORT_EVERY_MS = 5000;

type Report = (line: string) => void;

interface NumberedStep extends Step {
  readonly migration: Migration;
  /** Starts at 1. */
  readonly number: number;
  readonly of: number;
}

export async function runSteps(
  db: Database,
  pending: readonly Migration[],
  tools: MigrationTools,
  report: Report,
): Promise<void> {
  for (const migration of pending) {
    const steps = stepsOf(migration.script);
    for (const [at, step] of steps.entries()) {
      await runStep(db, { ...step, migration, number: at + 1, of: steps.length }, tools, report);
    }
  }
}

async function runStep(db: Database, step: NumberedStep, tools: MigrationTools, report: Report): Promise<void> {
  if (await isDone(db, step)) return;
  const { migration, number, of } = step;
  const name = `${titleOf(migration)}, step ${number} of ${of}: ${summaryOf(step)}`;
  const startedMs = performance.now();
  const seconds = () => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
  let progress = '';
  const progressTimer = setInterval(
    () => report(`${name}: still running after ${seconds()}${progress}`),
    REPORT_EVERY_MS,
  );
  try {
    if (step.kind === 'batches') {
      await runBatches(db, step, (done, last) => {
        progress = `, ${done} of ${last}`;
      });
    } else if (step.kind === 'index' && tools.buildIndex) {
      await tools.buildIndex(step.sql);
      await runInTransaction(db, { ...step, sql: '' });
    } else {
      await runInTransaction(db, step);
    }
  } finally {
    clearInterval(progressTimer);
  }
  report(`${name}: ${seconds()}`);
}

/** Reads the position within the transaction, because another process may have run the step meanwhile. */
async function runInTransaction(db: Database, step: NumberedStep): Promise<void> {
  const startedMs = performance.now();
  await db.exclusively(async (schema) => {
    if (await isDone(schema, step)) return;
    await schema.run(step.sql);
    await finish(schema, step);
  });
  await pauseForRequests(db, startedMs);
}

async function runBatches(db: Database, step: NumberedStep, progress: (done: number, last: number) => void) {
  for (let hasMore = true; hasMore; ) {
    const startedMs = performance.now();
    hasMore = await db.exclusively(async (schema) => {
      if (await isDone(schema, step)) return false;
      const from = await positionOf(schema, step);
      const [row] = await schema.all<{ last: number | null }>(`SELECT MAX(id) AS last FROM ${step.table}`);
      const last = row?.last ?? 0;
      if (from >= last) {
        await finish(schema, step);
        return false;
      }
      await schema.all(step.sql, [from, from + BATCH]);
      await setPosition(schema, step, from + BATCH);
      progress(from + BATCH, last);
      return true;
    });
    await pauseForRequests(db, startedMs);
  }
}

async function pauseForRequests(db: Database, sinceMs: number): Promise<void> {
  if (db.kind === 'sqlite') await setTimeout(Math.min(MAX_PAUSE_MS, performance.now() - sinceMs));
}

type Reader = Pick<SchemaConnection, 'all'>;

/** The position of a finished step. */
export const DONE = -1;

async function isDone(reader: Reader, step: NumberedStep): Promise<boolean> {
  const { version } = step.migration;
  const applied = await reader.all('SELECT version FROM schema_migrations WHERE version = $1', [version]);
  return applied.length > 0 || (await positionOf(reader, step)) === DONE;
}

async function positionOf(reader: Reader, { migration, number }: NumberedStep): Promise<number> {
  const sql = 'SELECT position FROM schema_steps WHERE version = $1 AND step = $2';
  const [row] = await reader.all<{ position: number }>(sql, [migration.version, number]);
  return row?.position ?? 0;
}

const setPosition = (schema: SchemaConnection, { migration, number }: NumberedStep, position: number) =>
  schema.all(
    `INSERT INTO schema_steps (version, step, position) VALUES ($1, $2, $3)
      ON CONFLICT (version, step) DO UPDATE SET position = excluded.position`,
    [migration.version, number, position],
  );

/** The last step finishes its migration. */
async function finish(schema: SchemaConnection, step: NumberedStep): Promise<void> {
  if (step.number < step.of) return void (await setPosition(schema, step, DONE));
  await schema.all('DELETE FROM schema_steps WHERE version = $1', [step.migration.version]);
  await record(schema, step.migration);
}

/** Records a finished migration, and the version that ran it. */
export async function record(schema: SchemaConnection, { version, name, script }: Migration): Promise<void> {
  await schema.all(
    'INSERT INTO schema_migrations (version, name, applied_by, applied_at, breaks) VALUES ($1, $2, $3, now(), $4)',
    [version, name, VERSION, brokenBy(script) ?? null],
  );
}
