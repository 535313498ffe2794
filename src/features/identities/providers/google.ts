import { CHOOSE_ACCOUNT, domainOf, type Provider } from '../provider.ts';

interface GoogleSettings {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token: Google is authoritative for
 * Gmail, and for Workspace, whose domain is in `hd`. Other addresses may have changed hands since they were verified.
 */
export const google = ({ clientId, clientSecret }: GoogleSettings): Provider => ({
  id: 'google',
  name: 'Google',
  kind: 'google',
  issuer: 'https://accounts.google.com',
  clientId,
  scope: 'openid email profile',
  // Google has no `prompt=login`, and sends auth_time only if "Session age claims" are on.
  parameters: CHOOSE_ACCOUNT,
  confirm: { max_age: '0', claims: '{"id_token":{"auth_time":{"essential":true}}}' },
  clientSecret: () => clientSecret,
  read: ({ sub, email, email_verified, hd, name }) => ({
    subject: sub,
    email,
    emailProof:
      email_verified === true && (domainOf(email) === 'gmail.com' || typeof hd === 'string') ? 'decided' : 'claimed',
    name,
  }),
});
