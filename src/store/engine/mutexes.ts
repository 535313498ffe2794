import { type Statement, statement } from './database.ts';

/**
 * Each is a row that is always there. Whoever counts rows before adding one locks it first, so that two at the same
 * moment do not both find space for the last one. last-admin.ts has the one of row 1.
 */
const ROWS = { apiKeys: 2, openIdClients: 3 } as const;

const LOCK = 'SELECT version FROM schema_migrations WHERE version = $1 FOR UPDATE';
/** For a batch: a statement behind it sees what others wrote while it waited. */
export const lock = (mutex: keyof typeof ROWS): Statement => statement(LOCK, [ROWS[mutex]]);
