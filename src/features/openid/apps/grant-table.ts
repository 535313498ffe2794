import { query, type Reads, required, type Statement, statement } from '../../../store/engine/database.ts';
import { unprovenIn } from '../../../store/tables/sessions.ts';
import { endAppLogins } from '../declared/app-logins.ts';

/** The MCP servers that an app may use, with the scopes for each. */
export type ResourceScopes = Readonly<Record<string, readonly string[]>>;

/** The permissions that an account has granted to an app. */
export interface Granted {
  readonly scopes: readonly string[];
  readonly resources: ResourceScopes;
}

/** An app that an account has used. */
export interface UsedApp {
  readonly clientId: string;
  readonly name: string;
  readonly logoUri: string | null;
  /** Separated by spaces. */
  readonly scopes: string;
  readonly resources: ResourceScopes;
  readonly grantedAtMs: number;
  readonly lastUsedAtMs: number;
}

const FIND = query<{ scopes: string; resources: string }>`SELECT scopes, resources FROM openid_grants
  WHERE user_id = $1 AND client_id = $2`;
/** Empty if nothing was granted. */
export async function granted(db: Reads, userId: number, clientId: string): Promise<Granted> {
  const row = await db.one(FIND, [userId, clientId]);
  return row
    ? { scopes: row.scopes.split(' ').filter(Boolean), resources: JSON.parse(row.resources) }
    : { scopes: [], resources: {} };
}

const GRANT = `INSERT INTO openid_grants (user_id, client_id, scopes, resources, granted_at, last_used_at, is_unproven)
  SELECT users.id, openid_clients.id, $3, $4, now(), now(), ${unprovenIn('$5')} FROM users, openid_clients
  WHERE users.id = $1 AND openid_clients.id = $2
  ON CONFLICT (user_id, client_id) DO UPDATE
    SET scopes = excluded.scopes, resources = excluded.resources, last_used_at = now(),
      is_unproven = CASE WHEN excluded.is_unproven = 1 THEN 1 ELSE openid_grants.is_unproven END`;
/** Grants exactly this, replacing what was granted before. Unproven once an unproven login has added to it. */
export const grant = (userId: number, clientId: string, { scopes, resources }: Granted, sessionId: string): Statement =>
  statement(GRANT, [userId, clientId, scopes.join(' '), JSON.stringify(resources), sessionId]);

const USE = `UPDATE openid_grants SET last_used_at = now() WHERE user_id = $1 AND client_id = $2 RETURNING client_id`;
/** Records a use of the existing grant. Returns no row if the owner has revoked it since. */
export const use = (userId: number, clientId: string): Statement => required(USE, [userId, clientId]);

const HOLD = `SELECT users.id FROM users JOIN openid_grants ON openid_grants.user_id = users.id
  WHERE users.id = $1 AND client_id = $2 FOR SHARE`;
/**
 * A condition that fails if the app was removed, and that makes a removal wait. Locks the account first, as its
 * deletion does.
 */
export const hold = (userId: number, clientId: string): Statement => required(HOLD, [userId, clientId]);

/** The last use is accurate to the hour, so a refresh seldom writes it. */
const TOUCHED_EVERY_MS = 3_600_000;
const TOUCH = `UPDATE openid_grants SET last_used_at = now()
  WHERE user_id = $1 AND client_id = $2 AND last_used_at <= now() - ms($3)`;
export const touch = (userId: number, clientId: string): Statement => ({
  sql: TOUCH,
  params: [userId, clientId, TOUCHED_EVERY_MS],
});

/** The union of two grants. */
export const joined = (one: Granted, other: Granted): Granted => ({
  scopes: union(one.scopes, other.scopes),
  resources: {
    ...one.resources,
    ...Object.fromEntries(
      Object.entries(other.resources).map(([url, scopes]) => [url, union(one.resources[url] ?? [], scopes)]),
    ),
  },
});

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

export const covers = (has: Granted, requested: Granted): boolean =>
  isSubset(requested.scopes, has.scopes) &&
  Object.entries(requested.resources).every(([url, scopes]) => isSubset(scopes, has.resources[url]));

const isSubset = (some: readonly string[], all: readonly string[] | undefined): boolean =>
  all !== undefined && some.every((one) => all.includes(one));

/** Bounds the list. Nobody uses this many. */
const MAX_APPS = 200;
const LIST = query<Omit<UsedApp, 'resources'> & { readonly resources: string }>`SELECT client_id AS "clientId", name,
  logo_uri AS "logoUri", openid_grants.scopes, resources, granted_at AS "grantedAtMs", last_used_at AS "lastUsedAtMs"
  FROM openid_grants JOIN openid_clients ON openid_clients.id = client_id WHERE user_id = $1
  ORDER BY last_used_at DESC, client_id LIMIT ${MAX_APPS}`;
export const appsOf = async (db: Reads, userId: number): Promise<UsedApp[]> =>
  (await db.all(LIST, [userId])).map((app) => ({
    ...app,
    resources: JSON.parse(app.resources),
  }));

const REMOVE = 'DELETE FROM openid_grants WHERE user_id = $1 AND client_id = $2 RETURNING client_id';
/** Revokes an app's grant. Returns no row if there is none. */
export const remove = (userId: number, clientId: string): Statement => required(REMOVE, [userId, clientId]);

const END_LOGINS = endAppLogins('user_id = $1 AND client_id = $2');
/** Removes all tokens of an app, and ends its logins. */
export const removeRecords = (userId: number, clientId: string): Statement[] =>
  END_LOGINS.map((sql) => statement(sql, [userId, clientId]));
