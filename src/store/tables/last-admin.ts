import { required, type Statement, statement } from '../engine/database.ts';

/** Somebody must be able to administrate: whether another ADMIN than the one in `users` can log in, and goes on to. */
export const NOT_LAST_ADMIN = `(users.role <> 'ADMIN' OR EXISTS
  (SELECT 1 FROM users AS others WHERE others.role = 'ADMIN'
  AND others.id <> users.id AND others.account_status = 'ACTIVE' AND others.deletion_due_at IS NULL))`;

const LOCK_USER = 'SELECT id FROM users WHERE id = $1 FOR UPDATE';
/**
 * A mutex for changes of two of the last ADMINs at the same moment: one row that is always there. To lock the rows of
 * all ADMINs would be a deadlock with the senders (request-sender.ts). The account comes first, as it does there. Other
 * accounts lock nothing else.
 */
const LOCK_ADMINS = `SELECT version FROM schema_migrations WHERE version = 1 AND EXISTS
  (SELECT 1 FROM users WHERE id = $1 AND role = 'ADMIN') FOR UPDATE`;
export const lockAdmins = (userId: number): Statement[] => [
  statement(LOCK_USER, [userId]),
  statement(LOCK_ADMINS, [userId]),
];

const REQUIRE_ANOTHER = `SELECT id FROM users WHERE id = $1 AND ${NOT_LAST_ADMIN}`;
/** Behind the locks. No row for the last ADMIN. */
export const requireAnotherAdmin = (userId: number): Statement => required(REQUIRE_ANOTHER, [userId]);
