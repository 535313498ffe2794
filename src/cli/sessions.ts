import { endAllSessions, endSessionsExcept } from '../core/sign-in/end-sessions.ts';
import { listSessionsOf } from '../core/sign-in/list-sessions.ts';
import type { Store } from '../store/commit.ts';
import { accountIn } from './framework/account-argument.ts';
import { OPERATOR } from './framework/operator.ts';
import { counted, type Print } from './framework/print.ts';
import { createTable } from './framework/table.ts';

export async function endSessions(db: Store, args: readonly string[], print: Print): Promise<void> {
  const { id } = await accountIn(db, 'sessions end', args);
  const ended = await endSessionsExcept(db, id, undefined, OPERATOR);
  print(`${counted(ended, 'session')} ended`, { sessions: ended });
}

/** Ends all sessions and links of a restored backup, in which later ended ones are valid again. */
export async function revokeAll(db: Store, _args: readonly string[], print: Print): Promise<void> {
  const { sessions, accounts } = await endAllSessions(db, OPERATOR);
  const ended = `${counted(sessions, 'session')} ended, and every outstanding reset link`;
  print(`${ended} of ${counted(accounts, 'account')}`, { sessions, accounts });
}

export async function listSessions(db: Store, args: readonly string[], print: Print): Promise<void> {
  const { id: userId } = await accountIn(db, 'sessions list', args);
  const table = createTable(print, ['id', 'device', 'address', 'began', 'last used']);
  for (const session of await listSessionsOf(db, userId)) {
    const { id, device, address, created_at, last_used_at } = session;
    table.row(
      [id, device, address, created_at, last_used_at].map((cell) => cell ?? '-'),
      session,
    );
  }
  table.end();
}
