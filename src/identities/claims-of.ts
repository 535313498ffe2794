import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import type { Claims, Library, Provider } from './provider.ts';

/** What a provider says of who has logged in: in the ID token, at its userinfo endpoint, or in an interface of its own. */
export async function claimsOf(
  library: Library,
  configuration: Configuration,
  provider: Provider,
  tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
): Promise<Claims> {
  const { access_token: token } = tokens;
  const own = await provider.ask?.(async (url) => {
    const headers = new Headers({ accept: 'application/json' });
    const answer = await library.fetchProtectedResource(configuration, token, new URL(url), 'GET', null, headers);
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    return answer.json();
  });
  if (own) return own;
  const claims: Claims = tokens.claims() ?? {};
  const { userinfo_endpoint: more } = configuration.serverMetadata();
  // Most providers state the address there alone.
  const isShort = claims.email === undefined && more !== undefined;
  const rest = isShort ? await library.fetchUserInfo(configuration, token, String(claims.sub)) : {};
  return { ...rest, ...claims };
}
