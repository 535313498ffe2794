import type { FeatureLock } from '../../features/declarations.ts';
import { required, type Statement, statement } from '../engine/database.ts';
import { lockUser } from './sessions-of-user.ts';

/**
 * Permanent rows that serve as locks. A change that counts rows before it adds or removes one locks theirs first, so
 * that two concurrent changes cannot both pass the count.
 */
type Lock = 'administrators' | FeatureLock;

const LOCK = 'SELECT name FROM locks WHERE name = $1 FOR UPDATE';
/** The next statement sees what others wrote while this one waited. */
export const lock = (name: Lock): Statement => statement(LOCK, [name]);

const LOCK_FOR_ADMIN = `SELECT name FROM locks WHERE name = $1
  AND EXISTS (SELECT 1 FROM users WHERE users.id = $2 AND users.role = 'ADMIN') FOR UPDATE`;
/** Locks nothing if the account is not an administrator. */
export const lockAdministrators = (userId: number): Statement => statement(LOCK_FOR_ADMIN, ['administrators', userId]);

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
