import type { FaultContext } from '../../declare/feature.ts';
import { setting, type ValuesOf } from '../../declare/setting.ts';
import { listOf, oneOf, secret, text } from '../../declare/value-formats.ts';
import { isLoopback } from '../../lib/loopback.ts';
import {
  appleId,
  applePrivateKey,
  idOf,
  microsoftTenant,
  type OpenIdProviderSettings,
  openIdProviders,
} from './setting-formats.ts';

export const PROVIDER_SETTINGS = {
  GOOGLE_CLIENT_ID: setting('openid', 'lets people log in with Google, see docs/identities.md', text, {
    example: '123-abc.apps.googleusercontent.com',
  }),
  GOOGLE_CLIENT_SECRET: setting('openid', 'the client secret for GOOGLE_CLIENT_ID', secret, {
    example: 'the secret that Google shows',
  }),
  MICROSOFT_CLIENT_ID: setting('openid', 'lets people log in with Microsoft', text, {
    example: '11111111-2222-3333-4444-555555555555',
  }),
  MICROSOFT_CLIENT_SECRET: setting('openid', 'the client secret for MICROSOFT_CLIENT_ID', secret, {
    example: 'the value of the secret, not its id',
  }),
  MICROSOFT_TENANT: setting(
    'openid',
    'who logs in with Microsoft: `common`, `organizations`, `consumers`, or the id of one tenant',
    microsoftTenant,
    { example: 'common' },
  ),
  GITHUB_CLIENT_ID: setting('openid', 'lets people log in with GitHub', text, { example: 'Ov23liabcdefghijklmn' }),
  GITHUB_CLIENT_SECRET: setting('openid', 'the client secret for GITHUB_CLIENT_ID', secret, {
    example: 'the secret that GitHub shows once',
  }),
  APPLE_CLIENT_ID: setting('openid', 'lets people log in with Apple: the identifier of the Services ID', text, {
    example: 'com.example.accounts',
  }),
  APPLE_TEAM_ID: setting('openid', 'the team of APPLE_CLIENT_ID', appleId, { example: 'A1B2C3D4E5' }),
  APPLE_KEY_ID: setting('openid', 'the id of APPLE_PRIVATE_KEY', appleId, { example: 'F6G7H8I9J0' }),
  APPLE_PRIVATE_KEY: setting('openid', 'the content of the .p8 file of the key', applePrivateKey, {
    example: 'the content of the file, its line breaks written as \\n',
  }),
  OPENID_PROVIDERS: setting(
    'openid',
    'other OpenID providers: name, issuer, client id, secret, and the domains whose addresses it assigns',
    openIdProviders,
    { byDefault: [], example: 'Corp https://id.example.com latchkey <secret> example.com' },
  ),
  IDENTITY_PROVIDERS: setting('openid', 'the order of login providers; others are off', listOf(String), {
    defaultText: 'all that have credentials',
    example: 'google, corp',
  }),
  IDENTITY_LINKING: setting(
    'openid',
    '`ask`: the owner links a new provider to the account with its address; `verified`: Latchkey does if both have ' +
      'proven it',
    oneOf('ask', 'verified'),
    { byDefault: 'ask', example: 'verified' },
  ),
} as const;

type Name = keyof typeof PROVIDER_SETTINGS;
type Values = ValuesOf<typeof PROVIDER_SETTINGS>;

/** The providers with built-in settings: NAME_CLIENT_ID is `clientId`, and so on. */
const wellKnown = (values: Values) =>
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
export function identityProvidersOf(values: Values): ProviderSettings[] {
  const configured: ProviderSettings[] = [
    ...wellKnown(values).filter(isComplete),
    ...values.openidProviders.map((openidProvider) => ({ kind: 'openid', ...openidProvider }) as const),
  ];
  const { identityProviders: wanted } = values;
  if (wanted === undefined) return configured;
  return wanted.flatMap((name) => configured.find((provider) => providerId(provider) === idOf(name)) ?? []);
}

export const hasProviders = (values: Values): boolean => identityProvidersOf(values).length > 0;

/** The faulty setting and its fault, or undefined. */
export function faultOfProviders(
  values: Values,
  { production, canSeal }: FaultContext,
): readonly [Name | 'DATA_KEYS', string] | undefined {
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
  const known = configured.join(', ') || 'none';
  if (unknown !== undefined)
    return ['IDENTITY_PROVIDERS', `names ${unknown}, which has no credentials. Those that do: ${known}`];
  if (canSeal || !hasProviders(values)) return undefined;
  return ['DATA_KEYS', 'is required in production to log in with other providers'];
}

/** A partly configured provider is a mistake that would otherwise go unnoticed. */
function faultOfPart({ kind, ...credentials }: WellKnown): readonly [Name, string] | undefined {
  const nameOf = (member: string) => `${kind}_${member.replace(/[A-Z]/g, '_$&')}`.toUpperCase() as Name;
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
