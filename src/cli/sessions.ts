import { endAllSessions } from '../accounts/end-sessions.ts';
import type { Database } from '../store/database.ts';
import { CommandError } from './command-error.ts';

/** For use after restoring a backup, in which sessions and mailed links that were revoked later are valid again. */
export async function sessionsCommand(
  db: Database,
  args: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  if (args.join(' ') !== 'revoke-all') {
    throw new CommandError(`sessions ${args.join(' ')}: no such command, see latchkey --help`);
  }
  const { sessions, accounts } = await endAllSessions(db);
  print(`${sessions} sessions ended, and every outstanding reset link of ${accounts} accounts`);
}
