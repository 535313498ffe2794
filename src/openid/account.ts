import type { Account } from 'oidc-provider';
import { SCOPE_CLAIMS } from '../accounts/apps/openid-scopes.ts';
import type { SecondFactorRule } from '../accounts/factors/second-factors.ts';
import { sessionRefusal } from '../accounts/sign-in/session-refusal.ts';
import { PICTURES_PATH } from '../store/tables/profile-pictures.ts';
import * as sessions from '../store/tables/sessions.ts';
import type { User } from '../store/tables/user.ts';
import * as users from '../store/tables/users.ts';
import { parseAccountId } from './account-id.ts';

/** What decides whether a login of an app goes on. */
export type LoginRule = Pick<SecondFactorRule, 'db' | 'secondFactorPolicy'>;

/** Undefined when the session of the hosted pages that the login depends on has ended, or is refused there too. */
export async function findLoggedIn(
  rule: LoginRule,
  accountId: string | undefined,
): Promise<{ readonly user: User; readonly sessionId: string } | undefined> {
  const id = parseAccountId(accountId);
  if (!id) return undefined;
  const { db } = rule;
  const [user, amr] = await Promise.all([users.byId(db, id.userId), sessions.amrOf(db, id.userId, id.sessionId)]);
  if (!user || amr === undefined || (await sessionRefusal(rule, user, amr)) !== undefined) return undefined;
  return { user, sessionId: id.sessionId };
}

/** `scopes`: those that the client may have now. What it was granted before may be more. */
export async function findAccount(
  rule: LoginRule,
  accountId: string,
  issuer: string,
  scopes: () => string | undefined,
): Promise<Account | undefined> {
  const found = await findLoggedIn(rule, accountId);
  // The subject is put in its place by the library, which asks subject.ts for it.
  return (
    found && {
      accountId,
      async claims() {
        const isConfirmed = await users.isEmailConfirmed(rule.db, found.user.id);
        return { sub: accountId, ...within(scopes(), claimsOf(found.user, isConfirmed, issuer)) };
      },
    }
  );
}

function within(scopes = '', claims: object): Record<string, unknown> {
  const allowed = CLAIMS.filter(([scope]) => scopes.split(' ').includes(scope)).flatMap(([, names]) => names);
  return Object.fromEntries(Object.entries(claims).filter(([name]) => allowed.includes(name)));
}

const CLAIMS: readonly (readonly [string, readonly string[]])[] = Object.entries(SCOPE_CLAIMS);

/** Everything that scopes can give; the library hands out what the app was granted. */
export const claimsOf = (user: User, isEmailConfirmed: boolean, issuer: string) => ({
  name: user.fullName,
  ...(user.profileImageUrl !== null && { picture: pictureOf(user.profileImageUrl, issuer) }),
  locale: user.language,
  updated_at: Math.floor(user.updatedAtMs / 1000),
  email: user.email,
  // Active accounts have confirmed their address, but for one that an administrator set since.
  email_verified: isEmailConfirmed,
  // Imported accounts may have none.
  ...(user.phoneNumber !== '' && { phone_number: user.phoneNumber, phone_number_verified: false }),
});

/** Whole: apps know no address that a relative one could be relative to. That of an uploaded picture is below ours. */
const pictureOf = (address: string, issuer: string): string | undefined =>
  URL.parse(address.startsWith(PICTURES_PATH) ? issuer + address : address, issuer)?.href;
