import type { Config } from '../../config/config.ts';
import type { SharedStore } from '../../store/commit.ts';
import type { Command } from '../command.ts';
import type { OptionValues } from '../command-options.ts';
import { withDatabase } from '../open-database.ts';
import type { Print } from '../print.ts';

/** Loads a command when it is called: the service needs none, and a command needs only its own code. */
export type OnDatabase = () => Promise<
  (db: SharedStore, args: readonly string[], print: Print, options: OptionValues, config: Config) => Promise<void>
>;

/** A command that only reads the database. */
export const reads = (group: OnDatabase, ...action: readonly string[]): Pick<Command, 'run'> => ({
  run: ({ environment, args, print, options }) =>
    withDatabase(environment, async (db, _name, config) =>
      (await group())(db, [...action, ...args], print, options, config),
    ),
});

/**
 * A command that changes the database prints its name: without the settings of the service, it may be the wrong one.
 */
export const changes = (group: OnDatabase, ...action: readonly string[]): Pick<Command, 'run' | 'changes'> => ({
  changes: true,
  run: (context) =>
    withDatabase(context.environment, async (db, name, config) => {
      await (await group())(db, [...action, ...context.args], context.print, context.options, config);
      context.note(`changed in the database ${name}`);
    }),
});
