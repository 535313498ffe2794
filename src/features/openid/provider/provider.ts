import {
  type Client,
  type Configuration,
  type Interaction,
  type JWKS,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import type { AccountFields } from '../../../config/field-presence.ts';
import type { SecondFactorPolicy } from '../../../core/factors/second-factors.ts';
import { OFFLINE_ACCESS, OPENID_SCOPES, scopeClaims } from '../../../core/openid-scopes.ts';
import type { SigningKeyRing } from '../../../keys/signing-key.ts';
import type { SharedStore } from '../../../store/commit.ts';
import type { McpResource } from '../declared/mcp-resources.ts';
import { createAccessTokenReader, GRANT_CLAIM } from './access-tokens.ts';
import { findAccount, findLogin } from './account.ts';
import { ACR_VALUES } from './acr.ts';
import { requestOf } from './call-library.ts';
import { checkClientAssertion, isSecretOf, needsPkce } from './client-authentication.ts';
import type { ClientDocuments } from './client-documents.ts';
import { EXTRA_METADATA } from './client-metadata.ts';
import { cookieNames } from './cookies.ts';
import { findClient } from './find-client.ts';
import { grantWithoutConsent } from './grant-without-consent.ts';
import { verifyHintsByKey } from './id-token-hint.ts';
import { createInteractionPolicy } from './interaction-policy.ts';
import { PATHS } from './paths.ts';
import type { ProviderKeys } from './provider-keys.ts';
import { RecordsAdapter } from './records-adapter.ts';
import { isForRemovedAddress, refuseRemovedAddresses } from './removed-addresses.ts';
import { resourceIndicators } from './resource-indicators.ts';
import { networkOf } from './stranger-records.ts';
import { sidOf, subjectOf } from './subject.ts';

export interface ProviderParts {
  readonly db: SharedStore;
  readonly keys: SigningKeyRing;
  readonly issuer: string;
  /** The path of the hosted pages; '' for none. */
  readonly basePath: string;
  readonly accessTokenTtlMs: number;
  /** How long a refresh token may go unused. */
  readonly refreshTokenTtlMs: number;
  /** The maximum lifetime of a session of the hosted pages. */
  readonly sessionTtlMs: number;
  readonly nowMs: () => number;
  readonly secondFactorPolicy: SecondFactorPolicy;
  readonly fields: AccountFields;
  /** The MCP servers for which agents get tokens; may be empty. */
  readonly mcpResources: readonly McpResource[];
  /** Finds clients that no operator has added; undefined if they are not allowed. */
  readonly documents: ClientDocuments | undefined;
}

/**
 * The policy of the page that sends the answer with response_mode=form_post; the library adds the hash of its script.
 * Any form action is allowed, because browsers apply the rule to the app's subsequent redirects too.
 */
const FORM_POST_POLICY = "default-src 'none'; script-src; form-action *; base-uri 'none'; frame-ancestors 'none'";
const CODE_SECONDS = 60;
const INTERACTION_SECONDS = 30 * 60;
const ID_TOKEN_SECONDS = 3600;
const STRANGER_SECONDS = 60;

const seconds = (ms: number): number => Math.max(1, Math.floor(ms / 1000));

/**
 * Configures the library with our accounts, clients, sessions and keys. When the keys change, a new provider is
 * created.
 */
export function createProvider(parts: ProviderParts, keys: ProviderKeys): Provider {
  const provider = new Provider(parts.issuer, configurationOf(parts, keys));
  provider.silent = true;
  provider.use((ctx, next) => {
    if (ctx.path.startsWith(PATHS.authorization)) ctx.set('content-security-policy', FORM_POST_POLICY);
    return next();
  });
  verifyHintsByKey(provider, parts.keys);
  refuseRemovedAddresses(provider);
  provider.Client.prototype.compareClientSecret = function compare(this: Client, presented: string) {
    return isSecretOf(this, presented);
  };
  // A logout token is created after the records of its session are gone, so `sid` is computed, not stored.
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
    request: () => requestOf(Provider.ctx),
    networkOf: (kind: string) => networkOf(kind, Provider.ctx),
    findClient: (id: string) => findClient(db, documents, id, Provider.ctx?.req.socket.remoteAddress ?? ''),
  };
  return {
    adapter: (kind) => new RecordsAdapter(db, kind, issuer, others),
    jwks: { keys: jwks } as JWKS,
    routes: PATHS,
    scopes: OPENID_SCOPES,
    claims: { ...scopeClaims(parts.fields), iss: null, sid: null },
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
    extraClientMetadata: { properties: [...EXTRA_METADATA] },
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256', 'ES256', 'EdDSA'],
      clientAuthSigningAlgValues: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    },
    // Done by backchannel-logout.ts, because the library's logout would wait for every app.
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
          (await findLogin(parts, token.accountId)) !== undefined,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: renderNothing,
        postLogoutSuccessSource: renderNothing,
      },
      resourceIndicators: resourceIndicators(mcpResources, algorithm),
    },
    interactions: {
      policy: createInteractionPolicy(nowMs),
      url: (_ctx, interaction) => basePath + pageOf(interaction),
    },
    findAccount: async ({ oidc }, accountId, token) =>
      isForRemovedAddress(oidc.client, token)
        ? undefined
        : findAccount(parts, accountId, issuer, () => oidc.client?.scope),
    loadExistingGrant: (ctx) => grantWithoutConsent(db, mcpResources, ctx),
    pairwiseIdentifier: (_ctx, accountId, client) => subjectOf(db, accountId, client),
    extraTokenClaims: (_ctx, token) => ('grantId' in token ? { [GRANT_CLAIM]: token.grantId } : undefined),
    // Redirect URIs with a custom scheme have the origin "null", as does any sandboxed page.
    clientBasedCORS: (_ctx, origin, client) =>
      origin !== 'null' && (client.redirectUris ?? []).some((address) => URL.parse(address)?.origin === origin),
    // Everything ends with the session of the hosted pages (`declared/app-logins.ts`).
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
      // The library creates a session without an account for any unknown cookie, and needs it only during a logout.
      Session: (_ctx, { accountId }) => (accountId === undefined ? STRANGER_SECONDS : seconds(parts.sessionTtlMs)),
    },
    renderError(ctx, out) {
      ctx.body = out;
    },
  };
}

/** The library fetches nothing but the keys of clients. */
function fetchForLibrary(
  documents: ClientDocuments | undefined,
  url: string | URL | Request,
  { headers, signal }: RequestInit = {},
): Promise<Response> {
  if (!documents) throw new Error('the library must not fetch anything');
  return documents.fetchKeys(url instanceof Request ? url.url : String(url), {
    headers: new Headers(headers),
    signal: signal ?? undefined,
  });
}

/** The hosted pages render what users see (endpoints.ts). */
function renderNothing(ctx: KoaContextWithOIDC): void {
  ctx.body = '';
}

/** The hosted page for the interaction, with the app's choice of language and e-mail, which the page does not trust. */
function pageOf({ prompt, uid, params }: Pick<Interaction, 'prompt' | 'uid' | 'params'>): string {
  const { ui_locales: locales, login_hint: email } = params;
  const query = new URLSearchParams({
    interaction: uid,
    ...(typeof locales === 'string' && { lang: locales.split(' ', 1)[0] ?? '' }),
    ...(typeof email === 'string' && prompt.name === 'login' && { email }),
  });
  return `${prompt.name === 'login' ? '/login' : '/connect'}?${query}`;
}
