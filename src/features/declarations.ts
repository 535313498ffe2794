import type { DeclaredFeature } from '../declare/feature.ts';
import { acting } from './acting/declared.ts';
import { apiKeys } from './api-keys/declared.ts';
import { authenticator } from './authenticator/declared.ts';
import { emailLogin } from './email-login/declared.ts';
import { identities } from './identities/declared.ts';
import { invitations } from './invitations/declared.ts';
import { openId } from './openid/declared.ts';
import { passkeys } from './passkeys/declared.ts';

/**
 * The rows of the optional features, in the order in which owners see their credentials. The tables that collect them
 * read this list, the app reads `index.ts`.
 */
const DECLARED = [passkeys, identities, acting, apiKeys, openId, authenticator, emailLogin, invitations] as const;
export const DECLARED_FEATURES: readonly DeclaredFeature[] = DECLARED;

type Declared = (typeof DECLARED)[number];
export type FeatureName = Declared['name'];

type Rows<Table extends keyof DeclaredFeature, D = Declared> = D extends { readonly [T in Table]: infer R } ? R : never;
type Merged<U> = {
  readonly [Name in U extends unknown ? keyof U : never]: U extends { readonly [N in Name]: infer Row } ? Row : never;
};

/** The tables to which features add rows by name. */
export const COMPOSED = [
  'settings',
  'permissions',
  'logins',
  'events',
  'emails',
  'accountSources',
  'credentials',
  'personalData',
  'notPersonal',
] as const;

/** A table with the rows of the features. A row that hides another one fails the start. */
export function composed<Core extends object, Table extends (typeof COMPOSED)[number]>(
  core: Core,
  table: Table,
  features = DECLARED_FEATURES,
): Core & Merged<Rows<Table>> {
  const rows = { ...core } as Record<string, unknown>;
  for (const [name, row] of features.flatMap((feature) => Object.entries(feature[table] ?? {}))) {
    if (name in rows) throw new Error(`${name} is declared twice`);
    rows[name] = row;
  }
  return rows as Core & Merged<Rows<Table>>;
}

/** The names of the locks of the features. */
export type FeatureLock = Rows<'locks'>[number];

type FeatureError = Rows<'errors'>[number];
/** The codes of the refusals of the features, and the reasons that they state. */
export type FeatureErrorCode = FeatureError['code'];
export type FeatureErrorReason = NonNullable<FeatureError['reason']>;
