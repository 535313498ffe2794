import { OPENID_SCOPES } from '../../../core/openid-scopes.ts';
import { Refusal } from '../../../core/refusal.ts';
import { hasHiddenCharacters, hasVisibleCharacters } from '../../../lib/characters.ts';
import type { ClientPolicy } from '../services.ts';
import type { OpenIdClient, Pkce } from './client-table.ts';

/** The settings of a client; all but `confidential` and `pairwise` can be changed later. */
export type ClientSettings = Omit<OpenIdClient, 'id' | 'secretHashes' | 'createdAtMs'>;

/** The client types of RFC 6749, 2.1. */
export const CLIENT_TYPES = ['confidential', 'public'] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

export const clientTypeOf = ({ confidential }: Pick<OpenIdClient, 'confidential'>): ClientType =>
  confidential ? 'confidential' : 'public';

export const PKCE_CHOICES: readonly Pkce[] = ['required', 'optional'];

export const MAX_CLIENT_NAME_LENGTH = 100;
export const MAX_ADDRESS_LENGTH = 500;
export const MAX_ADDRESSES = 20;

/** How long a replaced secret works by default, so that nobody is locked out while the app gets the new one. */
export const DEFAULT_OVERLAP_SECONDS = 86_400;
export const MAX_OVERLAP_SECONDS = 30 * 86_400;

/** Refuses a member of a client, by its public name. The message reads "<field> must be <rule>". */
export const invalidClient = (field: string, rule: string): Refusal =>
  new Refusal('invalid_field', { field, rule, reason: 'not_allowed' }, `${field} must be ${rule}`);

/** Refuses the first member that breaks a rule. */
export function checkClient(client: ClientSettings, policy: ClientPolicy): void {
  const rules: readonly (readonly [field: string, broken: string | undefined])[] = [
    ['name', brokenNameRule(client.name)],
    ['logo_uri', client.logoUri === null ? undefined : brokenHttpsRule(client.logoUri)],
    ['redirect_uris', client.redirectUris.length === 0 ? 'at least one address' : undefined],
    ['redirect_uris', brokenListRule(client.redirectUris, client.native, policy)],
    ['post_logout_redirect_uris', brokenListRule(client.postLogoutRedirectUris, client.native, policy)],
    ['type', client.native && client.confidential ? 'public for a native app: it keeps no secret' : undefined],
    // Only PKCE binds a code to a public app.
    ['pkce', client.pkce === 'optional' && !client.confidential ? 'required for a public app' : undefined],
    ['scopes', brokenScopeRule(client.scopes)],
    ['audience', client.audience === null ? undefined : brokenAudienceRule(client.audience, policy)],
    ['backchannel_logout_uri', brokenAppRule(client.backchannelLogoutUri, policy)],
    ['client_uri', brokenAppRule(client.clientUri, policy)],
    ['initiate_login_uri', brokenAppRule(client.initiateLoginUri, policy)],
  ];
  for (const [field, broken] of rules) if (broken !== undefined) throw invalidClient(field, broken);
}

export function brokenNameRule(name: string): string | undefined {
  if (name.trim() === '' || [...name].length > MAX_CLIENT_NAME_LENGTH)
    return `1 to ${MAX_CLIENT_NAME_LENGTH} characters`;
  if (hasHiddenCharacters(name)) return 'without control characters and invisible ones';
  return hasVisibleCharacters(name) ? undefined : 'a name that people can see';
}

/** Removes duplicates and sorts by OPENID_SCOPES. Unknown scopes stay, and break the rule. */
export function scopesInOrder(scopes: readonly string[]): string[] {
  const known: readonly string[] = OPENID_SCOPES;
  return [...new Set([...known.filter((scope) => scopes.includes(scope)), ...scopes])];
}

function brokenScopeRule(scopes: readonly string[]): string | undefined {
  const known: readonly string[] = OPENID_SCOPES;
  const isRight = scopes.includes('openid') && scopes.every((scope) => known.includes(scope));
  return isRight ? undefined : `openid, and any of ${known.slice(1).join(', ')}`;
}

