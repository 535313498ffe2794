import { domainOf, NEW_LOGIN, type Provider } from '../provider.ts';
import { idOf, type OpenIdProviderSettings } from '../setting-formats.ts';

/** Any issuer with discovery. It decides the addresses of the domains that the operator lists. */
export const openId = (settings: OpenIdProviderSettings): Provider => ({
  id: idOf(settings.name),
  name: settings.name,
  kind: 'openid',
  issuer: settings.issuer,
  clientId: settings.clientId,
  scope: 'openid email profile',
  confirm: NEW_LOGIN,
  clientSecret: () => settings.clientSecret,
  read: ({ sub, email, email_verified, name }) => ({
    subject: sub,
    email,
    emailProof: email_verified === true && settings.domains.includes(domainOf(email)) ? 'decided' : 'claimed',
    name,
  }),
});
