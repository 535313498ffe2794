import { migrate } from '../src/store/engine/migrate.ts';
import { deleteExpiredRows } from '../src/store/tables/delete-expired-rows.ts';
import { cleanUpAfter, type Lifetime } from '../test/support/clean-up.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { createStore } from '../test/support/raw-database.ts';
import type { Screen } from './growth.ts';
import { seedAccounts, seedHistory } from './seed.ts';
import { median, percentile } from './statistics.ts';
import { openPlace } from './subjects.ts';
import { number, table } from './table.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ROWS = 1_000_000;
const STEPS = 400;
const DAY_MS = 86_400_000;
const KEPT_MS = 90 * DAY_MS;

/** Measures the steps of housekeeping while a million old e-mails, events and throttles wait for it. */
export async function cleaning(t: Lifetime, { print, progress }: Screen): Promise<void> {
  const postgres = await startPostgres({ fsync: true });
  cleanUpAfter(t, () => postgres.stop());
  const rows: string[][] = [];
  for (const [name, postgresUrl] of [['SQLite'], ['PostgreSQL', postgres.url]] as const) {
    progress(`filling ${name} with ${ROWS} old rows of each kind`);
    const db = await openPlace({ folder: temporaryFolder(t), postgresUrl });
    cleanUpAfter(t, () => db.close());
    await migrate(db);
    await seedAccounts(db, ROWS);
    await seedHistory(db, KEPT_MS + DAY_MS);
    const tookMs: number[] = [];
    for (let step = 1; step <= STEPS; step += 1) {
      progress(`${name}: step ${step} of ${STEPS}`);
      const startedMs = performance.now();
      await deleteExpiredRows(createStore(db), KEPT_MS);
      tookMs.push(performance.now() - startedMs);
    }
    const halves = [tookMs.slice(0, STEPS / 2), tookMs.slice(STEPS / 2)].map(median);
    rows.push([name, ...[...halves, percentile(tookMs, 0.99), Math.max(...tookMs)].map(number)]);
  }
  progress('');
  print(table(['a step, 500 rows of each kind', 'first half, ms', 'second half, ms', 'p99, ms', 'longest, ms'], rows));
}
