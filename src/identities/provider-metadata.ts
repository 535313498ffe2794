import type { Configuration, CustomFetch, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import type { Config } from '../config/config.ts';
import { createGuardedFetch, type GuardedFetch } from '../deliveries/guarded-fetch.ts';
import { isWithin } from '../lib/is-within.ts';
import { reasonOf } from '../lib/reason-of.ts';
import { type Claims, type Library, loadLibrary, type Provider } from './provider.ts';

/** A provider that cannot be reached, is too slow, or answers with a fault. */
export class ProviderUnreachable extends Error {}

/** The library wraps errors: all messages of the chain, but for "something went wrong" around our own. */
export function causesOf(error: unknown): string {
  if (!(error instanceof Error && error.cause instanceof Error)) return reasonOf(error);
  const causes = causesOf(error.cause);
  return error.cause instanceof ProviderUnreachable ? causes : `${reasonOf(error)}: ${causes}`;
}

/** Lifetime of cached metadata. The library caches keys, and fetches again for an unknown one. */
const KEPT_MS = 3_600_000;

/** For requests to providers. */
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
      (error: unknown) => Promise.reject(new ProviderUnreachable(`${new URL(url).host}: ${reasonOf(error)}`)),
    );
    if (answer.status >= 500) throw new ProviderUnreachable(`${new URL(url).host} answered ${answer.status}`);
    return answer;
  };

  async function discover({ issuer, clientId, metadata, authenticate }: Provider): Promise<Configuration> {
    const library = await loadLibrary();
    const { discovery, Configuration, enableNonRepudiationChecks, allowInsecureRequests } = library;
    const authentication = authenticate(library);
    // Only for issuers of the settings, which production refuses; the fetch refuses all others.
    const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
    if (metadata) {
      const configuration = new Configuration(metadata, clientId, undefined, authentication);
      configuration[library.customFetch] = reach;
      return configuration;
    }
    // Checks the signature of ID tokens, too.
    const execute = [enableNonRepudiationChecks, ...insecure];
    const options = { algorithm: 'oidc', [library.customFetch]: reach, execute } as const;
    const configuration = await discovery(new URL(issuer), clientId, undefined, authentication, options);
    // Throws if it has no page to log in.
    library.buildAuthorizationUrl(configuration, {});
    return configuration;
  }

  return {
    /** Throws ProviderUnreachable if the metadata cannot be fetched or are invalid. */
    configurationOf(provider: Provider): Promise<Configuration> {
      const kept = known.get(provider.id);
      if (kept && kept.untilMs > nowMs()) return kept.configuration;
      const configuration = discover(provider).catch((error: unknown) => {
        throw new ProviderUnreachable(`the metadata of ${provider.id}: ${causesOf(error)}`);
      });
      known.set(provider.id, { configuration, untilMs: nowMs() + KEPT_MS });
      configuration.catch(() => known.delete(provider.id));
      return configuration;
    },
  };
}

/** From the ID token and the userinfo endpoint, or from the provider's own API where there are no ID tokens. */
export async function claimsOf(
  library: Library,
  configuration: Configuration,
  provider: Provider,
  tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
): Promise<Claims> {
  const { access_token: token } = tokens;
  const own = await provider.ask?.(async (url) => {
    const headers = new Headers({ accept: 'application/json' });
    const answer = await library.fetchProtectedResource(configuration, token, new URL(url), 'GET', null, headers);
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    return answer.json();
  });
  if (own) return own;
  const claims: Claims = tokens.claims() ?? {};
  const { userinfo_endpoint: more } = configuration.serverMetadata();
  // Many providers state the address there only.
  const isShort = claims.email === undefined && more !== undefined;
  const rest = isShort ? await library.fetchUserInfo(configuration, token, String(claims.sub)) : {};
  return { ...rest, ...claims };
}
