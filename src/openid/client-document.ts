import {
  brokenAddressRule,
  brokenHttpsRule,
  brokenNameRule,
  brokenRedirectRule,
  LOOPBACKS,
  MOST_ADDRESSES,
} from '../accounts/apps/openid-client-rules.ts';
import { OFFLINE_ACCESS, OPENID_SCOPES } from '../accounts/apps/openid-scopes.ts';
import { hasVisibleCharacters } from '../lib/hidden-characters.ts';
import type { ClientKeys, DocumentedClient } from '../store/tables/openid-client-documents.ts';

/** The document, or its address, is none that a client can have. */
export class DocumentRefused extends Error {}

/** Client ids that operators give out are no addresses. */
export const isDocumentId = (clientId: string): boolean => clientId.startsWith('https://');

/** The name by which people know who is behind a client; the name in the document is only what it says of itself. */
export const hostOf = (clientId: string): string => new URL(clientId).host;

/** Why no document is at this address; undefined: one may be. It has one spelling only, so that nobody has two. */
export function brokenClientIdRule(clientId: string, issuer: string): string | undefined {
  const broken = brokenHttpsRule(clientId);
  if (broken !== undefined) return broken;
  const { pathname, host } = new URL(clientId);
  if (pathname === '/') return 'an address with a path';
  // We would ask ourselves, and be asked to ask again.
  return host === new URL(issuer).host ? 'the address of another server than this one' : undefined;
}

/** What the document of a client says, as far as it counts here. Throws DocumentRefused. */
export function readDocument(clientId: string, document: unknown): DocumentedClient {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) throw refused('is no JSON object');
  const { client_id: id, client_name: saidName = '', ...said } = document as Record<string, unknown>;
  if (id !== clientId) throw refused('has another client_id than its address');
  if (typeof saidName !== 'string') throw refused('has a client_name that is not a text');
  // Nobody would see whom the page is about.
  const name = hasVisibleCharacters(saidName) ? saidName : hostOf(clientId);
  if (brokenNameRule(name) !== undefined) throw refused('has a client_name that cannot be shown');
  for (const secret of ['client_secret', 'client_secret_expires_at'])
    if (secret in said) throw refused(`has a ${secret}, which everybody could read`);
  const { response_types: responses = ['code'], grant_types: grants = ['authorization_code'] } = said;
  if (!isTextList(responses) || !responses.includes('code')) throw refused('has no response_types with code');
  if (!isTextList(grants) || !grants.includes('authorization_code'))
    throw refused('has no grant_types with authorization_code');
  return {
    id: clientId,
    name,
    ...addressesIn(said),
    scopes: OPENID_SCOPES.filter((scope) => scope !== OFFLINE_ACCESS || grants.includes('refresh_token')),
    keys: keysIn(clientId, said),
  };
}

/**
 * Agents on a device listen on a port that is free, and many of them do not say that they are native ones: whoever has
 * an address on loopback is one, unless it says otherwise. Addresses that nobody may be sent to are left out.
 */
function addressesIn(said: Record<string, unknown>): Pick<DocumentedClient, 'redirectUris' | 'native'> {
  const { redirect_uris: uris, application_type: type } = said;
  if (!isTextList(uris) || uris.length > MOST_ADDRESSES)
    throw refused(`must have 1 to ${MOST_ADDRESSES} redirect_uris`);
  const native = type === 'native' || (type === undefined && uris.some(isOnLoopback));
  const usable = uris
    .map((uri) => (native && isOnLoopback(uri) ? withoutPort(uri) : uri))
    .filter((uri) => brokenRedirectRule(uri, native, { production: true }) === undefined);
  if (usable.length === 0) throw refused('has no redirect_uris that people may be sent to');
  return { redirectUris: [...new Set(usable)], native };
}

/** By http, as apps of the device listen there. */
export function isOnLoopback(uri: string): boolean {
  const url = URL.parse(uri);
  return url?.protocol === 'http:' && LOOPBACKS.has(url.hostname);
}

const withoutPort = (uri: string): string => uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?]*)):\d+/, '$1');

const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];

/** For clients with a server, which prove who they are by a signature (`private_key_jwt`). Null: public ones. */
function keysIn(clientId: string, said: Record<string, unknown>): ClientKeys | null {
  const { token_endpoint_auth_method: method = 'none', jwks, jwks_uri: address } = said;
  const keys = (jwks as { readonly keys?: unknown } | undefined)?.keys;
  const all: readonly object[] = Array.isArray(keys) ? keys.map(Object) : [];
  const isSecret = (key: object) => PRIVATE_MEMBERS.some((member) => Object.hasOwn(key, member));
  if (all.some(isSecret)) throw refused('has a private key, which everybody could read');
  if (method === 'none') return null;
  if (method !== 'private_key_jwt') throw refused('must have none or private_key_jwt as token_endpoint_auth_method');
  if (address === undefined && all.length > 0) return { jwks: { keys: all } };
  const isUsable = jwks === undefined && typeof address === 'string' && brokenAddressRule(address) === undefined;
  // Nobody else's server is asked because a stranger names it.
  if (!isUsable || new URL(address).origin !== new URL(clientId).origin)
    throw refused('must have either jwks or a jwks_uri of its own origin');
  return { jwks_uri: address };
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');

const refused = (why: string): DocumentRefused => new DocumentRefused(`the document ${why}`);
