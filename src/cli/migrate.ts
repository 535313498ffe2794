import { VERSION } from '../lib/version.ts';
import type { Database } from '../store/engine/database.ts';
import { migrate, schemaOf } from '../store/engine/migrate.ts';
import { type PlannedStep, planOf } from '../store/engine/migration-plan.ts';
import type { CommandContext } from './framework/command.ts';
import { withDatabase } from './framework/open-database.ts';

const asJson = ({ title, kind, locked, rows, seconds }: PlannedStep) => ({
  step: title,
  kind,
  locked: locked ?? null,
  rows,
  seconds,
});

export function migrateCommand({ environment, options, print, note }: CommandContext): Promise<void> {
  const work = async (db: Database, database: string) => {
    const sayUpToDate = (schema: number) =>
      print(`${database} has the schema of Latchkey ${VERSION} (${schema})`, { database, version: VERSION, schema });
    const plan = await planOf(db);
    if (plan.steps.length === 0) {
      sayUpToDate(plan.to);
    } else if (options.plan) {
      for (const line of plan.summary) print(line);
      for (const step of plan.steps) print(plan.format(step), asJson(step));
      note(`nothing was changed in the database ${database}`);
    } else {
      await migrate(db, { report: print, areOthersStopped: options.stopped === true });
      sayUpToDate(await schemaOf(db));
    }
  };
  return withDatabase(environment, work, { acceptsOlder: true });
}
