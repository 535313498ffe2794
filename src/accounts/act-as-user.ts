import { randomUUID } from 'node:crypto';
import * as acting from '../store/acting.ts';
import { type Actor, recordWithReason } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import * as outbox from '../store/outbox.ts';
import type { User } from '../store/user.ts';
import type { SignedTokens } from '../tokens/signed-tokens.ts';
import type { RecentLogin } from './recent-login.ts';

interface ActServices {
  readonly db: Database;
  readonly tokens: SignedTokens;
  readonly actAsUserMs: number;
  readonly wakeMail: () => void;
}

/** Why nobody may act as an account; undefined: an administrator may. */
export type CannotActReason = (typeof CANNOT_ACT_REASONS)[number];
export const CANNOT_ACT_REASONS = ['administrator', 'not_active', 'deletion_pending'] as const;

export function cannotActAs({ role, accountStatus, deletionDueAtMs }: User): CannotActReason | undefined {
  // Otherwise an administrator could do in another one's name what the audit trail holds against that one.
  if (role === 'ADMIN') return 'administrator';
  if (accountStatus !== 'ACTIVE') return 'not_active';
  return deletionDueAtMs === null ? undefined : 'deletion_pending';
}

/**
 * Lets an administrator use an account for minutes, in the name of both: the token names the administrator (`act` of
 * RFC 8693), has no refresh token and touches no session of the owner, who is told by e-mail. Undefined when the
 * account was changed meanwhile.
 */
export async function actAsUser(
  { db, tokens, actAsUserMs, wakeMail }: ActServices,
  { admin, user, reason }: { readonly admin: User; readonly user: User; readonly reason: string },
  { sessionId }: RecentLogin,
  actor: Actor,
): Promise<{ readonly accessToken: string; readonly expiresAtMs: number } | undefined> {
  if (sessionId === undefined) return undefined;
  const id = randomUUID();
  const written = await db.batch([
    acting.recordEnded(admin.id, actor.requester),
    acting.begin(user, { id, adminId: admin.id, sessionId, lifetimeMs: actAsUserMs }),
    recordWithReason(actor, 'acted_as', user.id, reason),
    outbox.enqueue('acted_as', user.email, { payload: { reason } }),
  ]);
  if (!written) return undefined;
  wakeMail();
  const [{ expiresAtMs }] = written[1] as unknown as [{ readonly expiresAtMs: number }];
  return { accessToken: tokens.acting(user, { id, adminId: admin.id }, actAsUserMs), expiresAtMs };
}

/** Before its time. */
export async function endActing(db: Database, adminId: number, requester: Actor['requester']): Promise<void> {
  await db.batch([acting.recordEnded(adminId, requester), acting.end(adminId)]);
}
