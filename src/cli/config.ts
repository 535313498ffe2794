import { availableParallelism } from 'node:os';
import { readConfig } from '../config/config.ts';
import { effectiveSettings } from '../config/effective-settings.ts';
import type { CommandContext } from './framework/command.ts';
import { CommandError, UsageError } from './framework/command-error.ts';
import { createTable } from './framework/table.ts';

const HIDDEN = '(hidden)';

/** Prints the settings that a service with this environment and file would have. */
export function configCommand({ environment, settingsFile, args, print, note }: CommandContext): void {
  const [word = '', ...surplus] = args;
  if (surplus.length > 0) throw new UsageError('config: one word, see latchkey config --help');
  const settings = effectiveSettings(readConfig(environment, availableParallelism()), settingsFile.names);
  const found = settings.filter(({ name }) => name.includes(word.toUpperCase()));
  if (found.length === 0) throw new CommandError(`config: no setting has ${word} in its name, see latchkey config`);
  const table = createTable(print, ['setting', 'value', 'from']);
  for (const { name, value, is_secret, source } of found) {
    const shown = is_secret && source !== 'default' ? HIDDEN : (value ?? '-');
    table.row([name, shown, source], { name, value, is_secret, source });
  }
  table.end();
  if (settingsFile.path !== undefined) note(`file: ${settingsFile.path}`);
}
