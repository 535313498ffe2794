import { createHash, randomBytes } from 'node:crypto';
import { Refusal } from '../core/refusal.ts';
import type { RecentLogin } from '../core/sign-in/recent-login.ts';
import type { Requester } from '../lib/requester.ts';
import type { Actor } from '../store/audit/record.ts';
import { change, event } from '../store/change.ts';
import type { Store } from '../store/commit.ts';
import * as adminLinks from '../store/tables/admin-links.ts';
import * as emailChanges from '../store/tables/email-changes.ts';
import * as administrators from '../store/tables/promote-to-admin.ts';
import type { User } from '../store/tables/user.ts';

/** How long a link of `latchkey admin link` works: long enough to open it from the terminal. */
export const ADMIN_LINK_MS = 15 * 60_000;

/** The audit trail's actor for an account that became administrator by such a link. */
const ACTOR = 'admin link';

/**
 * Creates a token that makes one account administrator, once: the given account, or the first to use it. The token is
 * random, because an application that holds SIGNING_SECRET could sign one. The database stores a hash.
 */
export async function makeAdminLink(
  db: Store,
  user: User | undefined,
  _recent: RecentLogin,
  actor: Actor,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const id = user?.id ?? null;
  const link = adminLinks.insert(hashOf(token), id, ADMIN_LINK_MS);
  await db.commit(actor, change(event('admin_link_made', id), { link }));
  return token;
}

/**
 * Makes the account an administrator and uses the link up. Refuses a link that is unknown, expired or used, and a link
 * for another account, which can still use it. Returns `done before` for an existing administrator.
 */
export async function useAdminLink(
  db: Store,
  user: User,
  token: string,
  _recent: RecentLogin,
  requester: Requester,
): Promise<'done' | 'done before'> {
  if (user.role === 'ADMIN') return 'done before';
  const hash = hashOf(token);
  const link = await adminLinks.usable(db, hash);
  if (!link) throw new Refusal('invalid_admin_link');
  if (link.userId !== null && link.userId !== user.id) throw new Refusal('admin_link_of_another');
  // Throws Conflict if a concurrent request used the link, perhaps for the same account.
  await db.commit(
    { name: ACTOR, requester },
    change(event('role_changed', user.id), {
      link: adminLinks.use(hash, user.id),
      account: administrators.promote(user.id),
      emailChange: emailChanges.removeRequestedByAdmin(user.id),
    }),
  );
  return 'done';
}

/** The token has 256 random bits, so guessing cannot reverse a plain hash. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
