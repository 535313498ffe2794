import type { Requester } from '../runtime/requester.ts';
import * as administrators from '../store/administrators.ts';
import { recordBy } from '../store/audit.ts';
import type { Database, Statement } from '../store/database.ts';
import type { User } from '../store/user.ts';

/** FIRST_ADMIN_EMAIL: the account with this address becomes administrator once the address is verified, if there is no administrator. */
export const FIRST_ADMIN_SETTING = 'FIRST_ADMIN_EMAIL';

const promotion = (email: string, id: number, requester: Requester): Statement[] => [
  administrators.promoteFirst(email),
  recordBy({ name: FIRST_ADMIN_SETTING, requester }, 'role_changed', id),
];

/**
 * For the batch that activates the account: what makes it administrator, or nothing. The batch is undone if somebody else became administrator
 * meanwhile, and the caller starts again.
 */
export async function promotionOnVerification(
  { db, firstAdminEmail }: { readonly db: Database; readonly firstAdminEmail: string | undefined },
  { id, email }: User,
  requester: Requester,
): Promise<Statement[]> {
  if (email !== firstAdminEmail) return [];
  return (await administrators.firstAdministrator(db, email)) ? promotion(email, id, requester) : [];
}

/** When the service starts: the account may have been verified before the setting was made. */
export async function promoteAtStart(db: Database, firstAdminEmail: string): Promise<boolean> {
  const candidate = await administrators.firstAdministrator(db, firstAdminEmail);
  if (candidate?.status !== 'ACTIVE') return false;
  const written = await db.batch(promotion(firstAdminEmail, candidate.id, { address: null, userAgent: null }));
  return written !== undefined;
}
