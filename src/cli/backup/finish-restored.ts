import type { Config } from '../../config/config.ts';
import { deleteByOperator } from '../../core/lifecycle/delete-account.ts';
import { isRefusal } from '../../core/refusal.ts';
import { endAllSessions } from '../../core/sign-in/end-sessions.ts';
import type { Store } from '../../store/commit.ts';
import { type Database, query } from '../../store/engine/database.ts';
import { hasTable } from '../../store/engine/migrate.ts';
import type { User } from '../../store/tables/user.ts';
import { byId } from '../../store/tables/users.ts';
import type { CommandContext } from '../framework/command.ts';
import { OPERATOR } from '../framework/operator.ts';
import { counted } from '../framework/print.ts';

/** How a database checks a backup and, with `isMeant`, replaces the current data by it. */
export interface Restore {
  readonly file: string;
  readonly context: CommandContext;
  readonly config: Config;
  readonly isMeant: boolean;
  /** The suffix of files and schemas that a restore sets aside. */
  readonly aside: string;
  /** Prepares a restored database, with the schema of this version, for use. */
  readonly finish: (db: Store, deletedSince: readonly number[]) => Promise<object>;
}

/** Ends sessions and links, because some of them ended after the backup. */
export async function finishRestored(
  db: Store,
  deletedSince: readonly number[],
  deletesAgain: boolean,
  print: (line: string) => void,
): Promise<object> {
  const { sessions, accounts } = await endAllSessions(db, OPERATOR);
  print(
    `${counted(accounts, 'account')} restored; ${counted(sessions, 'session')} ended, and every outstanding reset link`,
  );
  let deleted = 0;
  const back: number[] = [];
  for (const id of deletedSince) {
    const user = await byId(db, id);
    if (!user) continue;
    if (deletesAgain && (await deleteUnlessLast(db, user))) deleted += 1;
    else back.push(id);
  }
  if (deleted > 0) print(`${counted(deleted, 'account')} deleted again, as since the backup`);
  if (back.length > 0)
    print(
      `restored, but deleted since the backup: ${counted(back.length, 'account')}. To delete again: latchkey users ` +
        `delete ${back.join(' ')} --yes`,
    );
  return {
    accounts,
    sessions_ended: sessions,
    deleted_since: deleted + back.length,
    deleted_again: deletesAgain,
    back,
  };
}

/** False for the last ADMIN of the backup, who must stay until there is another. */
const deleteUnlessLast = (db: Store, user: User): Promise<boolean> =>
  deleteByOperator(db, user, OPERATOR).then(
    () => true,
    (error: unknown) => {
      if (isRefusal(error, 'last_administrator')) return false;
      throw error;
    },
  );

/** The result of a check of the backup. */
export function announceDeleted(count: number, print: (line: string) => void): { readonly deleted_since: number } {
  if (count > 0)
    print(
      `deleted since the backup: ${counted(count, 'account')}. A restore brings such accounts back; --delete-again ` +
        'deletes them again',
    );
  return { deleted_since: count };
}

const DELETED = query<{ id: number }>`SELECT DISTINCT user_id AS id FROM audit_events
  WHERE event = 'deleted' AND user_id IS NOT NULL ORDER BY user_id`;
/** The accounts that the current database records as deleted. */
export const deletedIn = async (db: Database): Promise<number[]> =>
  (await hasTable(db, 'audit_events')) ? (await db.all(DELETED)).map(({ id }) => id) : [];
