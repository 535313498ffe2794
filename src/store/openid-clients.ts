import { type Actor, recordClient } from './audit.ts';
import type { Database, Row, Statement, Value } from './database.ts';
import { lock } from './mutexes.ts';

/** Whether each login needs a code challenge. */
export type Pkce = 'required' | 'optional';

/** An app that logs people in here. */
export interface OpenIdClient {
  /** Its public client id. */
  readonly id: string;
  readonly name: string;
  readonly logoUri: string | null;
  /** Public clients have no secret. */
  readonly confidential: boolean;
  readonly pkce: Pkce;
  /** Of the secrets that work now, the newest first. */
  readonly secretHashes: readonly SecretHash[];
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  /** An app on a device: may have custom schemes, and loopback addresses with any port. */
  readonly native: boolean;
  /** Nobody is asked for consent. */
  readonly firstParty: boolean;
  readonly scopes: readonly string[];
  /** The `aud` of its access tokens; null: its client id. */
  readonly audience: string | null;
  /** Each client gets its own subject for a person. */
  readonly pairwise: boolean;
  readonly backchannelLogoutUri: string | null;
  /** Its home page. */
  readonly clientUri: string | null;
  /** Where it begins a login of its own accord (OpenID Connect Core, 4). */
  readonly initiateLoginUri: string | null;
  readonly createdAtMs: number;
}

export interface SecretHash {
  /** SHA-256 of the text of the secret. */
  readonly hash: Buffer;
  /** Null: until it is rotated. */
  readonly expiresAtMs: number | null;
}

/** What can be changed of a client later. */
export type ClientChanges = Omit<OpenIdClient, 'id' | 'confidential' | 'pairwise' | 'secretHashes' | 'createdAtMs'>;
export type NewClient = Omit<OpenIdClient, 'secretHashes' | 'createdAtMs'> & { readonly secretHash: Buffer | null };

type Flag = 'confidential' | 'native' | 'firstParty' | 'pairwise';
type Encoded = 'redirectUris' | 'postLogoutRedirectUris' | 'scopes';
/** Flags are 0 or 1, and lists are texts. */
export type StoredClient = Omit<OpenIdClient, Flag | Encoded | 'secretHashes'> &
  Readonly<Record<Flag, number> & Record<Encoded, string>> & {
    readonly secretHash: string | null;
    readonly previousHash: string | null;
    readonly previousExpiresAtMs: number | null;
  };

/** The clock of the database decides whether the secret before still works. */
const COLUMNS = `id, name, logo_uri AS "logoUri", confidential, pkce, redirect_uris AS "redirectUris",
  post_logout_redirect_uris AS "postLogoutRedirectUris", native, first_party AS "firstParty", scopes, audience, pairwise,
  backchannel_logout_uri AS "backchannelLogoutUri", client_uri AS "clientUri",
  initiate_login_uri AS "initiateLoginUri", created_at AS "createdAtMs", secret_hash AS "secretHash",
  CASE WHEN previous_secret_expires_at > now() THEN previous_secret_hash END AS "previousHash",
  previous_secret_expires_at AS "previousExpiresAtMs"`;

/** Those that an operator has added; openid-client-documents.ts has the others. */
const IS_ADDED = 'document_fetched_at IS NULL';
const FIND = `SELECT ${COLUMNS} FROM openid_clients WHERE id = $1 AND ${IS_ADDED}`;
export async function findOpenIdClient(database: Database, id: string): Promise<OpenIdClient | undefined> {
  // Apps name themselves in an address, where everything can be; PostgreSQL has no text with a NUL.
  const stored = id.includes('\0') ? undefined : await database.one<StoredClient>(FIND, [id]);
  return stored && toClient(stored);
}

/** Far more than anybody needs: bounds the list, and what is kept in memory of it. */
export const MOST_CLIENTS = 500;
const LIST = `SELECT ${COLUMNS} FROM openid_clients WHERE ${IS_ADDED} ORDER BY created_at DESC, id LIMIT ${MOST_CLIENTS}`;
/** Newest first. */
export const listOpenIdClients = async (database: Database): Promise<OpenIdClient[]> =>
  (await database.all<StoredClient & Row>(LIST)).map(toClient);

const CHANGEABLE = [
  ...['name', 'logo_uri', 'redirect_uris', 'post_logout_redirect_uris', 'native', 'first_party', 'scopes', 'audience'],
  ...['backchannel_logout_uri', 'client_uri', 'initiate_login_uri', 'pkce'],
];
const GIVEN = [...CHANGEABLE, 'id', 'confidential', 'pairwise', 'secret_hash'];
const INSERT = `INSERT INTO openid_clients (${GIVEN.join(', ')}, created_at)
  SELECT ${GIVEN.map((_, at) => `$${at + 1}`).join(', ')}, now()
  WHERE (SELECT COUNT(*) FROM openid_clients WHERE ${IS_ADDED}) < ${MOST_CLIENTS} RETURNING ${COLUMNS}`;
