import type { AskingClient } from '../../lib/requester.ts';
import { type Actor, byOwner, withoutAddress } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import { NOTHING, orNothing, type Store } from '../../store/commit.ts';
import { orThrow, type Statement } from '../../store/engine/database.ts';
import * as outbox from '../../store/queues/outbox.ts';
import {
  dueForDeletion,
  removeChecked,
  removeDue,
  removeTraces,
  scheduleDeletion,
} from '../../store/tables/account-removal.ts';
import * as emailChanges from '../../store/tables/email-changes.ts';
import { removeAllOf } from '../../store/tables/ended-sessions.ts';
import { lockUser } from '../../store/tables/sessions-of-user.ts';
import { forgetUnlockedKeys } from '../../store/tables/throttles.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import { describeRequester } from '../sign-in/describe-requester.ts';
import type { RecentLogin } from '../sign-in/recent-login.ts';
import { emailLimitKeys } from '../sign-in/throttle.ts';
import { keepLastAdmin } from './last-admin.ts';

/** Accounts per step: few, so that no request waits for the removal. */
const DELETION_STEP = 50;

interface DeletionRequest extends AskingClient {
  /** The row that was checked. If the password has changed since, nothing is deleted. */
  readonly user: User;
  /** 0 deletes at once. */
  readonly graceMs: number;
}

/**
 * Deletes the account or schedules its deletion: until then only a login is possible, which cancels it. An account
 * whose address change can be reverted is never deleted at once: otherwise a thief could keep the owner from recovering
 * it. Ends every session. Refuses for the last ADMIN.
 */
export async function requestDeletion(
  db: Store,
  { user, requester, language, graceMs }: DeletionRequest,
  _recent: RecentLogin,
): Promise<{ readonly deletesAtMs: number | null }> {
  const payload = await describeRequester(requester);
  const earlier = await emailChanges.revertible(db, user.id);
  const waitMs = Math.max(graceMs, ...earlier.map(({ forMs }) => forMs));
  if (waitMs === 0) {
    await db.commit(withoutAddress(null), deletion(user, removeChecked(user), deletionNotice(user, language, payload)));
    return { deletesAtMs: null };
  }
  const notice = { language, payload: { ...payload, waitMs } };
  const { account } = await db.commit(
    byOwner(requester),
    change(
      event('deletion_scheduled', user.id),
      {
        lastAdmin: keepLastAdmin(user.id),
        account: scheduleDeletion(user.id, user.credentialVersion, waitMs),
        sessions: removeAllOf(user.id),
        emailChange: emailChanges.removeWaiting(user.id),
      },
      {
        emails: [
          outbox.enqueue('deletion_scheduled', user.email, notice),
          ...earlier.map(({ oldEmail: recipient }) =>
            outbox.enqueue('deletion_scheduled', user.email, { ...notice, recipient }),
          ),
        ],
      },
    ),
  );
  return { deletesAtMs: account.deletesAtMs };
}

/** Deletes the account at once, whatever its status. Refuses for the last ADMIN. */
export const deleteByOperator = (db: Store, user: User, { name }: Actor) =>
  db.commit(withoutAddress(name), deletion(user, removeChecked(user), deletionNotice(user, undefined, {})));

/** Deletes accounts whose deletion is due. Returns true if there may be more. */
export async function sweepDeletions(db: Store): Promise<boolean> {
  const ids = await dueForDeletion(db, DELETION_STEP);
  for (const id of ids) {
    const user = await users.byId(db, id);
    if (!user) continue;
    // Nothing happens if the owner has logged in since or is now the last ADMIN.
    const due = deletion(user, orThrow(removeDue(id), NOTHING), deletionNotice(user, undefined, {}), NOTHING);
    await orNothing(db.commit(withoutAddress(null), due));
  }
  return ids.length === DELETION_STEP;
}

/** Removes all of the account except its id in the audit trail. */
const deletion = (user: User, account: Statement, { limits, emails }: DeletionNotice, ofLastAdmin?: Error) =>
  change(
    event('deleted', user.id),
    {
      lastAdmin: keepLastAdmin(user.id, ofLastAdmin),
      user: lockUser(user.id),
      sessions: removeAllOf(user.id),
      account,
      traces: removeTraces(user),
      limits,
    },
    { emails },
  );

interface DeletionNotice {
  /** Forgets the limits of earlier e-mails. */
  readonly limits: Statement;
  /** The last e-mail, kept without the account until it is sent. */
  readonly emails: readonly Statement[];
}

const deletionNotice = (user: User, language: string | undefined, payload: outbox.Payload): DeletionNotice => ({
  limits: forgetUnlockedKeys(emailLimitKeys(user.email)),
  emails: [
    outbox.enqueueWithoutAccount('account_deleted', {
      recipient: user.email,
      language: language ?? user.language,
      payload: { ...payload, name: user.fullName },
    }),
  ],
});
