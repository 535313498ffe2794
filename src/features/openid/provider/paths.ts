/** The library's endpoints. The key set is served by api/jwks-endpoint.ts. */
export const PATHS = {
  authorization: '/oidc/auth',
  token: '/oidc/token',
  introspection: '/oidc/token/introspection',
  revocation: '/oidc/token/revocation',
  userinfo: '/oidc/userinfo',
  pushed_authorization_request: '/oidc/request',
  end_session: '/oidc/logout',
  jwks: '/.well-known/jwks.json',
} as const;

export const DISCOVERY: ReadonlySet<string> = new Set([
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
]);

/** Query parameter of the page after a logout: a session has ended. */
export const ENDED_PARAMETER = 'ended';

type Served = readonly ('GET' | 'POST' | 'OPTIONS')[];

/** The methods of each route. Everything else is answered like any unknown path. */
export const SERVED: Readonly<Record<string, Served>> = {
  ...Object.fromEntries([...DISCOVERY].map((path): [string, Served] => [path, ['GET', 'OPTIONS']])),
  [PATHS.authorization]: ['GET'],
  [`${PATHS.authorization}/:uid`]: ['GET'],
  [PATHS.token]: ['POST', 'OPTIONS'],
  [PATHS.introspection]: ['POST', 'OPTIONS'],
  [PATHS.revocation]: ['POST', 'OPTIONS'],
  [PATHS.userinfo]: ['GET', 'POST', 'OPTIONS'],
  [PATHS.pushed_authorization_request]: ['POST', 'OPTIONS'],
  [PATHS.end_session]: ['GET'],
  [`${PATHS.end_session}/confirm`]: ['POST'],
  [`${PATHS.end_session}/success`]: ['GET'],
};