/** Undefined when there are too many. */
export async function insertOpenIdClient(
  database: Database,
  client: NewClient,
  actor: Actor,
): Promise<OpenIdClient | undefined> {
  const { id, confidential, pairwise, secretHash } = client;
  const params = [...changeable(client), id, Number(confidential), Number(pairwise), encoded(secretHash)];
  const results = await database.batch([
    lock('openIdClients'),
    { sql: INSERT, params, required: true },
    recordClient('client_added', actor, id),
  ]);
  return results && toClient(results[1]?.[0] as unknown as StoredClient);
}

const UPDATE = `UPDATE openid_clients SET ${CHANGEABLE.map((column, at) => `${column} = $${at + 2}`).join(', ')} WHERE id = $1
  AND ${CHANGEABLE.map((column, at) => `${column} IS NOT DISTINCT FROM $${at + 2 + CHANGEABLE.length}`).join(' AND ')} RETURNING ${COLUMNS}`;
/** Writes all that can be changed, if the client is still as it was read: its members are checked together. Undefined if it is not. */
export const updateOpenIdClient = (
  database: Database,
  read: OpenIdClient,
  changes: ClientChanges,
  actor: Actor,
): Promise<OpenIdClient | undefined> =>
  changed(database, recordClient('client_changed', actor, read.id), {
    sql: UPDATE,
    params: [read.id, ...changeable(changes), ...changeable(read)],
  });

const ROTATE = `UPDATE openid_clients SET secret_hash = $2, previous_secret_hash = secret_hash,
    previous_secret_expires_at = now() + ms($3)
  WHERE id = $1 AND secret_hash IS NOT NULL RETURNING ${COLUMNS}`;
/** The secret before works for `overlapMs` more. Undefined when there is no such client, or it is public. */
export const rotateOpenIdClientSecret = (
  database: Database,
  { id, secretHash, overlapMs }: { readonly id: string; readonly secretHash: Buffer; readonly overlapMs: number },
  actor: Actor,
): Promise<OpenIdClient | undefined> =>
  changed(database, recordClient('client_secret_rotated', actor, id), {
    sql: ROTATE,
    params: [id, encoded(secretHash), overlapMs],
  });

const REMOVE = `DELETE FROM openid_clients WHERE id = $1 RETURNING ${COLUMNS}`;
/** Undefined when there is no such client. */
export const removeOpenIdClient = (database: Database, id: string, actor: Actor): Promise<OpenIdClient | undefined> =>
  changed(database, recordClient('client_removed', actor, id), { sql: REMOVE, params: [id] });

/** The event comes first, while there is a client to name; when nothing is written then, it is undone with the batch. */
async function changed(database: Database, event: Statement, write: Statement): Promise<OpenIdClient | undefined> {
  const results = await database.batch([event, { ...write, required: true }]);
  return results && toClient(results[1]?.[0] as unknown as StoredClient);
}

/** The values of CHANGEABLE, in its order. */
const changeable = (client: ClientChanges): Value[] => [
  client.name,
  client.logoUri,
  JSON.stringify(client.redirectUris),
  JSON.stringify(client.postLogoutRedirectUris),
  Number(client.native),
  Number(client.firstParty),
  client.scopes.join(' '),
  client.audience,
  client.backchannelLogoutUri,
  client.clientUri,
  client.initiateLoginUri,
  client.pkce,
];

const encoded = (hash: Buffer | null): string | null => hash?.toString('base64url') ?? null;

const toClient = ({ secretHash, previousHash, previousExpiresAtMs, ...stored }: StoredClient): OpenIdClient => ({
  ...stored,
  confidential: stored.confidential !== 0,
  native: stored.native !== 0,
  firstParty: stored.firstParty !== 0,
  pairwise: stored.pairwise !== 0,
  redirectUris: JSON.parse(stored.redirectUris),
  postLogoutRedirectUris: JSON.parse(stored.postLogoutRedirectUris),
  scopes: stored.scopes.split(' '),
  secretHashes: [
    ...(secretHash === null ? [] : [{ hash: Buffer.from(secretHash, 'base64url'), expiresAtMs: null }]),
    ...(previousHash === null
      ? []
      : [{ hash: Buffer.from(previousHash, 'base64url'), expiresAtMs: previousExpiresAtMs }]),
  ],
});
