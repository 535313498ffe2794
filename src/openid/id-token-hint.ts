import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { SigningKeyRing } from '../keys/signing-key.ts';
import { PATHS } from './paths.ts';
import { headerOf, keyNamedBy, type SignedToken, verifySigned } from './verify-signed.ts';

/**
 * In place of the library's check, which takes our other tokens for ID tokens, and knows the algorithm of the key that
 * signs now alone: after a rotation to another one nobody could log out with an ID token from before.
 */
export function checkHintsByKey(provider: Provider, keys: SigningKeyRing): void {
  Object.assign(provider.IdToken, {
    async validate(token: string, { clientId }: Client): Promise<SignedToken> {
      // ID tokens have no `typ`: the library gives them none, and all other tokens one.
      const signed = verifySigned(token, keys, { typ: undefined, issuer: provider.issuer, ignoreExpiration: true });
      const { sub, aud } = signed.payload;
      if (typeof sub !== 'string' || aud !== clientId) throw new Error('it is not an ID token of this client');
      return signed;
    },
  });
  provider.use((ctx, next) => {
    if (ctx.path === PATHS.end_session) dropHintOfRetiredKey(ctx, keys);
    return next();
  });
}

/** People are then asked whether to log out, in place of an error that leaves them logged in. */
function dropHintOfRetiredKey(ctx: Pick<KoaContextWithOIDC, 'query'>, keys: SigningKeyRing): void {
  const { id_token_hint: hint, ...others } = ctx.query;
  if (typeof hint === 'string' && !isOfKnownKey(hint, keys)) ctx.query = others;
}

function isOfKnownKey(token: string, keys: SigningKeyRing): boolean {
  try {
    const header = headerOf(token);
    return header.kid === undefined || keyNamedBy(header, keys) !== undefined;
  } catch {
    // Not a token: the library says so.
    return true;
  }
}
