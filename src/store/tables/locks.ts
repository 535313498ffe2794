import { required, type Statement, statement } from '../engine/database.ts';
import { lockUser } from './sessions-of-user.ts';

/**
 * Permanent rows that serve as locks. A change that counts rows before it adds or removes one locks theirs first, so
 * that two concurrent changes cannot both pass the count. The number is the row of schema_migrations that 0.6.0 locks
 * instead; this release locks it too, because instances of 0.6.0 may run beside it.
 */
const ROWS = { administrators: 1, api_keys: 2, openid_clients: 3 } as const;

const lockIf = (condition: string) => `SELECT locks.name FROM locks, schema_migrations
  WHERE locks.name = $1 AND schema_migrations.version = $2 ${condition}FOR UPDATE`;
const LOCK = lockIf('');
/** The next statement sees what others wrote while this one waited. */
export const lock = (name: keyof typeof ROWS): Statement => statement(LOCK, [name, ROWS[name]]);

const LOCK_FOR_ADMIN = lockIf(`AND EXISTS (SELECT 1 FROM users WHERE users.id = $3 AND users.role = 'ADMIN') `);
/** Locks nothing if the account is not an administrator. */
export const lockAdministrators = (userId: number): Statement =>
  statement(LOCK_FOR_ADMIN, ['administrators', ROWS.administrators, userId]);

/** SQL: whether the row `users` is not the last ADMIN who can log in and is not scheduled for deletion. */
export const NOT_LAST_ADMIN = `(users.role <> 'ADMIN' OR EXISTS
  (SELECT 1 FROM users AS others WHERE others.role = 'ADMIN'
  AND others.id <> users.id AND others.account_status = 'ACTIVE' AND others.deletion_due_at IS NULL))`;

/**
 * For concurrent changes to two of the last ADMINs. Locking the rows of all ADMINs would deadlock with the locks of
 * senders (request-sender.ts). The account comes first, as it does there.
 */
export const lockAdmins = (userId: number): Statement[] => [lockUser(userId), lockAdministrators(userId)];

const REQUIRE_ANOTHER = `SELECT id FROM users WHERE id = $1 AND ${NOT_LAST_ADMIN}`;
/** Must follow the locks. Returns no row for the last ADMIN. */
export const requireAnotherAdmin = (userId: number): Statement => required(REQUIRE_ANOTHER, [userId]);
