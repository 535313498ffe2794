import type { Requester } from '../network/requester.ts';
import { dueForDeletion, removeDeleted, removeDue, scheduleDeletion } from '../store/account-removal.ts';
import * as audit from '../store/audit.ts';
import type { Database, Statement } from '../store/database.ts';
import * as emailChanges from '../store/email-changes.ts';
import * as outbox from '../store/outbox.ts';
import * as sessions from '../store/sessions.ts';
import { forgetUnlockedKeys } from '../store/throttles.ts';
import type { User } from '../store/user.ts';
import * as users from '../store/users.ts';
import { describeRequester } from './describe-requester.ts';
import { refuseLastAdmin } from './last-admin.ts';
import type { RecentLogin } from './recent-login.ts';
import { emailLimitKeys } from './throttle.ts';

/** Small, so that no request waits for the removal. */
const DELETION_STEP = 50;

interface DeletionRequest {
  /** The row that the request was checked against; if the password changed since, nothing is deleted. */
  readonly user: User;
  readonly requester: Requester;
  readonly language: string | undefined;
  /** 0 deletes at once. */
  readonly graceMs: number;
}

/**
 * Deletes the account, or schedules it: until then only a login is possible, which cancels it. Never at once while a
 * change of address can be reverted: a thief could keep the owner from getting it back. Ends every session. Undefined
 * after a concurrent change. Refuses for the last ADMIN.
 */
export async function requestDeletion(
  db: Database,
  { user, requester, language, graceMs }: DeletionRequest,
  _recent: RecentLogin,
): Promise<{ readonly deletesAtMs: number | null } | undefined> {
  const payload = await describeRequester(requester);
  const earlier = await emailChanges.revertible(db, user.id);
  const waitMs = Math.max(graceMs, ...earlier.map(({ forMs }) => forMs));
  if (waitMs === 0) {
    const deleted = await remove(db, user, null, farewell(user, language, payload));
    return deleted ? { deletesAtMs: null } : undefined;
  }
  const schedule = scheduleDeletion(user.id, user.credentialVersion, waitMs);
  const scheduled = await db.batch([
    ...schedule,
    sessions.removeAllOf(user.id),
    emailChanges.removeWaiting(user.id),
    audit.record('deletion_scheduled', user.id, requester),
    outbox.enqueue('deletion_scheduled', user.email, { language, payload: { ...payload, waitMs } }),
    ...earlier.map(({ oldEmail: recipient }) =>
      outbox.enqueue('deletion_scheduled', user.email, { language, recipient, payload: { ...payload, waitMs } }),
    ),
  ]);
  if (!scheduled) return refuseLastAdmin(db, user.id);
  const [row] = scheduled[schedule.length - 1] as unknown as [{ deletion_due_at: number }];
  return { deletesAtMs: row.deletion_due_at };
}

/** Deletes the account at once, whatever its status. False after a concurrent change. Refuses for the last ADMIN. */
export const deleteByOperator = async (db: Database, user: User, actor: audit.Actor): Promise<boolean> =>
  (await remove(db, user, actor.name, farewell(user, undefined, {}))) !== undefined;

/** Deletes the accounts whose time has come. True when there may be more. */
export async function sweepDeletions(db: Database): Promise<boolean> {
  const ids = await dueForDeletion(db, DELETION_STEP);
  for (const id of ids) {
    const user = await users.byId(db, id);
    if (user) await db.batch(removeDue(user, farewell(user, undefined, {})));
  }
  return ids.length === DELETION_STEP;
}

async function remove(
  db: Database,
  user: User,
  actor: string | null,
  also: readonly Statement[],
): Promise<true | undefined> {
  const removed = await db.batch(removeDeleted(user, actor, also));
  return removed ? true : refuseLastAdmin(db, user.id);
}

/** The last e-mail, kept without the account until it is sent; and the limits of earlier ones, which are forgotten. */
const farewell = (user: User, language: string | undefined, payload: outbox.Payload): Statement[] => [
  forgetUnlockedKeys(emailLimitKeys(user.email)),
  outbox.enqueueWithoutAccount('account_deleted', {
    recipient: user.email,
    language: language ?? user.language,
    payload: { ...payload, name: user.fullName },
  }),
];
