import type { Account } from 'oidc-provider';
import type { Database } from '../store/database.ts';
import { PICTURES_PATH } from '../store/profile-pictures.ts';
import * as sessions from '../store/sessions.ts';
import type { User } from '../store/user.ts';
import * as users from '../store/users.ts';
import { parseAccountId } from './account-id.ts';

/** Undefined unless the account is active now, and the session of the hosted pages that the login hangs on goes on. */
export async function findLoggedIn(
  db: Database,
  accountId: string | undefined,
): Promise<{ readonly user: User; readonly sessionId: string } | undefined> {
  const id = parseAccountId(accountId);
  if (!id) return undefined;
  const [user, isAlive] = await Promise.all([users.byId(db, id.userId), sessions.exists(db, id.userId, id.sessionId)]);
  if (!user || !isAlive || user.accountStatus !== 'ACTIVE' || user.deletionDueAtMs !== null) return undefined;
  return { user, sessionId: id.sessionId };
}

export async function findAccount(db: Database, accountId: string, issuer: string): Promise<Account | undefined> {
  const found = await findLoggedIn(db, accountId);
  // The subject is put in its place by the library, which asks subject.ts for it.
  return found && { accountId, claims: () => ({ sub: accountId, ...claimsOf(found.user, issuer) }) };
}

/** Everything that scopes can give; the library hands out what the app was granted. */
export const claimsOf = (user: User, issuer: string) => ({
  name: user.fullName,
  ...(user.profileImageUrl !== null && { picture: pictureOf(user.profileImageUrl, issuer) }),
  locale: user.language,
  updated_at: Math.floor(user.updatedAtMs / 1000),
  email: user.email,
  // Only active accounts come here, and those have confirmed their address.
  email_verified: true,
  // Imported accounts may have none.
  ...(user.phoneNumber !== '' && { phone_number: user.phoneNumber, phone_number_verified: false }),
});

/** Whole: apps know no address that a relative one could be relative to. That of an uploaded picture is below ours. */
const pictureOf = (address: string, issuer: string): string | undefined =>
  URL.parse(address.startsWith(PICTURES_PATH) ? issuer + address : address, issuer)?.href;
