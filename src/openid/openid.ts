import type { EventEmitter } from 'node:events';
import type { Client, Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import type { SigningKeyRing } from '../keys/signing-key.ts';
import type { McpResource } from './mcp-resources.ts';
import type { ProviderParts } from './provider.ts';
import { type ProviderKeys, providerKeys } from './provider-keys.ts';
import { subjectForClient } from './subject.ts';

export interface OpenIdParts extends Omit<ProviderParts, 'issuer' | 'documents'> {
  readonly isOn: boolean;
  readonly keys: SigningKeyRing;
  /** Known once the service listens, where it is the service's own address. */
  readonly issuer: () => string;
  readonly log: Logger;
  /** Whether the server at a private address may be asked. */
  readonly mayAsk: (address: string) => boolean;
}

export interface OpenId {
  /** OPENID. */
  readonly isOn: boolean;
  readonly issuer: () => string;
  readonly isSecure: () => boolean;
  readonly mcpResources: readonly McpResource[];
  /** The `sub` that a client knows an account by. */
  readonly subjectOf: (accountId: string, client: Client) => Promise<string>;
  /** The library with the keys of now. It is loaded with the first request that needs it: that takes a quarter of a second. */
  readonly provider: () => Promise<Provider>;
}

/** No key of the ring can be published, so that nobody could verify what is signed. */
export class NoPublicKey extends Error {}

export function createOpenId({ isOn, issuer, log, mayAsk, ...parts }: OpenIdParts): OpenId {
  let made: { readonly version: string; readonly provider: Promise<Provider> } | undefined;
  const make = async (keys: ProviderKeys): Promise<Provider> => {
    const hasAgents = parts.mcpResources.length > 0;
    const [{ createProvider }, { noteContexts, handedOverIn }, { logWrongRedirects }, agents] = await Promise.all([
      import('./provider.ts'),
      import('./hand-over.ts'),
      import('./log-wrong-redirects.ts'),
      hasAgents ? import('./client-documents.ts') : undefined,
    ]);
    const documents = agents?.createClientDocuments({ db: parts.db, mayAsk, issuer: issuer(), log });
    const provider = createProvider({ ...parts, issuer: issuer(), documents }, keys);
    noteContexts(provider);
    logWrongRedirects(provider, log);
    provider.on('server_error', (ctx, err) =>
      log.error({ requestId: handedOverIn(ctx).requestId, err }, 'OpenID: an unexpected error'),
    );
    (provider as EventEmitter).on('error', (err) => log.error({ err }, 'OpenID: an unexpected error'));
    return provider;
  };
  return {
    isOn,
    issuer,
    mcpResources: parts.mcpResources,
    subjectOf: (accountId, client) => subjectForClient(parts.db, accountId, client),
    isSecure: () => issuer().startsWith('https:'),
    async provider() {
      parts.keys.reload();
      const keys = providerKeys(parts.keys.current(), parts.nowMs());
      if (!keys)
        throw new NoPublicKey('OPENID=on needs a key that others can verify with: latchkey keys rotate --alg RS256');
      if (made?.version !== keys.version) made = { version: keys.version, provider: make(keys) };
      return made.provider;
    },
  };
}
