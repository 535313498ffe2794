import { required, type Statement, statement } from '../engine/database.ts';
import { lockAdministrators } from './locks.ts';

/** SQL: whether the row `users` is not the last ADMIN who can log in and is not scheduled for deletion. */
export const NOT_LAST_ADMIN = `(users.role <> 'ADMIN' OR EXISTS
  (SELECT 1 FROM users AS others WHERE others.role = 'ADMIN'
  AND others.id <> users.id AND others.account_status = 'ACTIVE' AND others.deletion_due_at IS NULL))`;

const LOCK_USER = 'SELECT id FROM users WHERE id = $1 FOR UPDATE';
/**
 * For concurrent changes to two of the last ADMINs. Locking the rows of all ADMINs would deadlock with the locks of
 * senders (request-sender.ts). The account comes first, as it does there.
 */
export const lockAdmins = (userId: number): Statement[] => [statement(LOCK_USER, [userId]), lockAdministrators(userId)];

const REQUIRE_ANOTHER = `SELECT id FROM users WHERE id = $1 AND ${NOT_LAST_ADMIN}`;
/** Must follow the locks. Returns no row for the last ADMIN. */
export const requireAnotherAdmin = (userId: number): Statement => required(REQUIRE_ANOTHER, [userId]);
