import type { Client } from '../../lib/requester.ts';
import { latestRequesters } from '../../store/audit/read.ts';
import { accountWithAddress, withoutAddress } from '../../store/audit/record.ts';
import { type EventToRecord, event, type Steps, unrecorded } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import type { Statement } from '../../store/engine/database.ts';
import * as outbox from '../../store/queues/outbox.ts';
import { isEmailProven, removeUnproven } from '../../store/tables/credentials.ts';
import * as emailChanges from '../../store/tables/email-changes.ts';
import * as administrators from '../../store/tables/promote-to-admin.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';

/** FIRST_ADMIN_EMAIL: the account that verifies this address becomes administrator if there is none. */
const FIRST_ADMIN_SETTING = 'FIRST_ADMIN_EMAIL';

/** The parts of another change that make the account an administrator. */
export interface Promotion {
  readonly steps: Steps;
  readonly events: readonly EventToRecord[];
  readonly emails?: readonly Statement[];
}

const promotion = (email: string, id: number): Promotion => ({
  steps: { promoted: administrators.promoteFirst(email), emailChange: emailChanges.removeRequestedByAdmin(id) },
  events: [event('role_changed', id, { by: FIRST_ADMIN_SETTING })],
});

interface FirstAdminServices {
  readonly db: Store;
  readonly firstAdminEmail: string | undefined;
}

/**
 * The steps that make the account an administrator upon activation, if it qualifies. Throws Conflict if another account
 * became administrator meanwhile.
 */
export async function promotionOnVerification(
  { db, firstAdminEmail }: Pick<FirstAdminServices, 'db' | 'firstAdminEmail'>,
  { id, email }: User,
): Promise<Promotion | undefined> {
  if (email !== firstAdminEmail) return undefined;
  return (await administrators.firstAdministrator(db, email)) ? promotion(email, id) : undefined;
}

/** Like `promotionOnVerification`, for an account created as ACTIVE. Must follow the step that creates it. */
export const promotionOfNew = async (
  { db, firstAdminEmail }: Pick<FirstAdminServices, 'db' | 'firstAdminEmail'>,
  email: string,
): Promise<Promotion | undefined> =>
  email === firstAdminEmail && (await administrators.isAdministratorLacked(db))
    ? {
        steps: { promoted: administrators.promoteFirst(email) },
        events: [event('role_changed', accountWithAddress(email), { by: FIRST_ADMIN_SETTING })],
      }
    : undefined;

/**
 * Like `promotionOnVerification`, for an account with a password or a provider login from its registration: a stranger
 * may have registered the address first, and would be administrator once its owner follows the link. Unless both
 * requests came from one client address, these are removed and a link to choose a password is mailed.
 */
export async function promotionOfRegistered(
  services: FirstAdminServices,
  user: User,
  client: Client,
): Promise<Promotion | undefined> {
  const promoted = await promotionOnVerification(services, user);
  if (!promoted) return undefined;
  const [registrant] = await latestRequesters(services.db, 'registered', user.id, 1);
  if (!registrant || registrant.address === client.requester.address) return promoted;
  return {
    steps: {
      ...promoted.steps,
      password: users.replacePassword(user, null),
      unproven: removeUnproven(user.id),
    },
    events: [...promoted.events, event('reset_asked', user.id, { by: FIRST_ADMIN_SETTING })],
    emails: [outbox.enqueue('password_reset', user.email)],
  };
}

/** Runs at startup, because the account may have been verified before FIRST_ADMIN_EMAIL was set. */
export async function promoteAtStart(db: Store, firstAdminEmail: string): Promise<boolean> {
  const candidate = await administrators.firstAdministrator(db, firstAdminEmail);
  // The mailbox may be unproven: a provider only checked the address at some time.
  if (candidate?.status !== 'ACTIVE' || !(await isEmailProven(db, candidate.id))) return false;
  const { steps, events } = promotion(firstAdminEmail, candidate.id);
  await db.commit(withoutAddress(FIRST_ADMIN_SETTING), unrecorded('its own event says so', steps, { events }));
  return true;
}
