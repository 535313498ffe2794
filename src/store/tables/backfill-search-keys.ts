import { commitUnrecorded, type Store } from '../commit.ts';
import { STEP } from './delete-expired-rows.ts';
import { searchKeys } from './search-keys.ts';
import * as users from './users.ts';

/** Writes one step of missing search keys for accounts from the previous version. Returns true if there may be more. */
export async function backfillSearchKeys(db: Store): Promise<boolean> {
  const found = await users.withoutSearchKeys(db, STEP);
  const keys = found.map((user) => users.setSearchKeys(user, searchKeys(user)));
  if (found.length > 0) await commitUnrecorded(db, 'derived from what is there', { keys });
  return found.length === STEP;
}
