import { isoTimeOrNull } from '../../../lib/iso-time.ts';
import { clientTypeOf } from './client-rules.ts';
import type { OpenIdClient } from './client-table.ts';

/** A client as the administration and the command line show it, without its secrets. */
export const clientRepresentation = (client: OpenIdClient) => {
  const expiresAtMs = client.secretHashes.find((secretHash) => secretHash.expiresAtMs !== null)?.expiresAtMs ?? null;
  return {
    id: client.id,
    name: client.name,
    logo_uri: client.logoUri,
    type: clientTypeOf(client),
    confidential: client.confidential,
    pkce: client.pkce,
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    native: client.native,
    first_party: client.firstParty,
    scopes: client.scopes,
    audience: client.audience,
    pairwise: client.pairwise,
    backchannel_logout_uri: client.backchannelLogoutUri,
    client_uri: client.clientUri,
    initiate_login_uri: client.initiateLoginUri,
    created_at: new Date(client.createdAtMs).toISOString(),
    previous_secret_expires_at: isoTimeOrNull(expiresAtMs),
  };
};
