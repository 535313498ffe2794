import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider';

/**
 * The library checks addresses when a login or a logout begins. If an operator removes an address before it ends, the
 * user is not sent there, neither with a code nor with an error.
 */
export function refuseRemovedAddresses(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    const { oidc } = ctx as Partial<KoaContextWithOIDC>;
    if (oidc?.route === 'resume' && !mayReturn(oidc)) {
      ctx.remove('location');
      ctx.status = 400;
      ctx.body = { error: 'invalid_redirect_uri' };
    }
    // A refused confirmation must remain a refusal.
    const hasLoggedOut = oidc?.route === 'end_session_confirm' && ctx.status === 303;
    if (hasLoggedOut && !mayLeave(oidc)) ctx.redirect(oidc.urlFor('end_session_success'));
  });
}

type Context = KoaContextWithOIDC['oidc'];

function mayReturn({ client, params }: Context): boolean {
  const to = params?.redirect_uri;
  return typeof to !== 'string' || client?.redirectUriAllowed(to) === true;
}

/** A switch of accounts leads back to us. */
function mayLeave({ client, session, issuer }: Context): boolean {
  const to = session?.state?.postLogoutRedirectUri;
  if (typeof to !== 'string' || to.startsWith(`${issuer}/`)) return true;
  return client?.postLogoutRedirectUriAllowed(to) === true;
}

/** Whether a code was sent to an address that the client no longer has. */
export const isForRemovedAddress = (client: Client | undefined, token: object | undefined): boolean =>
  token !== undefined &&
  'redirectUri' in token &&
  typeof token.redirectUri === 'string' &&
  client?.redirectUriAllowed(token.redirectUri) !== true;
