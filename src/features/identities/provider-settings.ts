import type { SettingName, SettingValues } from '../../config/settings.ts';
import { isLoopback } from '../../lib/loopback.ts';
import { idOf, type OpenIdProviderSettings } from './provider-formats.ts';

/** The providers with built-in settings: NAME_CLIENT_ID is `clientId`, and so on. */
const wellKnown = (values: SettingValues) =>
  [
    { kind: 'google', clientId: values.googleClientId, clientSecret: values.googleClientSecret },
    {
      kind: 'microsoft',
      clientId: values.microsoftClientId,
      clientSecret: values.microsoftClientSecret,
      tenant: values.microsoftTenant,
    },
    { kind: 'github', clientId: values.githubClientId, clientSecret: values.githubClientSecret },
    {
      kind: 'apple',
      clientId: values.appleClientId,
      teamId: values.appleTeamId,
      keyId: values.appleKeyId,
      privateKey: values.applePrivateKey,
    },
  ] as const;

type WellKnown = ReturnType<typeof wellKnown>[number];
type Complete<T> = { readonly [Member in keyof T]: Exclude<T[Member], undefined> };
const isComplete = (provider: WellKnown): provider is WellKnown & Complete<WellKnown> =>
  !Object.values(provider).includes(undefined);

/** The settings of a login provider. */
export type ProviderSettings = Complete<WellKnown> | ({ readonly kind: 'openid' } & OpenIdProviderSettings);

/** The provider's name in addresses and in the database. */
export const providerId = (provider: ProviderSettings): string =>
  provider.kind === 'openid' ? idOf(provider.name) : provider.kind;

/** The providers with credentials, in the order of IDENTITY_PROVIDERS if that is set. */
export function identityProvidersOf(values: SettingValues): ProviderSettings[] {
  const configured: ProviderSettings[] = [
    ...wellKnown(values).filter(isComplete),
    ...values.openidProviders.map((openidProvider) => ({ kind: 'openid', ...openidProvider }) as const),
  ];
  const { identityProviders: wanted } = values;
  if (wanted === undefined) return configured;
  return wanted.flatMap((name) => configured.find((provider) => providerId(provider) === idOf(name)) ?? []);
}

/** The faulty setting and its fault, or undefined. */
export function faultOfIdentityProviders(
  values: SettingValues,
  production: boolean,
): readonly [SettingName, string] | undefined {
  const { openidProviders, identityProviders } = values;
  for (const one of wellKnown(values)) {
    const fault = faultOfPart(one);
    if (fault) return fault;
  }
  const plain = openidProviders.find(({ issuer }) => isPlain(issuer, production));
  if (plain) return ['OPENID_PROVIDERS', `must have https issuers, and not ${plain.issuer}`];
  const configured = identityProvidersOf({ ...values, identityProviders: undefined }).map(providerId);
  const double = configured.find((id, at) => configured.indexOf(id) < at);
  if (double !== undefined) return ['OPENID_PROVIDERS', `must have another name than ${double}`];
  const unknown = identityProviders?.find((name) => !configured.includes(idOf(name)));
  if (unknown === undefined) return undefined;
  const known = configured.join(', ') || 'none';
  return ['IDENTITY_PROVIDERS', `names ${unknown}, which has no credentials. Those that do: ${known}`];
}

/** A partly configured provider is a mistake that would otherwise go unnoticed. */
function faultOfPart({ kind, ...credentials }: WellKnown): readonly [SettingName, string] | undefined {
  const nameOf = (member: string) => `${kind}_${member.replace(/[A-Z]/g, '_$&')}`.toUpperCase() as SettingName;
  const entries = Object.entries(credentials);
  const given = entries.find(([, value]) => value !== undefined);
  const missing = entries.find(([, value]) => value === undefined);
  return given && missing && [nameOf(missing[0]), `is required with ${nameOf(given[0])}`];
}

/** Allows http for tests on one machine. */
function isPlain(issuer: string, production: boolean): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'http:' && (production || !isLoopback(hostname));
}
