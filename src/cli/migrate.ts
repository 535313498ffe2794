import { readConfig } from '../config/config.ts';
import { migrate, schemaOf } from '../store/migrate.ts';
import { type PlannedStep, planOf } from '../store/migration-plan.ts';
import { VERSION } from '../version.ts';
import type { CommandContext } from './command.ts';
import { databaseName, openExisting } from './open-database.ts';

const asJson = ({ title, kind, locked, rows, seconds }: PlannedStep): string =>
  JSON.stringify({ step: title, kind, locked: locked ?? null, rows, seconds });

/** `latchkey migrate`. */
export async function migrateCommand({ environment, args, print, note }: CommandContext): Promise<void> {
  const config = readConfig(environment, 1);
  const db = await openExisting(config, { acceptsOlder: true });
  try {
    const plan = await planOf(db);
    if (plan.steps.length === 0) {
      print(`${databaseName(config)} has the schema of Latchkey ${VERSION} (${plan.to})`);
    } else if (args.includes('--plan')) {
      for (const line of args.includes('--json') ? plan.steps.map(asJson) : plan.lines) print(line);
      note(`nothing was changed in the database ${databaseName(config)}`);
    } else {
      await migrate(db, { report: print, areOthersStopped: args.includes('--stopped') });
      print(`${databaseName(config)} has the schema of Latchkey ${VERSION} (${await schemaOf(db)})`);
    }
  } finally {
    await db.close();
  }
}
