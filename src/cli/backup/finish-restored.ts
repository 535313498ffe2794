import { deleteByOperator } from '../../accounts/lifecycle/delete-account.ts';
import { endAllSessions } from '../../accounts/sign-in/end-sessions.ts';
import type { Config } from '../../config/config.ts';
import type { Store } from '../../store/commit.ts';
import { query } from '../../store/engine/database.ts';
import { byId } from '../../store/tables/users.ts';
import type { CommandContext } from '../command.ts';
import { OPERATOR } from '../operator.ts';
import { counted } from '../print.ts';

/** How a database checks a backup and, with `isMeant`, replaces the current data by it. */
export interface Restore {
  readonly file: string;
  readonly context: CommandContext;
  readonly config: Config;
  readonly isMeant: boolean;
  /** The suffix of everything set aside. */
  readonly aside: string;
  /** Makes a restored database, with the schema of this version, ready for use. */
  readonly finish: (db: Store, deletedSince: readonly number[]) => Promise<object>;
}

/** Ends sessions and links, because some of them ended after the backup was made. */
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
  let back = 0;
  for (const id of deletedSince) {
    const user = await byId(db, id);
    if (!user) continue;
    back += 1;
    if (deletesAgain) await deleteByOperator(db, user, OPERATOR);
  }
  if (back > 0)
    print(
      deletesAgain
        ? `${counted(back, 'account')} deleted again, as since the backup`
        : `restored, but deleted since the backup: ${counted(back, 'account')}. ` +
            '--delete-again would have deleted them again',
    );
  return { accounts, sessions_ended: sessions, deleted_since: back, deleted_again: deletesAgain };
}

const DELETED = query<{ id: number }>`SELECT DISTINCT user_id AS id FROM audit_events
  WHERE event = 'deleted' AND user_id IS NOT NULL`;
/** The accounts that the current database records as deleted. */
export const deletedIn = async (db: Store): Promise<number[]> => (await db.all(DELETED)).map(({ id }) => id);
