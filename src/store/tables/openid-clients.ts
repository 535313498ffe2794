import { query, type Reads, type RequiredStatement, required, type Statement, type Value } from '../engine/database.ts';
import type { EventSubject } from './events.ts';

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
  /** Where it begins a login by itself (OpenID Connect Core, 4). */
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
const FIND = query<StoredClient>`SELECT ${COLUMNS} FROM openid_clients WHERE id = $1 AND ${IS_ADDED}`;
export async function findOpenIdClient(database: Reads, id: string): Promise<OpenIdClient | undefined> {
  // Apps name themselves in an address, where everything can be; PostgreSQL has no text with a NUL.
  const stored = id.includes('\0') ? undefined : await database.one(FIND, [id]);
  return stored && toClient(stored);
}

/** Far more than anybody needs: bounds the list, and what is kept in memory of it. */
export const MOST_CLIENTS = 500;
const LIST = query<StoredClient>`SELECT ${COLUMNS} FROM openid_clients WHERE ${IS_ADDED} ORDER BY created_at DESC, id
  LIMIT ${MOST_CLIENTS}`;
/** Newest first. */
export const listOpenIdClients = async (database: Reads): Promise<OpenIdClient[]> =>
  (await database.all(LIST)).map(toClient);

const CHANGEABLE = [
  ...['name', 'logo_uri', 'redirect_uris', 'post_logout_redirect_uris', 'native', 'first_party', 'scopes', 'audience'],
  ...['backchannel_logout_uri', 'client_uri', 'initiate_login_uri', 'pkce'],
];
const GIVEN = [...CHANGEABLE, 'id', 'confidential', 'pairwise', 'secret_hash'];
const INSERT = `INSERT INTO openid_clients (${GIVEN.join(', ')}, created_at)
  SELECT ${GIVEN.map((_, at) => `$${at + 1}`).join(', ')}, now()
  WHERE (SELECT COUNT(*) FROM openid_clients WHERE ${IS_ADDED}) < ${MOST_CLIENTS} RETURNING ${COLUMNS}`;
/** Behind `lock('openIdClients')`. No row when there are too many. */
export const insert = (client: NewClient): RequiredStatement<StoredClient> => {
  const { id, confidential, pairwise, secretHash } = client;
  return required(INSERT, [...changeable(client), id, Number(confidential), Number(pairwise), encoded(secretHash)]);
};

const UPDATE = `UPDATE openid_clients SET ${CHANGEABLE.map((column, at) => `${column} = $${at + 2}`).join(', ')} WHERE id = $1
  AND ${CHANGEABLE.map((column, at) => `${column} IS NOT DISTINCT FROM $${at + 2 + CHANGEABLE.length}`).join(' AND ')} RETURNING ${COLUMNS}`;
/** Writes all that can be changed, if the client is still as it was read: its members are checked together. */
export const update = (read: OpenIdClient, changes: ClientChanges): RequiredStatement<StoredClient> =>
  required(UPDATE, [read.id, ...changeable(changes), ...changeable(read)]);

const ROTATE = `UPDATE openid_clients SET secret_hash = $2, previous_secret_hash = secret_hash,
    previous_secret_expires_at = now() + ms($3)
  WHERE id = $1 AND secret_hash IS NOT NULL RETURNING ${COLUMNS}`;
/** The secret before works for `overlapMs` more. No row if the client does not exist or is public. */
export const rotateSecret = (id: string, secretHash: Buffer, overlapMs: number): RequiredStatement<StoredClient> =>
  required(ROTATE, [id, encoded(secretHash), overlapMs]);

const REMOVE = 'DELETE FROM openid_clients WHERE id = $1 RETURNING id';
/** No row if the client does not exist. */
export const remove = (id: string): Statement => required(REMOVE, [id]);

const OF_CLIENT = `SELECT CAST(NULL AS bigint) AS user_id, 'client:' || id AS subject, name AS subject_name, 1 AS count
  FROM openid_clients WHERE id = $1`;
/** What an event of a client is about; goes before what removes it. */
export const ofClient = (id: string): EventSubject => ({ sql: OF_CLIENT, params: [id] });

const OF_APP = `SELECT CAST($1 AS bigint) AS user_id, 'client:' || id AS subject, name AS subject_name, 1 AS count
  FROM openid_clients WHERE id = $2`;
/** What an event of an account with an app is about. */
export const ofApp = (userId: number, clientId: string): EventSubject => ({ sql: OF_APP, params: [userId, clientId] });

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

/** As it is stored. */
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
