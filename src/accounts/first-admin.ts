import { randomBytes } from 'node:crypto';
import type { Client, Requester } from '../network/requester.ts';
import { latestRequesters, recordBy } from '../store/audit.ts';
import type { Database, Statement } from '../store/database.ts';
import * as emailChanges from '../store/email-changes.ts';
import * as outbox from '../store/outbox.ts';
import * as administrators from '../store/promote-to-admin.ts';
import type { User } from '../store/user.ts';
import * as users from '../store/users.ts';
import type { Passwords } from './password-hashing.ts';

/** FIRST_ADMIN_EMAIL: whoever verifies this address becomes administrator, as long as there is none. */
const FIRST_ADMIN_SETTING = 'FIRST_ADMIN_EMAIL';

const promotion = (email: string, id: number, requester: Requester): Statement[] => [
  administrators.promoteFirst(email),
  emailChanges.removeAskedByAdmin(id),
  recordBy({ name: FIRST_ADMIN_SETTING, requester }, 'role_changed', id),
];

interface FirstAdminServices {
  readonly db: Database;
  readonly firstAdminEmail: string | undefined;
  readonly passwords: Passwords;
}

/**
 * For the batch that activates the account: what makes it administrator, or nothing. The batch is rolled back if
 * somebody else became administrator meanwhile, and the caller starts again.
 */
export async function promotionOnVerification(
  { db, firstAdminEmail }: Pick<FirstAdminServices, 'db' | 'firstAdminEmail'>,
  { id, email }: User,
  requester: Requester,
): Promise<Statement[]> {
  if (email !== firstAdminEmail) return [];
  return (await administrators.firstAdministrator(db, email)) ? promotion(email, id, requester) : [];
}

/**
 * The same where whoever registered chose the password: a stranger may have registered the address first, and would be
 * administrator once its owner follows the link. Unless both requests came from one address, the password is replaced
 * by one that nobody knows, and a link to choose another is mailed.
 */
export async function promotionOfRegistered(
  services: FirstAdminServices,
  user: User,
  client: Client,
): Promise<Statement[]> {
  const statements = await promotionOnVerification(services, user, client.requester);
  if (statements.length === 0) return [];
  const [registrant] = await latestRequesters(services.db, 'registered', user.id, 1);
  if (!registrant || registrant.address === client.requester.address) return statements;
  const unknownPassword = await services.passwords.hash(randomBytes(32).toString('base64url'), client);
  return [
    ...statements,
    users.replacePassword(user, unknownPassword),
    outbox.enqueue('password_reset', user.email),
    recordBy({ name: FIRST_ADMIN_SETTING, requester: client.requester }, 'reset_asked', user.id),
  ];
}

/** When the service starts: the account may have been verified before the setting was made. */
export async function promoteAtStart(db: Database, firstAdminEmail: string): Promise<boolean> {
  const candidate = await administrators.firstAdministrator(db, firstAdminEmail);
  if (candidate?.status !== 'ACTIVE') return false;
  const written = await db.batch(promotion(firstAdminEmail, candidate.id, { address: null, userAgent: null }));
  return written !== undefined;
}
