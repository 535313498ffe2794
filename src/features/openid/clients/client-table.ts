import type { EventSubject } from '../../../store/audit/record.ts';
import {
  query,
  type Reads,
  type RequiredStatement,
  required,
  type Statement,
  type Value,
} from '../../../store/engine/database.ts';

/** Whether each login needs a code challenge. */
export type Pkce = 'required' | 'optional';

/** An app that uses Latchkey for logins. */
export interface OpenIdClient {
  /** The public client id. */
  readonly id: string;
  readonly name: string;
  readonly logoUri: string | null;
  /** Public clients have no secret. */
  readonly confidential: boolean;
  readonly pkce: Pkce;
  /** The secrets that work now, newest first. */
  readonly secretHashes: readonly SecretHash[];
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  /** An app on a device: may use custom schemes, and loopback addresses with any port. */
  readonly native: boolean;
  /** First-party clients need no consent. */
  readonly firstParty: boolean;
  readonly scopes: readonly string[];
  /** The `aud` of its access tokens; null: its client id. */
  readonly audience: string | null;
  /** Gives this client its own subject for each person. */
  readonly pairwise: boolean;
  readonly backchannelLogoutUri: string | null;
  readonly clientUri: string | null;
  /** The URL where the app starts a login itself (OpenID Connect Core, 4). */
  readonly initiateLoginUri: string | null;
  readonly createdAtMs: number;
}

interface SecretHash {
  readonly hash: Buffer;
  /** Null: until it is rotated. */
  readonly expiresAtMs: number | null;
}

/** The members that can be changed later. */
type ClientChanges = Omit<OpenIdClient, 'id' | 'confidential' | 'pairwise' | 'secretHashes' | 'createdAtMs'>;
type NewClient = Omit<OpenIdClient, 'secretHashes' | 'createdAtMs'> & { readonly secretHash: Buffer | null };

type Flag = 'confidential' | 'native' | 'firstParty' | 'pairwise';
type Encoded = 'redirectUris' | 'postLogoutRedirectUris' | 'scopes';
/** Flags are stored as 0 or 1, and lists as text. */
export type StoredClient = Omit<OpenIdClient, Flag | Encoded | 'secretHashes'> &
  Readonly<Record<Flag, number> & Record<Encoded, string>> & {
    readonly secretHash: string | null;
    readonly previousHash: string | null;
    readonly previousExpiresAtMs: number | null;
  };

/** The database's clock decides whether the previous secret still works. */
const COLUMNS = `id, name, logo_uri AS "logoUri", confidential, pkce, redirect_uris AS "redirectUris",
  post_logout_redirect_uris AS "postLogoutRedirectUris", native, first_party AS "firstParty", scopes, audience,
  pairwise,
  backchannel_logout_uri AS "backchannelLogoutUri", client_uri AS "clientUri",
  initiate_login_uri AS "initiateLoginUri", created_at AS "createdAtMs", secret_hash AS "secretHash",
  CASE WHEN previous_secret_expires_at > now() THEN previous_secret_hash END AS "previousHash",
  previous_secret_expires_at AS "previousExpiresAtMs"`;

/** Clients that an operator added. openid-client-documents.ts has the others. */
const IS_ADDED = 'document_fetched_at IS NULL';
const FIND = query<StoredClient>`SELECT ${COLUMNS} FROM openid_clients WHERE id = $1 AND ${IS_ADDED}`;
export async function findOpenIdClient(database: Reads, id: string): Promise<OpenIdClient | undefined> {
  // The id comes from a URL and may contain anything; PostgreSQL text cannot contain NUL.
  const stored = id.includes('\0') ? undefined : await database.one(FIND, [id]);
  return stored && toClient(stored);
}

/** Bounds the list and the memory for it. Nobody needs this many. */
export const MAX_CLIENTS = 500;
const LIST = query<StoredClient>`SELECT ${COLUMNS} FROM openid_clients WHERE ${IS_ADDED} ORDER BY created_at DESC, id
  LIMIT ${MAX_CLIENTS}`;
