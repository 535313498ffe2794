import { OFFLINE_ACCESS, OPENID_SCOPES } from '../../../core/openid-scopes.ts';
import { hasVisibleCharacters } from '../../../lib/characters.ts';
import type { ClientKeys, DocumentedClient } from '../clients/client-document-table.ts';
import {
  brokenAddressRule,
  brokenHttpsRule,
  brokenNameRule,
  brokenRedirectRule,
  LOOPBACKS,
  MAX_ADDRESSES,
} from '../clients/client-rules.ts';

/** The document, or its URL, is not acceptable for a client. */
export class DocumentRefused extends Error {}

/** Ids of clients that operators have added are not URLs. */
export const isDocumentId = (clientId: string): boolean => clientId.startsWith('https://');

/** Shown to people as the owner of a client: the name in the document is only the client's own claim. */
export const hostOf = (clientId: string): string => new URL(clientId).host;

/** The rule that the client id breaks; undefined if it is valid. Each URL has only one valid spelling. */
export function brokenClientIdRule(clientId: string, issuer: string): string | undefined {
  const broken = brokenHttpsRule(clientId);
  if (broken !== undefined) return broken;
  const { pathname, host } = new URL(clientId);
  if (pathname === '/') return 'an address with a path';
  // The service would fetch from itself, in a loop.
  return host === new URL(issuer).host ? 'the address of another server than this one' : undefined;
}

/** Throws DocumentRefused. */
export function readDocument(clientId: string, document: unknown): DocumentedClient {
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw refused('is not a JSON object');
  const { client_id: id, client_name: givenName = '', ...metadata } = document as Record<string, unknown>;
  if (id !== clientId) throw refused('has a client_id other than its URL');
  if (typeof givenName !== 'string') throw refused('has a client_name that is not a string');
  // The consent page must show a name.
  const name = hasVisibleCharacters(givenName) ? givenName : hostOf(clientId);
  if (brokenNameRule(name) !== undefined) throw refused('has a client_name that cannot be shown');
  for (const secret of ['client_secret', 'client_secret_expires_at'])
    if (secret in metadata) throw refused(`has a ${secret}, which anyone can read`);
  const { response_types: responses = ['code'], grant_types: grants = ['authorization_code'] } = metadata;
  if (!isTextList(responses) || !responses.includes('code')) throw refused('has no response_types with code');
  if (!isTextList(grants) || !grants.includes('authorization_code'))
    throw refused('has no grant_types with authorization_code');
  return {
    id: clientId,
    name,
    ...addressesIn(metadata),
    scopes: OPENID_SCOPES.filter((scope) => scope !== OFFLINE_ACCESS || grants.includes('refresh_token')),
    keys: keysIn(clientId, metadata),
  };
}

/**
 * Agents on a device listen on any free port, and many do not declare themselves native: a client with a loopback
 * address is native unless it says otherwise. Addresses that break our rules are left out.
 */
function addressesIn(metadata: Record<string, unknown>): Pick<DocumentedClient, 'redirectUris' | 'native'> {
  const { redirect_uris: uris, application_type: type } = metadata;
  if (!isTextList(uris) || uris.length > MAX_ADDRESSES) throw refused(`must have 1 to ${MAX_ADDRESSES} redirect_uris`);
  const native = type === 'native' || (type === undefined && uris.some(isLoopback));
  const usable = uris
    .map((uri) => (native && isLoopback(uri) ? withoutPort(uri) : uri))
    .filter((uri) => brokenRedirectRule(uri, native, { production: true }) === undefined);
  if (usable.length === 0) throw refused('has no usable redirect_uris');
  return { redirectUris: [...new Set(usable)], native };
}

/** Apps on the device listen there, with plain http. */
export function isLoopback(uri: string): boolean {
  const url = URL.parse(uri);
  return url?.protocol === 'http:' && LOOPBACKS.has(url.hostname);
}

const withoutPort = (uri: string): string => uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?]*)):\d+/, '$1');

const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];

/** The keys of clients that authenticate with a signature (`private_key_jwt`); null for public clients. */
function keysIn(clientId: string, metadata: Record<string, unknown>): ClientKeys | null {
  const { token_endpoint_auth_method: method = 'none', jwks, jwks_uri: address } = metadata;
  const keys = (jwks as { readonly keys?: unknown } | undefined)?.keys;
  const all: readonly object[] = Array.isArray(keys) ? keys.map(Object) : [];
  const isSecret = (key: object) => PRIVATE_MEMBERS.some((member) => Object.hasOwn(key, member));
  if (all.some(isSecret)) throw refused('has a private key, which anyone can read');
  if (method === 'none') return null;
  if (method !== 'private_key_jwt') throw refused('must have none or private_key_jwt as token_endpoint_auth_method');
  if (address === undefined && all.length > 0) return { jwks: { keys: all } };
  const isUsable = jwks === undefined && typeof address === 'string' && brokenAddressRule(address) === undefined;
  // A stranger must not cause requests to other people's servers.
  if (!isUsable || new URL(address).origin !== new URL(clientId).origin)
    throw refused('must have either jwks or a jwks_uri of the same origin');
  return { jwks_uri: address };
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');

const refused = (why: string): DocumentRefused => new DocumentRefused(`the document ${why}`);
