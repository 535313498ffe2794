import type { Client, Provider } from 'oidc-provider';
import type { McpResource } from './declared/mcp-resources.ts';

export interface OpenIdServices {
  /** The policy that clients are checked against. */
  readonly clientPolicy: () => ClientPolicy;
  /** Logins at apps. */
  readonly openId: OpenId;
}

/** The settings that the rules for clients depend on. */
export interface ClientPolicy {
  /** Latchkey's own audiences, which no app's tokens may have. */
  readonly ownAudiences: readonly string[];
  readonly production: boolean;
}

export interface OpenId {
  readonly issuer: () => string;
  readonly isSecure: () => boolean;
  readonly mcpResources: readonly McpResource[];
  /** The `sub` by which a client knows an account. */
  readonly subjectOf: (accountId: string, client: Client) => Promise<string>;
  /** The library with the current keys. The first request that needs it loads it, which takes a quarter of a second. */
  readonly provider: () => Promise<Provider>;
}
