import { query, type Reads, type Statement, statement } from '../../../store/engine/database.ts';
import { IS_UNUSED_DOCUMENT } from '../declared/app-logins.ts';
import type { OpenIdClient, StoredClient } from './client-table.ts';

/** Public keys, or their URL (RFC 7591). */
export type ClientKeys = { readonly jwks: { readonly keys: readonly object[] } } | { readonly jwks_uri: string };

/** The members of a client document that Latchkey uses. */
export interface DocumentedClient {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly native: boolean;
  readonly scopes: readonly string[];
  /** Null: a public client. */
  readonly keys: ClientKeys | null;
}

/** A client whose id is the URL of its document. Never first-party, and without a secret or logo. */
export interface StoredDocument extends OpenIdClient {
  readonly keys: ClientKeys | null;
  /** Whether the document need not be fetched again. */
  readonly isFresh: boolean;
  readonly ageMs: number;
}

type Row = Pick<StoredClient, 'id' | 'name' | 'redirectUris' | 'native' | 'scopes' | 'createdAtMs'> & {
  readonly keys: string | null;
  readonly isFresh: number;
  readonly fetchedAtMs: number;
  readonly nowMs: number;
};

const FIND = query<Row>`SELECT id, name, redirect_uris AS "redirectUris", native, scopes, document_keys AS keys,
    created_at AS "createdAtMs", CASE WHEN document_fresh_until > now() THEN 1 ELSE 0 END AS "isFresh",
    document_fetched_at AS "fetchedAtMs", now() AS "nowMs"
  FROM openid_clients WHERE id = $1 AND document_fetched_at IS NOT NULL`;
export async function find(db: Reads, id: string): Promise<StoredDocument | undefined> {
  const row = await db.one(FIND, [id]);
  if (!row) return undefined;
  return {
    id: row.id,
    name: row.name,
    redirectUris: JSON.parse(row.redirectUris),
    native: row.native !== 0,
    scopes: row.scopes.split(' '),
    keys: row.keys === null ? null : JSON.parse(row.keys),
    createdAtMs: row.createdAtMs,
    isFresh: row.isFresh !== 0,
    ageMs: row.nowMs - row.fetchedAtMs,
    logoUri: null,
    confidential: false,
    secretHashes: [],
    postLogoutRedirectUris: [],
    firstParty: false,
    audience: null,
    pairwise: false,
    backchannelLogoutUri: null,
    clientUri: null,
    initiateLoginUri: null,
    pkce: 'required',
  };
}

/** Bounds the clients that no account uses, so that strangers cannot fill the table. The oldest are removed. */
export const MAX_UNUSED_DOCUMENTS = 1000;
const TRIM = `DELETE FROM openid_clients WHERE id IN
  (SELECT id FROM openid_clients WHERE ${IS_UNUSED_DOCUMENT} ORDER BY document_fetched_at DESC, id
    LIMIT 100 OFFSET ${MAX_UNUSED_DOCUMENTS})`;
const SAVE = `INSERT INTO openid_clients (id, name, confidential, redirect_uris, post_logout_redirect_uris, native,
    first_party, scopes, pairwise, created_at, document_keys, document_fetched_at, document_fresh_until)
  VALUES ($1, $2, 0, $3, '[]', $4, 0, $5, 0, now(), $6, now(), now() + ms($7))
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, redirect_uris = excluded.redirect_uris,
    native = excluded.native, scopes = excluded.scopes, document_keys = excluded.document_keys,
    document_fetched_at = excluded.document_fetched_at, document_fresh_until = excluded.document_fresh_until
  WHERE openid_clients.document_fetched_at IS NOT NULL`;
/** Stores a document that was fetched now. */
export const save = (client: DocumentedClient, freshMs: number): Statement[] => [
  {
    sql: SAVE,
    params: [
      client.id,
      client.name,
      JSON.stringify(client.redirectUris),
      Number(client.native),
      client.scopes.join(' '),
      client.keys && JSON.stringify(client.keys),
      freshMs,
    ],
  },
  { sql: TRIM, params: [] },
];

const POSTPONE = 'UPDATE openid_clients SET document_fresh_until = now() + ms($2) WHERE id = $1';
/** Keeps using a stored document that could not be fetched. */
export const postpone = (id: string, freshMs: number): Statement => statement(POSTPONE, [id, freshMs]);

const WITHDRAW = `UPDATE openid_clients SET document_fetched_at = at($2), document_fresh_until = at($2)
  WHERE id = $1 AND document_fetched_at IS NOT NULL`;
/** Stops using a stored document that is gone or invalid. */
export const withdraw = (id: string): Statement => statement(WITHDRAW, [id, 0]);
