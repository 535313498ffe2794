import { isLoopback } from './openid-issuer.ts';
import { idOf, type OpenIdProviderSettings } from './openid-providers.ts';
import type { SettingName, SettingValues } from './settings.ts';

/** A provider with whom people can log in, as it is configured. */
export type ProviderSettings =
  | { readonly kind: 'google'; readonly id: 'google'; readonly clientId: string; readonly clientSecret: string }
  | ({ readonly kind: 'openid'; readonly id: string } & OpenIdProviderSettings);

/** Those that have their credentials, in the order of IDENTITY_PROVIDERS where that is set. */
export function identityProvidersOf({ googleClientId, googleClientSecret, ...values }: SettingValues) {
  const configured: ProviderSettings[] = [
    ...(googleClientId !== undefined && googleClientSecret !== undefined
      ? [{ kind: 'google', id: 'google', clientId: googleClientId, clientSecret: googleClientSecret } as const]
      : []),
    ...values.openidProviders.map((one) => ({ kind: 'openid', id: idOf(one.name), ...one }) as const),
  ];
  const { identityProviders: wanted } = values;
  if (wanted === undefined) return configured;
  return wanted.flatMap((name) => configured.find(({ id }) => id === idOf(name)) ?? []);
}

/** What is wrong with these settings beside others: the setting, and what; undefined: nothing. */
export function faultOfIdentityProviders(
  values: SettingValues,
  production: boolean,
): readonly [SettingName, string] | undefined {
  const { googleClientId, googleClientSecret, openidProviders, identityProviders } = values;
  if (googleClientId !== undefined && googleClientSecret === undefined)
    return ['GOOGLE_CLIENT_SECRET', 'is required with GOOGLE_CLIENT_ID'];
  if (googleClientSecret !== undefined && googleClientId === undefined)
    return ['GOOGLE_CLIENT_ID', 'is required with GOOGLE_CLIENT_SECRET'];
  const plain = openidProviders.find(({ issuer }) => isPlain(issuer, production));
  if (plain) return ['OPENID_PROVIDERS', `must have https issuers, and not ${plain.issuer}`];
  const configured = identityProvidersOf({ ...values, identityProviders: undefined }).map(({ id }) => id);
  if (new Set(configured).size < configured.length) return ['OPENID_PROVIDERS', 'must have other names than google'];
  const unknown = identityProviders?.find((name) => !configured.includes(idOf(name)));
  if (unknown === undefined) return undefined;
  const known = configured.join(', ') || 'none';
  return ['IDENTITY_PROVIDERS', `names ${unknown}, which has no credentials. Those that do: ${known}`];
}

/** http is for tests on one machine. */
function isPlain(issuer: string, production: boolean): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'http:' && (production || !isLoopback(hostname));
}
