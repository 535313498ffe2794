import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider';

/**
 * The library looks at addresses when a login or a logout begins. An operator may take one away before it ends: nobody is
 * sent there then, neither with a code nor with an error.
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
    if (oidc?.route === 'end_session_confirm' && !mayLeave(oidc)) ctx.redirect(oidc.urlFor('end_session_success'));
  });
}

type Context = KoaContextWithOIDC['oidc'];

function mayReturn({ client, params }: Context): boolean {
  const to = params?.redirect_uri;
  return typeof to !== 'string' || client?.redirectUriAllowed(to) === true;
}

/** Whoever goes on as somebody else is led back to us. */
function mayLeave({ client, session, issuer }: Context): boolean {
  const to = session?.state?.postLogoutRedirectUri;
  if (typeof to !== 'string' || to.startsWith(`${issuer}/`)) return true;
  return client?.postLogoutRedirectUriAllowed(to) === true;
}

/** Whether a code was sent to an address that is not the client's any more. */
export const isForRemovedAddress = (client: Client | undefined, token: object | undefined): boolean =>
  token !== undefined &&
  'redirectUri' in token &&
  typeof token.redirectUri === 'string' &&
  client?.redirectUriAllowed(token.redirectUri) !== true;
