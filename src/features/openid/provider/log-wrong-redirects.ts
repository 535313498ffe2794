import type { EventEmitter } from 'node:events';
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { requestOf } from './call-library.ts';
import { wrongAddress } from './wrong-parameter.ts';

/** The library's events that may be about an address. */
const EVENTS = ['authorization.error', 'pushed_authorization_request.error', 'end_session.error'];

/** In production the answer must not list an app's addresses, but the app's developer needs them. */
export function logWrongRedirects(provider: Provider, log: Logger): void {
  for (const event of EVENTS) {
    (provider as EventEmitter).on(event, (ctx: KoaContextWithOIDC, error: unknown) => {
      const { client } = ctx.oidc;
      // A pushed request is answered with `invalid_request`.
      const wrong = wrongAddress(ctx.oidc, error instanceof errors.InvalidRedirectUri ? 'invalid_redirect_uri' : '');
      if (!client || !wrong) return;
      const { parameter, ...addresses } = wrong;
      const { requestId } = requestOf(ctx);
      log.warn(
        { requestId, clientId: client.clientId, ...addresses },
        `OpenID: ${parameter} is not registered for this client`,
      );
    });
  }
}
