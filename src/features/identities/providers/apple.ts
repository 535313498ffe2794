import { createSigner } from 'fast-jwt';
import { domainOf, NEW_LOGIN, type Provider } from '../provider.ts';

interface AppleSettings {
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  readonly privateKey: string;
}

const ISSUER = 'https://appleid.apple.com';
const SECRET_MS = 5 * 60_000;

/**
 * https://developer.apple.com/documentation/signinwithapplerestapi: the client secret is a token that we sign. The name
 * comes beside the code, not in the ID token, and only at the first login.
 */
export const apple = ({ clientId, teamId, keyId, privateKey }: AppleSettings): Provider => ({
  id: 'apple',
  name: 'Apple',
  kind: 'apple',
  issuer: ISSUER,
  clientId,
  scope: 'openid email name',
  // Apple requires it for the scope `name`; posted-callback.ts receives the form.
  parameters: { response_mode: 'form_post' },
  confirm: NEW_LOGIN,
  clientSecret() {
    const claims = { iss: teamId, aud: ISSUER, sub: clientId, expiresIn: SECRET_MS };
    return createSigner({ key: privateKey, algorithm: 'ES256', kid: keyId, ...claims })({});
  },
  read: ({ sub, email, email_verified: isVerified }, sent) => ({
    subject: sub,
    email,
    emailProof: isVerified === true || isVerified === 'true' ? proofOf(email) : 'claimed',
    name: nameIn(sent.get('user')),
  }),
});

const OWN_DOMAINS = ['icloud.com', 'me.com', 'mac.com', 'privaterelay.appleid.com'];
const proofOf = (email: unknown) => (OWN_DOMAINS.includes(domainOf(email)) ? 'decided' : 'checked');

function nameIn(user: string | null): string | undefined {
  try {
    const { firstName = '', lastName = '' } = JSON.parse(user ?? '{}').name ?? {};
    return `${firstName} ${lastName}`.trim() || undefined;
  } catch {
    return undefined;
  }
}
