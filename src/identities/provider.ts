import type { ClientAuth, ServerMetadata } from 'openid-client';

export type Library = typeof import('openid-client');

/** Loaded when first needed. */
export const loadLibrary = (): Promise<Library> => import('openid-client');

/** The claims of an ID token, or of the provider's own interface; their signature is checked and nothing else. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * How far a provider is to be believed about an address. `decided`: it decides who has the addresses of the domain.
 * `checked`: it has verified the address at some time; it may have another owner since.
 */
export type EmailProof = 'decided' | 'checked' | 'claimed';

/** What a provider says of somebody, in its own words. */
export interface Said {
  readonly issuer?: unknown;
  readonly subject: unknown;
  readonly email: unknown;
  readonly emailProof: EmailProof;
  readonly name: unknown;
  /** For the log: what the operator could set there. */
  readonly advice?: string | undefined;
}

/** Each with a mark for its button. */
export const PROVIDER_KINDS = ['google', 'microsoft', 'github', 'apple', 'openid'] as const;

/** A provider with whom people log in. What is special about one is a member here, and not a branch of the flow. */
export interface Provider {
  /** In addresses and in the database. */
  readonly id: string;
  /** As people read it. */
  readonly name: string;
  readonly kind: (typeof PROVIDER_KINDS)[number];
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly authenticate: (library: Library) => ClientAuth;
  /** More parameters of the request. */
  readonly parameters?: Readonly<Record<string, string>>;
  /**
   * What to ask with for a login that is new, whose time the ID token then states (`auth_time`). Undefined: the provider
   * does not say when somebody has logged in.
   */
  readonly confirm?: Readonly<Record<string, string>>;
  /** Of a provider without discovery. It issues no ID tokens either. */
  readonly metadata?: ServerMetadata;
  /** The claims from the provider's own interface, where there are no ID tokens. */
  readonly ask?: (get: (url: string) => Promise<unknown>) => Promise<Claims>;
  /** `sent`: what the browser came back with, which its user may have changed. */
  readonly read: (claims: Claims, sent: URLSearchParams) => Said;
}

export const NEW_LOGIN = { prompt: 'login', max_age: '0' } as const;

/** Basic is what OpenID demands of every provider that does not say otherwise. */
export const withSecret =
  (secret: string): Provider['authenticate'] =>
  ({ ClientSecretBasic, ClientSecretPost }) =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    return method(secret)(server, ...rest);
  };

export const domainOf = (email: unknown): string => String(email).toLowerCase().replace(/^.*@/s, '');
