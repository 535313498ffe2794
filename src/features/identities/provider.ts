import type { ServerMetadata } from 'openid-client';
import type { LoginProvider } from '../../core/provider-logins.ts';
import type { EmailProof } from './services.ts';

export type Library = typeof import('openid-client');

/** Loaded when first needed. */
export const loadLibrary = (): Promise<Library> => import('openid-client');

/** Claims of an ID token with a valid signature, or from the provider's own API. Not validated any further. */
export type Claims = Readonly<Record<string, unknown>>;

/** A person as the provider describes them, not yet checked. */
export interface ProviderClaims {
  readonly issuer?: unknown;
  readonly subject: unknown;
  readonly email: unknown;
  readonly emailProof: EmailProof;
  readonly name: unknown;
  /** A hint for the log about a setting at the provider. */
  readonly advice?: string | undefined;
}

/** A login provider. Its peculiarities are members here; the flow has no special cases. */
export interface Provider extends LoginProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly clientSecret: () => string;
  /** Further parameters of the authorization request. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Parameters that demand a new login and its `auth_time`. Undefined if the provider never states that time. */
  readonly confirm?: Readonly<Record<string, string>>;
  /** Set for a provider without discovery and ID tokens. */
  readonly metadata?: ServerMetadata;
  /** Fetches the claims if there are no ID tokens. */
  readonly ask?: (get: (url: string) => Promise<unknown>) => Promise<Claims>;
  /** `sent`: parameters of the callback address, which the user may have changed. */
  readonly read: (claims: Claims, sent: URLSearchParams) => ProviderClaims;
}

export const NEW_LOGIN = { prompt: 'login', max_age: '0' } as const;
/** Parameters for providers that do not state when the user logged in: at least the user acts now. */
export const CHOOSE_ACCOUNT = { prompt: 'select_account' } as const;
/** With `max_age`, providers state `auth_time` (OpenID Connect Core, 3.1.2.1). Ten years demand no new login. */
export const ANY_LOGIN = { max_age: '315360000' } as const;

export const domainOf = (email: unknown): string => String(email).toLowerCase().replace(/^.*@/s, '');
