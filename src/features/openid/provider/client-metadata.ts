import type { AdapterPayload, Client } from 'oidc-provider';
import { OFFLINE_ACCESS } from '../../../core/openid-scopes.ts';
import type { StoredDocument } from '../clients/client-document-table.ts';
import type { OpenIdClient } from '../clients/client-table.ts';

/** Our own members of a client, which the library passes through. */
export const EXTRA_METADATA = ['first_party', 'pairwise_subjects', 'audience', 'pkce'] as const;

/**
 * A client in the library's form. Every client is `pairwise` there, because the library then calls our function for
 * each subject. It gives most clients the plain id of the account.
 */
export const toMetadata = (client: OpenIdClient | StoredDocument): AdapterPayload => ({
  client_id: client.id,
  client_name: client.name,
  ...(client.logoUri !== null && { logo_uri: client.logoUri }),
  application_type: client.native ? 'native' : 'web',
  ...authenticationOf(client),
  redirect_uris: [...client.redirectUris],
  post_logout_redirect_uris: [...client.postLogoutRedirectUris],
  response_types: ['code'],
  grant_types: ['authorization_code', ...(client.scopes.includes(OFFLINE_ACCESS) ? ['refresh_token'] : [])],
  scope: client.scopes.join(' '),
  subject_type: 'pairwise',
  // The library requires it for addresses on several hosts; subject.ts does not use it.
  sector_identifier_uri: 'https://sector.invalid/',
  first_party: client.firstParty,
  pairwise_subjects: client.pairwise,
  audience: client.audience ?? client.id,
  pkce: client.pkce,
});

function authenticationOf(client: OpenIdClient | StoredDocument): Partial<AdapterPayload> {
  if (client.confidential)
    return { token_endpoint_auth_method: 'client_secret_basic', client_secret: joinedHashes(client) };
  const keys = 'keys' in client ? client.keys : null;
  return {
    token_endpoint_auth_method: keys ? 'private_key_jwt' : 'none',
    ...(keys as Pick<AdapterPayload, 'jwks' | 'jwks_uri'> | null),
  };
}

const joinedHashes = ({ secretHashes }: OpenIdClient): string =>
  secretHashes.map(({ hash }) => hash.toString('base64url')).join(' ') || 'none';

/** The resource that an app's access tokens are for. The library requires an absolute URI. */
export const resourceOf = (client: Client): string => {
  const audience = String(client.audience);
  return URL.canParse(audience) ? audience : `urn:latchkey:client:${client.clientId}`;
};
