import {
  type Client,
  type Configuration,
  type Interaction,
  type JWKS,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import { OFFLINE_ACCESS, OPENID_SCOPES, SCOPE_CLAIMS } from '../accounts/apps/openid-scopes.ts';
import type { SecondFactorPolicy } from '../accounts/factors/second-factors.ts';
import type { SigningKeyRing } from '../keys/signing-key.ts';
import type { SharedStore } from '../store/commit.ts';
import { createAccessTokenReader, GRANT_CLAIM } from './access-tokens.ts';
import { findAccount, findLoggedIn } from './account.ts';
import { ACR_VALUES } from './acr.ts';
import { checkClientAssertion } from './client-assertion.ts';
import type { ClientDocuments } from './client-documents.ts';
import { isSecretOf, OWN_METADATA } from './client-metadata.ts';
import { findClient } from './find-client.ts';
import { handedOverIn } from './hand-over.ts';
import { checkHintsByKey } from './id-token-hint.ts';
import { cookieNames } from './library-cookies.ts';
import { loadGrant } from './load-grant.ts';
import type { McpResource } from './mcp-resources.ts';
import { needsPkce } from './needs-pkce.ts';
import { PATHS } from './paths.ts';
import { createPolicy } from './policy.ts';
import type { ProviderKeys } from './provider-keys.ts';
import { RecordsAdapter } from './records-adapter.ts';
import { isForRemovedAddress, refuseRemovedAddresses } from './removed-addresses.ts';
import { resourceIndicators } from './resource-indicators.ts';
import { networkOf } from './stranger-records.ts';
import { sidOf, subjectForClient } from './subject.ts';

export interface ProviderParts {
  readonly db: SharedStore;
  readonly keys: SigningKeyRing;
  readonly issuer: string;
  /** The path that the hosted pages are below; '' for none. */
  readonly basePath: string;
  readonly accessTokenTtlMs: number;
  /** How long refresh tokens, and what they need, may go unused. */
  readonly refreshTokenTtlMs: number;
  /** The longest that a session of the hosted pages can last. */
  readonly sessionTtlMs: number;
  readonly nowMs: () => number;
  readonly secondFactorPolicy: SecondFactorPolicy;
  /** The MCP servers that agents get tokens for; empty: none do. */
  readonly mcpResources: readonly McpResource[];
  /** Clients that nobody has added; undefined: there are none. */
  readonly documents: ClientDocuments | undefined;
}

/**
 * Of the page that sends the answer with response_mode=form_post; the library adds the hash of its script. To any address:
 * browsers look at where the app redirects to after that, too.
 */
const FORM_POST_POLICY = "default-src 'none'; script-src; form-action *; base-uri 'none'; frame-ancestors 'none'";
const CODE_SECONDS = 60;
export const INTERACTION_SECONDS = 30 * 60;
const ID_TOKEN_SECONDS = 3600;
const STRANGER_SECONDS = 60;

const seconds = (ms: number): number => Math.max(1, Math.floor(ms / 1000));

/** The library with our accounts, clients, sessions and keys. Its keys never change: with others, another one is made. */
export function createProvider(parts: ProviderParts, keys: ProviderKeys): Provider {
  const provider = new Provider(parts.issuer, configurationOf(parts, keys));
  provider.silent = true;
  provider.use((ctx, next) => {
    if (ctx.path.startsWith(PATHS.authorization)) ctx.set('content-security-policy', FORM_POST_POLICY);
    return next();
  });
  checkHintsByKey(provider, parts.keys);
  refuseRemovedAddresses(provider);
  provider.Client.prototype.compareClientSecret = function compare(this: Client, presented: string) {
    return isSecretOf(this, presented);
  };
  // A logout token is made when the records of its session are gone: so its `sid` is computed, not stored.
  Object.assign(provider.Client.prototype, { includeSid: () => true });
  Object.assign(provider.Session.prototype, {
    sidFor(this: { readonly accountId?: string }, clientId: string): string | undefined {
      return this.accountId === undefined ? undefined : sidOf(this.accountId, clientId);
    },
  });
  return provider;
}

function configurationOf(parts: ProviderParts, { jwks, algorithm }: ProviderKeys): Configuration {
  const { db, issuer, basePath, nowMs, mcpResources, documents } = parts;
  const others = {
    readAccessToken: createAccessTokenReader(db, parts.keys, issuer),
    request: () => handedOverIn(Provider.ctx),
    networkOf: (kind: string) => networkOf(kind, Provider.ctx),
    findClient: (id: string) => findClient(db, documents, id, Provider.ctx?.req.socket.remoteAddress ?? ''),
  };
  return {
    adapter: (kind) => new RecordsAdapter(db, kind, issuer, others),
    jwks: { keys: jwks } as JWKS,
    routes: PATHS,
    scopes: OPENID_SCOPES,
    claims: { ...SCOPE_CLAIMS, iss: null, sid: null },
    acrValues: ACR_VALUES,
    subjectTypes: ['public', 'pairwise'],
    sectorIdentifierUriValidate: () => false,
    responseTypes: ['code'],
    clientAuthMethods: [
      ...(['client_secret_basic', 'client_secret_post', 'none'] as const),
      ...(documents ? (['private_key_jwt'] as const) : []),
    ],
    assertJwtClientAuthClaimsAndHeader: checkClientAssertion(nowMs),
    fetch: (url, options) => fetchForLibrary(documents, url, options),
    clientDefaults: { id_token_signed_response_alg: algorithm as 'ES256' },
    extraClientMetadata: { properties: [...OWN_METADATA] },
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256', 'ES256', 'EdDSA'],
      clientAuthSigningAlgValues: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    },
    // Sent by backchannel-logout.ts, and not by the library, whose logout would wait for every app.
    discovery: {
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      ...(documents && { client_id_metadata_document_supported: true }),
    },
    pkce: { required: (ctx, client) => needsPkce(client, ctx.oidc.params) },
    conformIdTokenClaims: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    cookies: {
      names: cookieNames(issuer),
      long: { httpOnly: true, sameSite: 'lax', path: '/' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: true },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      introspection: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) =>
          client.clientAuthMethod !== 'none' &&
          token.clientId === client.clientId &&
          'accountId' in token &&
          (await findLoggedIn(parts, token.accountId)) !== undefined,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: drawNothing,
        postLogoutSuccessSource: drawNothing,
      },
      resourceIndicators: resourceIndicators(mcpResources, algorithm),
    },
    interactions: { policy: createPolicy(nowMs), url: (_ctx, interaction) => basePath + pageOf(interaction) },
    findAccount: async ({ oidc }, accountId, token) =>
      isForRemovedAddress(oidc.client, token)
        ? undefined
        : findAccount(parts, accountId, issuer, () => oidc.client?.scope),
    loadExistingGrant: (ctx) => loadGrant(db, mcpResources, ctx),
    pairwiseIdentifier: (_ctx, accountId, client) => subjectForClient(db, accountId, client),
    extraTokenClaims: (_ctx, token) => ('grantId' in token ? { [GRANT_CLAIM]: token.grantId } : undefined),
    // Addresses with a scheme of an app have the origin "null", which is also that of any page in a sandbox.
    clientBasedCORS: (_ctx, origin, client) =>
      origin !== 'null' && (client.redirectUris ?? []).some((address) => URL.parse(address)?.origin === origin),
    // Everything ends with the session of the hosted pages anyway, which the table of records sees to.
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client) => (client.scope ?? '').split(' ').includes(OFFLINE_ACCESS),
    rotateRefreshToken: true,
    ttl: {
      AccessToken: seconds(parts.accessTokenTtlMs),
      AuthorizationCode: CODE_SECONDS,
      Grant: seconds(parts.sessionTtlMs),
      IdToken: ID_TOKEN_SECONDS,
      Interaction: INTERACTION_SECONDS,
      RefreshToken: seconds(parts.refreshTokenTtlMs),
      // Without a login, the library keeps one for any cookie that it does not know, and needs it within a logout only.
      Session: (_ctx, { accountId }) => (accountId === undefined ? STRANGER_SECONDS : seconds(parts.sessionTtlMs)),
    },
    renderError(ctx, out) {
      ctx.body = out;
    },
  };
}

/** All that the library asks another server for is the keys of a client. */
function fetchForLibrary(
  documents: ClientDocuments | undefined,
  url: string | URL | Request,
  { headers, signal }: RequestInit = {},
): Promise<Response> {
  if (!documents) throw new Error('the library has nobody to ask');
  return documents.fetchKeys(url instanceof Request ? url.url : String(url), {
    headers: new Headers(headers),
    signal: signal ?? undefined,
  });
}

/** What people see is drawn by the hosted pages (endpoints.ts). */
function drawNothing(ctx: KoaContextWithOIDC): void {
  ctx.body = '';
}

/** The hosted page that deals with it, in the language and with the e-mail address that the app has named. The page trusts neither. */
function pageOf({ prompt, uid, params }: Pick<Interaction, 'prompt' | 'uid' | 'params'>): string {
  const { ui_locales: locales, login_hint: email } = params;
  const query = new URLSearchParams({
    interaction: uid,
    ...(typeof locales === 'string' && { lang: locales.split(' ', 1)[0] ?? '' }),
    ...(typeof email === 'string' && prompt.name === 'login' && { email }),
  });
  return `${prompt.name === 'login' ? '/login' : '/connect'}?${query}`;
}
