import type { Requester } from '../network/requester.ts';
import * as audit from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import * as sessionList from '../store/sessions-of-user.ts';
import { parseAccountId } from './account-id.ts';

/** Somebody has logged out in an app: the session of the hosted pages ends, and everything that hangs on it. */
export async function endSessionOfApp(db: Database, accountId: string, requester: Requester): Promise<void> {
  const account = parseAccountId(accountId);
  if (!account) return;
  const { userId, sessionId } = account;
  await db.batch([sessionList.removeOne(userId, sessionId), audit.record('logged_out', userId, requester)]);
}
