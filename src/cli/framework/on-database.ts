import type { Config } from '../../config/config.ts';
import type { SharedStore } from '../../store/commit.ts';
import type { Command } from './command.ts';
import type { OptionValues } from './command-options.ts';
import { withDatabase } from './open-database.ts';
import type { Print } from './print.ts';

export type WorkOnDatabase = (
  db: SharedStore,
  args: readonly string[],
  print: Print,
  options: OptionValues,
  config: Config,
) => Promise<void>;

/**
 * A command on the database, loaded when it is called. If it changes the database, prints which one, because without
 * the service's settings it may be the wrong one.
 */
export const onDatabase = (
  load: () => Promise<WorkOnDatabase>,
  { changes = false }: { readonly changes?: boolean } = {},
): Pick<Command, 'run' | 'changes'> => ({
  ...(changes && { changes }),
  run: ({ environment, args, print, options, note }) =>
    withDatabase(environment, async (db, name, config) => {
      await (await load())(db, args, print, options, config);
      if (changes) note(`changed in the database ${name}`);
    }),
});
