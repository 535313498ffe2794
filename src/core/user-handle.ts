import { randomBytes } from 'node:crypto';
import { withoutAddress } from '../store/audit/record.ts';
import { unrecorded } from '../store/change.ts';
import type { Store } from '../store/commit.ts';
import { giveHandle, handleOf } from '../store/tables/user-handles.ts';

const HANDLE_BYTES = 32;

/** The random name of an account for browsers and apps, created on first use. Throws Conflict without an account. */
export async function userHandle(db: Store, userId: number): Promise<string> {
  const known = await handleOf(db, userId);
  if (known !== null) return known;
  const fresh = randomBytes(HANDLE_BYTES).toString('base64url');
  const { given } = await db.commit(
    withoutAddress(null),
    unrecorded('it says nothing about the account', { given: giveHandle(userId, fresh) }),
  );
  return given.handle;
}
