import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { SigningKeyRing } from '../../../keys/signing-key.ts';
import { PATHS } from './paths.ts';
import { headerOf, keyNamedBy, type SignedToken, verifySigned } from './verify-signed.ts';

/**
 * Replaces the library's check, which accepts our other tokens as ID tokens, and accepts only the algorithm of the
 * current key: after a rotation to another algorithm, nobody could log out with an earlier ID token.
 */
export function verifyHintsByKey(provider: Provider, keys: SigningKeyRing): void {
  Object.assign(provider.IdToken, {
    async validate(token: string, { clientId }: Client): Promise<SignedToken> {
      // Of all tokens that the library signs, only ID tokens have no `typ`.
      const signed = verifySigned(token, keys, { typ: undefined, issuer: provider.issuer, ignoreExpiration: true });
      const { sub, aud } = signed.payload;
      if (typeof sub !== 'string' || aud !== clientId) throw new Error('not an ID token of this client');
      return signed;
    },
  });
  provider.use((ctx, next) => {
    if (ctx.path === PATHS.end_session) dropHintOfRetiredKey(ctx, keys);
    return next();
  });
}

/** Without the hint, users confirm the logout. An error would leave them logged in. */
function dropHintOfRetiredKey(ctx: Pick<KoaContextWithOIDC, 'query'>, keys: SigningKeyRing): void {
  const { id_token_hint: hint, ...others } = ctx.query;
  if (typeof hint === 'string' && !isOfKnownKey(hint, keys)) ctx.query = others;
}

function isOfKnownKey(token: string, keys: SigningKeyRing): boolean {
  try {
    const header = headerOf(token);
    return header.kid === undefined || keyNamedBy(header, keys) !== undefined;
  } catch {
    // Not a token: the library refuses it.
    return true;
  }
}
