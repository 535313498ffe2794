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
  // It knows no `prompt=login`, and states the time where "Session age claims" are switched on.
  confirm: { prompt: 'select_account', max_age: '0', claims: '{"id_token":{"auth_time":{"essential":true}}}' },
  authenticate: withSecret(clientSecret),
  read: ({ sub, email, email_verified, hd, name }) => ({
    subject: sub,
    email,
    emailProof:
      email_verified === true && (domainOf(email) === 'gmail.com' || typeof hd === 'string') ? 'decided' : 'claimed',
    name,
  }),
});
