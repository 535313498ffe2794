import { endAllSessions, endSessionsExcept } from '../accounts/sign-in/end-sessions.ts';
import { listSessionsOf } from '../accounts/sign-in/list-sessions.ts';
import type { Store } from '../store/commit.ts';
import { accountIn } from './account-argument.ts';
import { OPERATOR } from './operator.ts';
import type { Print } from './print.ts';
import { counted } from './print.ts';
import { createTable } from './table.ts';

export async function sessionsCommand(db: Store, args: readonly string[], print: Print): Promise<void> {
  const [action = '', ...own] = args;
  if (action === 'revoke-all') return revokeAll(db, print);
  const { id } = await accountIn(db, `sessions ${action}`, own);
  if (action === 'list') return list(db, id, print);
  const ended = await endSessionsExcept(db, id, undefined, OPERATOR);
  print(`${counted(ended, 'session')} ended`, { sessions: ended });
}

/** For restored backups, in which sessions and links that ended later are valid again. */
async function revokeAll(db: Store, print: Print): Promise<void> {
  const { sessions, accounts } = await endAllSessions(db, OPERATOR);
  const ended = `${counted(sessions, 'session')} ended, and every outstanding reset link`;
  print(`${ended} of ${counted(accounts, 'account')}`, { sessions, accounts });
}

async function list(db: Store, userId: number, print: Print): Promise<void> {
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
