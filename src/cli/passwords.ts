import { statSync } from 'node:fs';
import { BadPasswordList, buildPasswordFilter } from '../accounts/passwords/build-password-filter.ts';
import { NotAPasswordFilter } from '../accounts/passwords/password-filter.ts';
import type { CommandContext } from './command.ts';
import { CommandError, UsageError } from './command-error.ts';
import { counted } from './print.ts';

/** Builds the file for BREACHED_PASSWORDS from a list of hashes or passwords. */
export async function buildPasswords({ args, print }: Pick<CommandContext, 'args' | 'print'>): Promise<void> {
  const [list, file, ...surplus] = args;
  if (list === undefined || file === undefined || surplus.length > 0)
    throw new UsageError(
      'passwords build: from which list, into which file? Example: latchkey passwords build list.txt breached.filter',
    );
  try {
    const passwords = await buildPasswordFilter(list, file);
    const bytes = statSync(file).size;
    print(`${file}: ${counted(passwords, 'password')}, ${bytes} bytes. Start with BREACHED_PASSWORDS=${file}`, {
      ...{ file, passwords, bytes },
    });
  } catch (error) {
    if (error instanceof BadPasswordList) throw new CommandError(`passwords build: ${list} ${error.message}`);
    if (error instanceof NotAPasswordFilter)
      throw new CommandError(`passwords build: ${file} ${error.message}; it was not changed`);
    throw error;
  }
}
