import { VERSION } from '../../lib/version.ts';
import { type Database, query } from './database.ts';
import { brokenVersion, countBroken, hasTable, readMigrations, schemaOf } from './migrate.ts';
import { createdIn, type Step, stepsOf, summaryOf, tablesOf, titleOf } from './migration-steps.ts';
import { DONE } from './run-migration-steps.ts';

interface Plan {
  /** The schema number of this version. */
  readonly to: number;
  readonly steps: readonly PlannedStep[];
  /** The descriptions of all steps. */
  readonly summary: readonly string[];
  readonly format: (step: PlannedStep) => string;
}

export interface PlannedStep extends Step {
  readonly title: string;
  /** The largest existing table that the step locks, if any. */
  readonly locked: string | undefined;
  /** The rows of the locked table. */
  readonly rows: number;
  readonly seconds: number;
}

/** Rows per second that a step processes on either database, on a busy machine with two cores (docs/deploy.md). */
const ROWS_PER_SECOND = 600_000;

const RELEASE = query<{ by: string }>`SELECT applied_by AS by FROM schema_migrations WHERE version = $1`;

export async function planOf(db: Database): Promise<Plan> {
  const migrations = readMigrations(db.kind);
  const to = migrations.at(-1)?.version ?? 0;
  const from = await schemaOf(db, migrations);
  const pending = migrations.filter(({ version }) => version > from);
  const done = await stepsDone(db);
  const made = new Set(pending.flatMap(({ script }) => createdIn(script)));
  const steps: PlannedStep[] = [];
  for (const migration of pending) {
    const own = stepsOf(migration.script);
    for (const [at, step] of own.entries()) {
      if (done.has(`${migration.version} ${at + 1}`)) continue;
      const title = `${titleOf(migration)}, step ${at + 1} of ${own.length}`;
      steps.push({ ...step, title, ...(await cost(db, step, made)) });
    }
  }
  const summary = await summarize(db, from, to, pending, steps);
  return { to, steps, summary, format: (step) => line(db, step) };
}

/** The finished steps of an interrupted migration. */
async function stepsDone(db: Database): Promise<Set<string>> {
  if (!(await hasTable(db, 'schema_steps'))) return new Set();
  const rows = await db.all(
    query<{ version: number; step: number }>`SELECT version, step FROM schema_steps WHERE position = ${DONE}`,
  );
  return new Set(rows.map(({ version, step }) => `${version} ${step}`));
}

async function cost(db: Database, step: Step, made: ReadonlySet<string>) {
  const counted = await Promise.all(
    tablesOf(step)
      .filter((table) => !made.has(table))
      .map(async (table) => {
        const row = await db.one(query<{ rows: number }>`SELECT COUNT(*) AS rows FROM ${table}`);
        return { table, rows: row?.rows ?? 0 };
      }),
  );
  const largest = counted.sort((a, b) => b.rows - a.rows)[0];
  const rows = largest?.rows ?? 0;
  const isRead =
    step.kind !== 'transaction' || (db.kind === 'sqlite' && /^(ALTER|DROP) TABLE|^CREATE INDEX/m.test(step.sql));
  return { rows, locked: largest?.table, seconds: isRead ? rows / ROWS_PER_SECOND : 0 };
}

async function summarize(
  db: Database,
  from: number,
  to: number,
  pending: Parameters<typeof brokenVersion>[0],
  steps: readonly PlannedStep[],
): Promise<string[]> {
  const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
  const release = from === 0 ? undefined : await db.one(RELEASE, [from]);
  const broken = brokenVersion(pending);
  return [
    `Schema ${from}${release ? ` (Latchkey ${release.by})` : ''} to ${to} (Latchkey ${VERSION}): ${steps.length} steps, ${roughly(seconds)} in all`,
    broken === undefined
      ? 'The upgrade may be rolling: instances of the previous version continue to work'
      : `The upgrade cannot be rolling: stop all instances of Latchkey ${broken} first. ${await inUse(db, broken)}`,
  ];
}

const inUse = async (db: Database, broken: string): Promise<string> =>
  (await countBroken(db, broken)) > 0 ? 'The database is in use now' : 'None uses the database now';

const line = (db: Database, step: PlannedStep): string =>
  `${step.title}: ${summaryOf(step)}: ${step.locked === undefined ? 'locks nothing that is in use' : waits(db, step)}`;

function waits(db: Database, { kind, locked, rows, seconds }: PlannedStep): string {
  const size = `${locked} (${rows} rows)`;
  if (kind === 'batches') return `${size}, a few thousand at a time, ${roughly(seconds)}`;
  if (db.kind === 'sqlite') return `writes wait, ${roughly(seconds)}`;
  if (kind === 'index') return `${size} is read and written meanwhile, ${roughly(seconds)}`;
  return `${size} is locked for a moment`;
}

const roughly = (seconds: number): string => (seconds < 0.5 ? 'less than a second' : `about ${Math.ceil(seconds)} s`);
