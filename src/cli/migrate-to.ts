import { readConfig } from '../config/config.ts';
import { readSecretFiles } from '../config/secret-files.ts';
import { CopyRefused, copyAll } from '../store/engine/copy-to-postgres.ts';
import type { Database } from '../store/engine/database.ts';
import type { CommandContext } from './framework/command.ts';
import { CommandError, onlyArgument } from './framework/command-error.ts';
import { closing, databaseName, openMigrated, withDatabase } from './framework/open-database.ts';
import { counted } from './framework/print.ts';

const REPORT_EVERY_MS = 1000;

export async function migrateTo({ environment, args, print }: CommandContext): Promise<void> {
  const targetUrl = onlyArgument(
    args,
    'migrate-to: where to? Example: latchkey migrate-to postgres://latchkey@db.example.com/latchkey',
  );
  const targetConfig = readConfig({ ...readSecretFiles(environment).environment, DATABASE_URL: targetUrl }, 1);
  await withDatabase(environment, async (source, name) => {
    // A service that is still running would write to the old database and lose that data.
    if (source.kind === 'sqlite' && (await source.otherVersions()).length > 0) {
      throw new CommandError(`migrate-to: ${name} is in use. Stop the service and every other command first`);
    }
    const to = databaseName(targetConfig);
    const copied = await closing(await openMigrated(targetConfig), to, (target) => copyDatabase(source, target, print));
    print(`${name} is in ${to}. Start Latchkey with that as DATABASE_URL.`, { from: name, to, ...copied });
  });
}

/** Copies the embedded database into an empty PostgreSQL, or verifies an earlier copy. */
async function copyDatabase(source: Database, target: Database, print: (line: string) => void) {
  if (source.kind !== 'sqlite' || target.kind !== 'postgres') {
    throw new CommandError(
      'migrate-to: moves from the embedded database (DATABASE_URL=sqlite:…) to a postgres://… only',
    );
  }
  const totals = new Map<string, number>();
  let reportedMs = performance.now();
  const report = (table: string, done: number, rows: number) => {
    totals.set(table, rows);
    if (done > 0 && done < rows && performance.now() - reportedMs < REPORT_EVERY_MS) return;
    if (done === 0 && rows > 0) return;
    reportedMs = performance.now();
    print(`${table}: ${done} of ${rows} rows copied and compared`);
  };
  try {
    // Locks the source too: a write during the copy would be missing in the target.
    await source.exclusively((from) => target.exclusively((to) => copyAll(from, to, report)));
  } catch (error) {
    throw error instanceof CopyRefused ? new CommandError(`migrate-to: ${error.message}`) : error;
  }
  const rows = [...totals.values()].reduce((sum, count) => sum + count, 0);
  print(`All ${counted(rows, 'row')} of ${counted(totals.size, 'table')} are in the target, and equal.`);
  return { tables: totals.size, rows };
}
