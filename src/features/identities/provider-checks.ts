import { type DoctorContext, type Finding, type Findings, fault, ok } from '../../cli/framework/finding.ts';
import type { Provider } from './provider.ts';
import { causesOf } from './provider-failure.ts';
import { callbackPath } from './provider-flow.ts';
import { createProviderFetch, createProviderMetadata } from './provider-metadata.ts';
import { providerOf } from './providers.ts';
import { identityProvidersOf } from './settings.ts';

/** Fetches each provider's metadata as the service does. Credentials can only be checked by a login. */
export async function checkProviders({ config, nowMs }: DoctorContext): Promise<Findings> {
  const providers = identityProvidersOf(config).map(providerOf);
  const fetch = createProviderFetch(config);
  const metadataOf = createProviderMetadata(fetch, nowMs);
  const found = providers.map(async (provider): Promise<Finding> => {
    const { id, metadata } = provider;
    const redirect = `${config.frontendUrl?.replace(/\/+$/, '') ?? '<FRONTEND_URL>'}${callbackPath(id)}`;
    try {
      const server = (await metadataOf.configurationOf(provider)).serverMetadata();
      if (metadata === undefined) await findKeys(fetch, server.jwks_uri);
      return ok(`${id} at ${server.issuer} leads back to ${redirect}`);
    } catch (error) {
      return fault(`the metadata of ${id}: ${causesOf(error)}`, remedyFor(provider));
    }
  });
  return providers.length > 0 ? Promise.all(found) : [ok('no login providers are configured')];
}

async function findKeys(fetch: ReturnType<typeof createProviderFetch>, address: string | undefined): Promise<void> {
  if (address === undefined) throw new Error('its metadata name no jwks_uri');
  const answer = await fetch(address);
  const { keys } = (await answer.json().catch(() => ({}))) as { readonly keys?: unknown };
  if (!answer.ok || !Array.isArray(keys) || keys.length === 0)
    throw new Error(`there are no keys at ${address} (${answer.status})`);
}

const remedyFor = ({ kind, issuer }: Provider): string =>
  kind === 'openid'
    ? `correct the issuer in OPENID_PROVIDERS: ${issuer}/.well-known/openid-configuration must answer, and name it; ` +
      'private addresses need DELIVERY_NETWORKS'
    : `let this machine reach ${issuer}`;
