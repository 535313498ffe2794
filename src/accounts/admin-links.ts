import { createHash, randomBytes } from 'node:crypto';
import type { Requester } from '../network/requester.ts';
import * as adminLinks from '../store/admin-links.ts';
import { type Actor, recordBy } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import * as emailChanges from '../store/email-changes.ts';
import * as administrators from '../store/promote-to-admin.ts';
import type { User } from '../store/user.ts';
import * as users from '../store/users.ts';
import type { RecentLogin } from './recent-login.ts';
import { Refusal } from './refusal.ts';

/** How long a link of `latchkey admin link` works: to be opened by whoever reads it in the terminal, not kept. */
export const ADMIN_LINK_MS = 15 * 60_000;

/** The actor in the audit trail of an account that became administrator by such a link. */
const ACTOR = 'admin link';

/**
 * Makes a token that lets one account become administrator, once: the given one, or whichever uses it first. Random,
 * not signed: applications that hold SIGNING_SECRET could sign one. The database has a hash.
 */
export async function makeAdminLink(
  db: Database,
  user: User | undefined,
  _recent: RecentLogin,
  actor: Actor,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const id = user?.id ?? null;
  await db.batch([adminLinks.insert(hashOf(token), id, ADMIN_LINK_MS), recordBy(actor, 'admin_link_made', id)]);
  return token;
}

/**
 * Makes the account an administrator and uses the link up. Refuses a link that is unknown, expired or used, and one for
 * another account, which can still use it. `done before`: it is an administrator already.
 */
export async function useAdminLink(
  db: Database,
  user: User,
  token: string,
  _recent: RecentLogin,
  requester: Requester,
): Promise<'done' | 'done before'> {
  if (user.role === 'ADMIN') return 'done before';
  const hash = hashOf(token);
  const link = await adminLinks.usable(db, hash);
  if (!link) return gone(db, user);
  if (link.userId !== null && link.userId !== user.id) throw new Refusal('admin_link_of_another');
  const written = await db.batch([
    adminLinks.use(hash, user.id),
    administrators.promote(user.id),
    emailChanges.removeAskedByAdmin(user.id),
    recordBy({ name: ACTOR, requester }, 'role_changed', user.id),
  ]);
  return written ? 'done' : gone(db, user);
}

/** A concurrent request may have used the link for the same account, since that was read. */
async function gone(db: Database, { id }: User): Promise<'done before'> {
  if ((await users.byId(db, id))?.role !== 'ADMIN') throw new Refusal('invalid_admin_link');
  return 'done before';
}

/** The token has 256 random bits, so that a plain hash cannot be reversed by guessing. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
