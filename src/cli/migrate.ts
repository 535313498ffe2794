import { readConfig } from '../config/config.ts';
import { migrate, schemaOf } from '../store/migrate.ts';
import { type PlannedStep, planOf } from '../store/migration-plan.ts';
import { VERSION } from '../version.ts';
import type { CommandContext } from './command.ts';
import { databaseName, openExisting } from './open-database.ts';

const asJson = ({ title, kind, locked, rows, seconds }: PlannedStep) => ({
  step: title,
  kind,
  locked: locked ?? null,
  rows,
  seconds,
});

/** `latchkey migrate`. */
export async function migrateCommand({ environment, args, print, note }: CommandContext): Promise<void> {
  const config = readConfig(environment, 1);
  const database = databaseName(config);
  const sayUpToDate = (schema: number) =>
    print(`${database} has the schema of Latchkey ${VERSION} (${schema})`, { database, version: VERSION, schema });
  const db = await openExisting(config, { acceptsOlder: true });
  try {
    const plan = await planOf(db);
    if (plan.steps.length === 0) {
      sayUpToDate(plan.to);
    } else if (args.includes('--plan')) {
      for (const line of plan.summary) print(line);
      for (const step of plan.steps) print(plan.inWords(step), asJson(step));
      note(`nothing was changed in the database ${database}`);
    } else {
      await migrate(db, { report: print, areOthersStopped: args.includes('--stopped') });
      sayUpToDate(await schemaOf(db));
    }
  } finally {
    await db.close();
  }
}
