import type { EventEmitter } from 'node:events';
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import type { SigningKeyRing } from '../../../keys/signing-key.ts';
import { StacklessError } from '../../../lib/stackless-error.ts';
import type { OpenId } from '../services.ts';
import type { ProviderParts } from './provider.ts';
import { type ProviderKeys, providerKeys } from './provider-keys.ts';
import { subjectOf } from './subject.ts';

interface OpenIdParts extends Omit<ProviderParts, 'issuer' | 'documents'> {
  readonly keys: SigningKeyRing;
  /** May be the service's own address, which is known once it listens. */
  readonly issuer: () => string;
  readonly log: Logger;
  /** Whether requests may go to a private address. */
  readonly isAddressAllowed: (address: string) => boolean;
}

export function createOpenId({ issuer, log, isAddressAllowed, ...parts }: OpenIdParts): OpenId {
  let made: { readonly version: string; readonly provider: Promise<Provider> } | undefined;
  const make = async (keys: ProviderKeys): Promise<Provider> => {
    const hasAgents = parts.mcpResources.length > 0;
    const [{ createProvider }, { keepContexts, requestOf }, { logWrongRedirects }, agents] = await Promise.all([
      import('./provider.ts'),
      import('./call-library.ts'),
      import('./log-wrong-redirects.ts'),
      hasAgents ? import('./client-documents.ts') : undefined,
    ]);
    const documents = agents?.createClientDocuments({ db: parts.db, isAddressAllowed, issuer: issuer(), log });
    const provider = createProvider({ ...parts, issuer: issuer(), documents }, keys);
    keepContexts(provider);
    logWrongRedirects(provider, log);
    provider.on('server_error', (ctx, err) => {
      const { requestId } = requestOf(ctx);
      // Was logged already, or is the fault of too many concurrent requests.
      if (err instanceof StacklessError) log.warn({ requestId, reason: err.message }, 'OpenID: a request failed');
      else log.error({ requestId, err }, 'OpenID: unexpected error');
    });
    (provider as EventEmitter).on('error', (err) => log.error({ err }, 'OpenID: unexpected error'));
    return provider;
  };
  return {
    issuer,
    mcpResources: parts.mcpResources,
    subjectOf: (accountId, client) => subjectOf(parts.db, accountId, client),
    isSecure: () => issuer().startsWith('https:'),
    async provider() {
      parts.keys.reload();
      const keys = providerKeys(parts.keys.current(), parts.nowMs());
      if (!keys) throw new Error('OPENID=on needs a key with a public part: latchkey keys rotate --alg RS256');
      if (made?.version !== keys.version) made = { version: keys.version, provider: make(keys) };
      return made.provider;
    },
  };
}
