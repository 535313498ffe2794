import { randomUUID } from 'node:crypto';
import type { RecentLogin } from '../../core/sign-in/recent-login.ts';
import type { Requester } from '../../lib/requester.ts';
import { type Actor, withReason } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import type { Reads } from '../../store/engine/database.ts';
import * as outbox from '../../store/queues/outbox.ts';
import type { ActingConditions } from '../../store/request-sender.ts';
import type { User } from '../../store/tables/user.ts';
import type { Claims, SignedTokens } from '../../tokens/signed-tokens.ts';
import type { CANNOT_ACT_REASONS } from './declared.ts';
import type { ActingServices } from './services.ts';
import * as acting from './table.ts';

interface ActServices extends ActingServices {
  readonly db: Store;
  readonly tokens: SignedTokens;
}

/** Why acting as an account is refused; undefined if it is allowed. */
type CannotActReason = (typeof CANNOT_ACT_REASONS)[number];

export function cannotActAs({ role, accountStatus, deletionDueAtMs }: User): CannotActReason | undefined {
  // Acting as another administrator is refused, because the audit trail would blame the wrong administrator.
  if (role === 'ADMIN') return 'administrator';
  if (accountStatus !== 'ACTIVE') return 'not_active';
  return deletionDueAtMs === null ? undefined : 'deletion_pending';
}

/**
 * Lets an administrator act as the user for some minutes. The token names the administrator (`act` of RFC 8693), has no
 * refresh token and touches no session of the owner. An e-mail notifies the owner.
 */
export async function actAsUser(
  { db, tokens, actAsUserMs }: ActServices,
  { admin, user, reason }: { readonly admin: User; readonly user: User; readonly reason: string },
  { sessionId = '' }: RecentLogin,
  actor: Actor,
): Promise<{ readonly accessToken: string; readonly expiresAtMs: number }> {
  const id = randomUUID();
  const { begun } = await db.commit(
    actor,
    change(
      event('acted_as', withReason(user.id, reason)),
      {
        replaced: event('acting_ended', acting.ofAdministrator(admin.id)),
        begun: acting.begin(user, { id, adminId: admin.id, sessionId, lifetimeMs: actAsUserMs }),
      },
      { emails: [outbox.enqueue('acted_as', user.email, { payload: { reason } })] },
    ),
  );
  const accessToken = tokens.acting(user, { id, adminId: admin.id }, actAsUserMs);
  return { accessToken, expiresAtMs: begun.expiresAtMs };
}

/** Ends acting before it expires. */
export async function endActing(db: Store, adminId: number, requester: Requester): Promise<void> {
  const ended = event('acting_ended', acting.ofAdministrator(adminId), { isFirst: true });
  await db.commit({ name: `user:${adminId}`, requester }, change(ended, { acting: acting.end(adminId) }));
}

/**
 * The conditions under which the token of an administrator who acts as the user works. Acting ends for good with its
 * cause, such as a new password, by which the owner may object.
 */
export async function actingConditions(
  db: Reads,
  user: User,
  { acting: token, version }: Claims,
): Promise<ActingConditions | undefined> {
  if (!token || cannotActAs(user) !== undefined || version !== user.credentialVersion) return undefined;
  const begun = { ...token, userId: user.id };
  const sessionId = await acting.sessionOf(db, begun);
  return sessionId === undefined ? undefined : acting.conditions(begun, sessionId);
}
