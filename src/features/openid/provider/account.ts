import type { Account } from 'oidc-provider';
import type { AccountFields } from '../../../config/field-presence.ts';
import type { SecondFactorRule } from '../../../core/factors/second-factors.ts';
import { scopeClaims } from '../../../core/openid-scopes.ts';
import { sessionRefusal } from '../../../core/sign-in/session-refusal.ts';
import { PICTURES_PATH } from '../../../store/tables/profile-pictures.ts';
import * as sessions from '../../../store/tables/sessions.ts';
import type { User } from '../../../store/tables/user.ts';
import * as users from '../../../store/tables/users.ts';
import { parseAccountId } from './account-id.ts';

/** A login of the hosted pages, which an app uses. */
export interface Login {
  readonly user: User;
  readonly sessionId: string;
}

type LoginRule = Pick<SecondFactorRule, 'db' | 'secondFactorPolicy'>;

/** Undefined once the session of the hosted pages behind the login has ended, or would be refused there. */
export async function findLogin(rule: LoginRule, accountId: string | undefined): Promise<Login | undefined> {
  const id = parseAccountId(accountId);
  if (!id) return undefined;
  const { db } = rule;
  const [user, amr] = await Promise.all([users.byId(db, id.userId), sessions.amrOf(db, id.userId, id.sessionId)]);
  if (!user || amr === undefined || (await sessionRefusal(rule, user, amr)) !== undefined) return undefined;
  return { user, sessionId: id.sessionId };
}

/** `scopes`: those that the client may have now, which can be fewer than it was granted. */
export async function findAccount(
  rule: LoginRule & { readonly fields: AccountFields },
  accountId: string,
  issuer: string,
  scopes: () => string | undefined,
): Promise<Account | undefined> {
  const found = await findLogin(rule, accountId);
  // The library replaces `sub` with what subject.ts returns.
  return (
    found && {
      accountId,
      async claims() {
        const isConfirmed = await users.isEmailConfirmed(rule.db, found.user.id);
        return { sub: accountId, ...within(rule.fields, scopes(), claimsOf(found.user, isConfirmed, issuer)) };
      },
    }
  );
}

function within(fields: AccountFields, scopes = '', claims: object): Record<string, unknown> {
  const known = scopeClaims(fields);
  const allowed = scopes.split(' ').flatMap((scope) => known[scope] ?? []);
  return Object.fromEntries(Object.entries(claims).filter(([name]) => allowed.includes(name)));
}

/** The claims of all scopes; the library picks those that the app was granted. */
const claimsOf = (user: User, isEmailConfirmed: boolean, issuer: string) => ({
  name: user.fullName,
  ...(user.profileImageUrl !== null && { picture: pictureOf(user.profileImageUrl, issuer) }),
  locale: user.language,
  updated_at: Math.floor(user.updatedAtMs / 1000),
  email: user.email,
  // An active account has an unconfirmed address if an administrator has set it.
  email_verified: isEmailConfirmed,
  // Imported accounts may have none.
  ...(user.phoneNumber !== null && { phone_number: user.phoneNumber, phone_number_verified: false }),
});

/** Apps cannot resolve a relative URL. Uploaded pictures are below our own URL. */
const pictureOf = (address: string, issuer: string): string | undefined =>
  URL.parse(address.startsWith(PICTURES_PATH) ? issuer + address : address, issuer)?.href;