function brokenListRule(uris: readonly string[], native: boolean, policy: ClientPolicy): string | undefined {
  if (uris.length > MAX_ADDRESSES) return `at most ${MAX_ADDRESSES} addresses`;
  if (new Set(uris).size < uris.length) return 'a list that has each address once';
  for (const uri of uris) {
    const broken = brokenRedirectRule(uri, native, policy);
    if (broken !== undefined) return uri.length > MAX_ADDRESS_LENGTH ? broken : `${broken}, not ${shown(uri)}`;
  }
  return undefined;
}

/** The rule that a redirect address breaks, if any. Addresses are compared byte by byte, so each has one spelling. */
export function brokenRedirectRule(
  uri: string,
  native: boolean,
  { production }: Pick<ClientPolicy, 'production'>,
): string | undefined {
  const broken = brokenAddressRule(uri);
  if (broken !== undefined) return broken;
  const url = new URL(uri);
  const isLoopback = LOOPBACKS.has(url.hostname);
  if (url.protocol === 'https:') return native && isLoopback ? 'http on loopback' : undefined;
  if (url.protocol === 'http:') {
    if (!production && !native && LOCAL_NAME.test(url.hostname)) return undefined;
    if (!isLoopback) return 'https, or http on loopback';
    return native && url.port !== '' ? 'without a port on loopback: a native app may use any' : undefined;
  }
  if (!native) return 'https, or http on loopback';
  return PRIVATE_SCHEME.test(uri) ? undefined : 'https, http on loopback, or a scheme like com.example.app:/';
}

/** The names that mean the local machine (RFC 8252, 7.3). */
export const LOOPBACKS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Names that the public DNS never has (RFC 6761), used by apps under development. */
const LOCAL_NAME = /^[\w-][\w.-]*\.(localhost|test)$/;

/** A reversed domain name (RFC 8252, 7.1), which no other app has by chance and no browser runs as a script. */
const PRIVATE_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:\//;

/** The characters of RFC 3986, without the wildcard and the fragment. */
const CHARACTERS = /^[\w\-.~:/?[\]@!$&'()+,;=%]*$/;
/** Paths that a proxy may read differently: encoded dots, slashes, percent signs and semicolons, and `..;/`. */
const AMBIGUOUS_PATH = /%(0[0-9a-f]|1[0-9a-f]|25|2e|2f|3b|5c)|\/\.\.?(;|\/|$)/i;

export function brokenAddressRule(uri: string): string | undefined {
  if (uri.length > MAX_ADDRESS_LENGTH) return `at most ${MAX_ADDRESS_LENGTH} characters`;
  if (uri.includes('#')) return 'without a fragment';
  if (uri.includes('*')) return 'without a wildcard';
  const url = CHARACTERS.test(uri) ? URL.parse(uri) : null;
  if (!url) return 'an absolute address in ASCII';
  if (url.username + url.password !== '' || /^[^?]*:\/\/[^/?]*@/.test(uri)) return 'without a user or password';
  // An origin may lack the final slash, as in `location.origin`.
  if (url.href !== uri && url.origin !== uri) return `written as ${url.href}`;
  return AMBIGUOUS_PATH.test(uri.split('?')[0] ?? '') ? 'without dot segments and encoded slashes' : undefined;
}

/** Quotes an address for a message, on one line. */
const shown = (uri: string): string => JSON.stringify(uri);

export function brokenHttpsRule(uri: string): string | undefined {
  return brokenAddressRule(uri) ?? (new URL(uri).protocol === 'https:' ? undefined : 'an https address');
}

/** The rule that a URL of the app breaks. In development, where apps run on this machine, loopback is allowed. */
function brokenAppRule(uri: string | null, policy: ClientPolicy): string | undefined {
  if (uri === null) return undefined;
  return policy.production ? brokenHttpsRule(uri) : brokenRedirectRule(uri, false, policy);
}

function brokenAudienceRule(audience: string, { ownAudiences }: ClientPolicy): string | undefined {
  const broken = brokenAddressRule(audience);
  if (broken !== undefined) return broken;
  if (!/^(https?:|urn:)/.test(audience)) return 'an http(s) address or a urn';
  const plain = audience.replace(/\/+$/, '');
  const isOwn = ownAudiences.some((audience) => [audience, `${audience}/api`].includes(plain));
  return isOwn ? 'the address of another API than ours' : undefined;
}
