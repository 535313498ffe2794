import type { Configuration, CustomFetch } from 'openid-client';
import type { Config } from '../config/config.ts';
import { createGuardedFetch, type GuardedFetch } from '../deliveries/guarded-fetch.ts';
import { isWithin } from '../lib/is-within.ts';
import { reasonOf } from '../lib/reason-of.ts';
import { loadLibrary, type Provider } from './provider.ts';

/** A provider that cannot be reached, is too slow, or says itself that it does not work. */
export class ProviderUnreachable extends Error {}

/** What the library says, which wraps errors, and why. */
export const causesOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error
    ? `${reasonOf(error)}: ${causesOf(error.cause)}`
    : reasonOf(error);

/**
 * How long metadata of a provider is kept. The library keeps its keys, and asks again for one that it does not know.
 */
const KEPT_MS = 3_600_000;

/** For requests to providers. */
export const createProviderFetch = ({ deliveryNetworks, production }: Config): GuardedFetch =>
  createGuardedFetch({
    isAllowed: isWithin(deliveryNetworks),
    plainHttp: !production,
    timeoutMs: 5000,
    maxBytes: 256 * 1024,
  });

/** Fetches what providers publish, once for all who ask, through a fetch that is bounded in time and size. */
export function createUpstreams(fetch: GuardedFetch, nowMs: () => number) {
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
    // Only where the settings name one, which production refuses; the fetch refuses the rest.
    const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
    if (metadata) {
      const configuration = new Configuration(metadata, clientId, undefined, authentication);
      configuration[library.customFetch] = reach;
      return configuration;
    }
    // The signature of ID tokens is checked too, and not only who sent them.
    const execute = [enableNonRepudiationChecks, ...insecure];
    const options = { algorithm: 'oidc', [library.customFetch]: reach, execute } as const;
    return discovery(new URL(issuer), clientId, undefined, authentication, options);
  }

  return {
    /** Throws ProviderUnreachable where its metadata cannot be had, or are not what they should be. */
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
