import type { Configuration, CustomFetch, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import type { Config } from '../../config/config.ts';
import { createGuardedFetch, type GuardedFetch } from '../../deliveries/guarded-fetch.ts';
import { isWithin } from '../../lib/is-within.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { authenticateClient } from './client-secret.ts';
import { type Claims, type Library, loadLibrary, type Provider } from './provider.ts';
import { causesOf, MetadataUnusable, ProviderUnreachable } from './provider-failure.ts';

/** Lifetime of cached metadata. The library caches keys, and fetches again for an unknown one. */
const KEPT_MS = 3_600_000;

/** Permanent redirects: others usually lead to a login page. */
const REDIRECTS = [301, 308];
const MAX_ISSUER_LENGTH = 200;
/** Statuses below 500 that are about this moment: timeout, and too many requests. */
const TRY_AGAIN = [408, 429];

/** Sends requests to providers. */
export const createProviderFetch = ({ deliveryNetworks, production }: Config): GuardedFetch =>
  createGuardedFetch({
    isAllowed: isWithin(deliveryNetworks),
    plainHttp: !production,
    timeoutMs: 5000,
    maxBytes: 256 * 1024,
  });

/** Metadata of providers: one request at a time for each, bounded in time and size, cached. */
export function createProviderMetadata(fetch: GuardedFetch, nowMs: () => number) {
  const known = new Map<string, { readonly configuration: Promise<Configuration>; readonly untilMs: number }>();

  const reach: CustomFetch = async (url, { method, headers, body, signal }) => {
    const text = body === null || body === undefined ? undefined : String(body);
    const answer = await fetch(url, { method, headers, signal, ...(text !== undefined && { body: text }) }).catch(
      (error: unknown) => Promise.reject(new ProviderUnreachable(`${url}: ${reasonOf(error)}`)),
    );
    // For the log: a Response has no URL unless `fetch` created it.
    Object.defineProperty(answer, 'url', { value: url });
    if (answer.status >= 500 || TRY_AGAIN.includes(answer.status))
      throw new ProviderUnreachable(`${url} answered ${answer.status}`, { cause: answer });
    return answer;
  };

  /** Follows one redirect to the same origin: some providers require a final slash. */
  const reachMetadata: CustomFetch = async (url, options) => {
    const answer = await reach(url, options);
    const location = REDIRECTS.includes(answer.status) ? URL.parse(answer.headers.get('location') ?? '', url) : null;
    return location?.origin === new URL(url).origin ? reach(location.href, options) : answer;
  };

  async function discover(provider: Provider): Promise<Configuration> {
    const { issuer, clientId, metadata } = provider;
    const library = await loadLibrary();
    const { discovery, Configuration, enableNonRepudiationChecks, allowInsecureRequests } = library;
    const authentication = authenticateClient(library, provider);
    // Only for issuers of the settings, which production refuses; the fetch refuses all others.
    const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
    if (metadata) {
      const configuration = new Configuration(metadata, clientId, undefined, authentication);
      configuration[library.customFetch] = reach;
      return configuration;
    }
    // Checks the signature of ID tokens, too.
    const execute = [enableNonRepudiationChecks, ...insecure];
    let answer: Response | undefined;
    const fetchMetadata: CustomFetch = async (url, request) => {
      answer = await reachMetadata(url, request);
      return answer;
    };
    const options = { algorithm: 'oidc', [library.customFetch]: fetchMetadata, execute } as const;
    try {
      const configuration = await discovery(new URL(issuer), clientId, undefined, authentication, options);
      configuration[library.customFetch] = reach;
      // Throws if it has no page to log in.
      library.buildAuthorizationUrl(configuration, {});
      return configuration;
    } catch (error) {
      throw answer ? unusable(answer, error) : error;
    }
  }

  return {
    /** Throws ProviderUnreachable, or MetadataUnusable. */
    configurationOf(provider: Provider): Promise<Configuration> {
      const kept = known.get(provider.id);
      if (kept && kept.untilMs > nowMs()) return kept.configuration;
      const configuration = discover(provider);
      known.set(provider.id, { configuration, untilMs: nowMs() + KEPT_MS });
      configuration.catch(() => known.delete(provider.id));
      return configuration;
    },
  };
}

/** The value that an operator compares with the settings: the status, or the issuer in the metadata. */
function unusable(answer: Response, error: unknown): MetadataUnusable {
  const { body } = ((error as Error).cause ?? {}) as { readonly body?: { readonly issuer?: unknown } };
  const issuer = typeof body?.issuer === 'string' ? `, which is ${body.issuer.slice(0, MAX_ISSUER_LENGTH)}` : '';
  return new MetadataUnusable(`${answer.url} answered ${answer.status}: ${causesOf(error)}${issuer}`, {
    cause: answer,
  });
}

/** The claims from the ID token and the userinfo endpoint, or from the provider's own API without ID tokens. */
export async function claimsOf(
  library: Library,
  configuration: Configuration,
  provider: Provider,
  tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
): Promise<Claims> {
  const { access_token: token } = tokens;
  const fetched = await provider.ask?.(async (url) => {
    const headers = new Headers({ accept: 'application/json' });
    const answer = await library.fetchProtectedResource(configuration, token, new URL(url), 'GET', null, headers);
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`, { cause: answer });
    return answer.json();
  });
  if (fetched) return fetched;
  const claims: Claims = tokens.claims() ?? {};
  const { userinfo_endpoint: more } = configuration.serverMetadata();
  // Many providers state the address only at the userinfo endpoint.
  const isShort = claims.email === undefined && more !== undefined;
  const rest = isShort ? await library.fetchUserInfo(configuration, token, String(claims.sub)) : {};
  return { ...rest, ...claims };
}
