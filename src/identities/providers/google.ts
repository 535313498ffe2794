import { domainOf, type Provider, withSecret } from '../provider.ts';

interface GoogleSettings {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token: `email_verified` is to be believed for
 * addresses of Gmail, and of Workspace, which states its domain in `hd`. Others may have found another owner since.
 */
export const google = ({ clientId, clientSecret }: GoogleSettings): Provider => ({
  id: 'google',
  name: 'Google',
  kind: 'google',
  issuer: 'https://accounts.google.com',
  clientId,
  scope: 'openid email profile',
  authenticate: withSecret(clientSecret),
  read: ({ sub, email, email_verified, hd, name }) => ({
    subject: sub,
    email,
    isAuthoritative: email_verified === true && (domainOf(email) === 'gmail.com' || typeof hd === 'string'),
    name,
  }),
});
