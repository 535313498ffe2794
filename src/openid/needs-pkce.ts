import { type Client, errors } from 'oidc-provider';

/**
 * Whether a login that has no code challenge is refused. Only an app with a secret may go without one, and then its
 * nonce ties the ID token to the browser that began (RFC 9700, 2.1.1).
 */
export function needsPkce(client: Client, params: Readonly<Record<string, unknown>> | undefined): boolean {
  if (client.pkce !== 'optional' || client.clientAuthMethod === 'none') return true;
  if (!params?.nonce) throw new errors.InvalidRequest('a nonce is needed without PKCE');
  return false;
}