/** Newest first. */
export const listOpenIdClients = async (database: Reads): Promise<OpenIdClient[]> =>
  (await database.all(LIST)).map(toClient);

const CHANGEABLE = [
  'name',
  'logo_uri',
  'redirect_uris',
  'post_logout_redirect_uris',
  'native',
  'first_party',
  'scopes',
  'audience',
  'backchannel_logout_uri',
  'client_uri',
  'initiate_login_uri',
  'pkce',
];
const GIVEN = [...CHANGEABLE, 'id', 'confidential', 'pairwise', 'secret_hash'];
const INSERT = `INSERT INTO openid_clients (${GIVEN.join(', ')}, created_at)
  SELECT ${GIVEN.map((_, at) => `$${at + 1}`).join(', ')}, now()
  WHERE (SELECT COUNT(*) FROM openid_clients WHERE ${IS_ADDED}) < ${MAX_CLIENTS} RETURNING ${COLUMNS}`;
/** Must follow `lock('openIdClients')`. Returns no row if there are too many clients. */
export const insert = (client: NewClient): RequiredStatement<StoredClient> => {
  const { id, confidential, pairwise, secretHash } = client;
  return required(INSERT, [...changeable(client), id, Number(confidential), Number(pairwise), encoded(secretHash)]);
};

const CHANGES = CHANGEABLE.map((column, at) => `${column} = $${at + 2}`);
const UNCHANGED = CHANGEABLE.map((column, at) => `${column} IS NOT DISTINCT FROM $${at + 2 + CHANGEABLE.length}`);
const UPDATE = `UPDATE openid_clients SET ${CHANGES.join(', ')} WHERE id = $1
  AND ${UNCHANGED.join(' AND ')} RETURNING ${COLUMNS}`;
/** Writes all changeable members if none has changed since the client was read: they are validated together. */
export const update = (read: OpenIdClient, changes: ClientChanges): RequiredStatement<StoredClient> =>
  required(UPDATE, [read.id, ...changeable(changes), ...changeable(read)]);

const ROTATE = `UPDATE openid_clients SET secret_hash = $2, previous_secret_hash = secret_hash,
    previous_secret_expires_at = now() + ms($3)
  WHERE id = $1 AND secret_hash IS NOT NULL RETURNING ${COLUMNS}`;
/** The previous secret works for `overlapMs` more. Returns no row if the client does not exist or is public. */
export const rotateSecret = (id: string, secretHash: Buffer, overlapMs: number): RequiredStatement<StoredClient> =>
  required(ROTATE, [id, encoded(secretHash), overlapMs]);

const REMOVE = 'DELETE FROM openid_clients WHERE id = $1 RETURNING id';
/** Returns no row if the client does not exist. */
export const remove = (id: string): Statement => required(REMOVE, [id]);

const OF_CLIENT = `SELECT CAST(NULL AS bigint) AS user_id, 'client:' || id AS subject, name AS subject_name, 1 AS count
  FROM openid_clients WHERE id = $1`;
/** The subject of an event about a client. Must be recorded before the client is removed. */
export const ofClient = (id: string): EventSubject => ({ sql: OF_CLIENT, params: [id] });

const OF_APP = `SELECT CAST($1 AS bigint) AS user_id, 'client:' || id AS subject, name AS subject_name, 1 AS count
  FROM openid_clients WHERE id = $2`;
/** The subject of an event about an account's use of an app. */
export const ofApp = (userId: number, clientId: string): EventSubject => ({ sql: OF_APP, params: [userId, clientId] });

/** The values of CHANGEABLE, in the same order. */
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

export const toClient = ({ secretHash, previousHash, previousExpiresAtMs, ...stored }: StoredClient): OpenIdClient => ({
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
