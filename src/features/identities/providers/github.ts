import { CHOOSE_ACCOUNT, type Provider } from '../provider.ts';

interface GitHubSettings {
  readonly clientId: string;
  readonly clientSecret: string;
}

const OAUTH = 'https://github.com/login/oauth';
const API = 'https://api.github.com';

interface Address {
  readonly email: string;
  readonly primary: boolean;
  readonly verified: boolean;
}

/**
 * https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps: plain OAuth, without discovery
 * and ID tokens. User names can change hands; numeric ids cannot.
 */
export const gitHub = ({ clientId, clientSecret }: GitHubSettings): Provider => ({
  id: 'github',
  name: 'GitHub',
  kind: 'github',
  issuer: 'https://github.com',
  clientId,
  scope: 'user:email',
  parameters: CHOOSE_ACCOUNT,
  clientSecret: () => clientSecret,
  metadata: {
    // The `iss` of the callback address.
    issuer: OAUTH,
    authorization_endpoint: `${OAUTH}/authorize`,
    token_endpoint: `${OAUTH}/access_token`,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  },
  async ask(get) {
    const [user, addresses] = await Promise.all([get(`${API}/user`), get(`${API}/user/emails`)]);
    const primary = (addresses as readonly Address[]).find((address) => address.primary);
    const { id, name } = user as { readonly id: unknown; readonly name: unknown };
    return { id, name, email: primary?.email, verified: primary?.verified };
  },
  read: ({ id, email, verified, name }) => ({
    subject: Number.isSafeInteger(id) ? String(id) : undefined,
    email,
    emailProof: verified === true ? 'checked' : 'claimed',
    name,
  }),
});
