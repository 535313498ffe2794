import type { Requester } from '../lib/requester.ts';
import { change, happening } from '../store/change.ts';
import { NOTHING, orNothing, type Store } from '../store/commit.ts';
import { must } from '../store/engine/database.ts';
import { owner } from '../store/tables/events.ts';
import * as sessionList from '../store/tables/sessions-of-user.ts';
import { parseAccountId } from './account-id.ts';

/** Somebody has logged out in an app: the session of the hosted pages ends, and everything that hangs on it. */
export async function endSessionOfApp(db: Store, accountId: string, requester: Requester): Promise<void> {
  const account = parseAccountId(accountId);
  if (!account) return;
  const { userId, sessionId } = account;
  await orNothing(
    db.commit(
      owner(requester),
      change(happening('logged_out', userId), { session: must(sessionList.removeOne(userId, sessionId), NOTHING) }),
    ),
  );
}
