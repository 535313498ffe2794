import type { Database, Statement } from './database.ts';

/** An app that an account has been used with. */
export interface UsedApp {
  readonly clientId: string;
  readonly name: string;
  readonly logoUri: string | null;
  /** Names separated by spaces. */
  readonly scopes: string;
  readonly grantedAtMs: number;
  readonly lastUsedAtMs: number;
}

const SCOPES = 'SELECT scopes FROM openid_grants WHERE user_id = $1 AND client_id = $2';
/** The scopes that an app may use; empty when it has none. */
export const grantedScopes = async (db: Database, userId: number, clientId: string): Promise<string[]> =>
  (await db.one<{ scopes: string }>(SCOPES, [userId, clientId]))?.scopes.split(' ') ?? [];

const GRANT = `INSERT INTO openid_grants (user_id, client_id, scopes, granted_at, last_used_at) VALUES ($1, $2, $3, now(), now())
  ON CONFLICT (user_id, client_id) DO UPDATE SET scopes = excluded.scopes, last_used_at = now()`;
/** Lets an app use these scopes, and no others. */
export const grant = (userId: number, clientId: string, scopes: readonly string[]): Statement => ({
  sql: GRANT,
  params: [userId, clientId, scopes.join(' ')],
});

/** When an app was used last is told to the hour: a refresh seldom writes it. */
const NOTED_EVERY_MS = 3_600_000;
const NOTE_USE = `UPDATE openid_grants SET last_used_at = now()
  WHERE user_id = $1 AND client_id = $2 AND last_used_at <= now() - ms($3)`;
/** The app has used its refresh token. */
export const noteUse = (userId: number, clientId: string): Statement => ({
  sql: NOTE_USE,
  params: [userId, clientId, NOTED_EVERY_MS],
});

/** Far more than anybody uses: bounds the list. */
const MOST_APPS = 200;
const LIST = `SELECT client_id AS "clientId", name, logo_uri AS "logoUri", openid_grants.scopes, granted_at AS "grantedAtMs", last_used_at AS "lastUsedAtMs"
  FROM openid_grants JOIN openid_clients ON openid_clients.id = client_id WHERE user_id = $1
  ORDER BY last_used_at DESC, client_id LIMIT ${MOST_APPS}`;
export const appsOf = (db: Database, userId: number): Promise<UsedApp[]> => db.all(LIST, [userId]);

const REMOVE_SINCE = 'DELETE FROM openid_grants WHERE user_id = $1 AND granted_at >= at($2)';
/** What apps were let see from this time on: they ask again. */
export const removeGrantedSince = (userId: number, sinceMs: number): Statement => ({
  sql: REMOVE_SINCE,
  params: [userId, sinceMs],
});

const REMOVE = 'DELETE FROM openid_grants WHERE user_id = $1 AND client_id = $2 RETURNING client_id';
const REMOVE_RECORDS = `DELETE FROM openid_records WHERE user_id = $1 AND client_id = $2`;
/** Takes an app away: what it was let see, and every token it has. The first returns no row when there is none. */
export const removeApp = (userId: number, clientId: string): Statement[] => [
  { sql: REMOVE, params: [userId, clientId], required: true },
  { sql: REMOVE_RECORDS, params: [userId, clientId] },
];
