import type { Database } from '../engine/database.ts';
import { STEP } from './delete-expired-rows.ts';
import { searchKeys } from './search-keys.ts';
import * as users from './users.ts';

/** Writes the search keys of accounts from the version before, one step. True when there may be more. */
export async function backfillSearchKeys(db: Database): Promise<boolean> {
  const found = await users.withoutSearchKeys(db, STEP);
  if (found.length > 0) await db.batch(found.map((user) => users.setSearchKeys(user, searchKeys(user))));
  return found.length === STEP;
}
