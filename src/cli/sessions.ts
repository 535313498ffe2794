import type { Database } from '../store/database.ts';
import * as users from '../store/users.ts';
import { CommandError } from './command-error.ts';

/** After a restore: sessions and mailed links that had ended since the backup was made would work again. */
export async function sessionsCommand(
  db: Database,
  args: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  if (args.join(' ') !== 'revoke-all') {
    throw new CommandError(`sessions ${args.join(' ')}: no such command, see latchkey --help`);
  }
  let accounts = 0;
  let sessions = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const step = await users.revokeStep(db, after);
    accounts += step.accounts;
    sessions += step.sessions;
    after = step.lastId;
  }
  print(`${sessions} sessions ended, and every outstanding reset link of ${accounts} accounts`);
}
