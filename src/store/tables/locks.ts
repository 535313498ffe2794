import { type Statement, statement } from '../engine/database.ts';

/**
 * Rows that are always there. A change that counts rows before it adds or removes one locks theirs first, so that two
 * at the same moment do not both find what only one of them may. The number is the row of schema_migrations that 0.6.0
 * locks in its place: locked too as long as instances of 0.6.0 may run beside this version, that is in this release.
 */
const ROWS = { administrators: 1, api_keys: 2, openid_clients: 3 } as const;

const lockIf = (condition: string) => `SELECT locks.name FROM locks, schema_migrations
  WHERE locks.name = $1 AND schema_migrations.version = $2 ${condition}FOR UPDATE`;
const LOCK = lockIf('');
/** A statement behind it sees what others wrote while it waited. */
export const lock = (name: keyof typeof ROWS): Statement => statement(LOCK, [name, ROWS[name]]);

const LOCK_FOR_ADMIN = lockIf(`AND EXISTS (SELECT 1 FROM users WHERE users.id = $3 AND users.role = 'ADMIN') `);
/** Locks nothing where the account is not an administrator. */
export const lockAdministrators = (userId: number): Statement =>
  statement(LOCK_FOR_ADMIN, ['administrators', ROWS.administrators, userId]);
