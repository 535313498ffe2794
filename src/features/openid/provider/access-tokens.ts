import type { AdapterPayload } from 'oidc-provider';
import type { SigningKeyRing } from '../../../keys/signing-key.ts';
import type { Reads } from '../../../store/engine/database.ts';
import * as records from './record-table.ts';
import type { ReadAccessToken } from './records-adapter.ts';
import { verifySigned } from './verify-signed.ts';

/** The claim with the id of the grant. The id alone gives no access. */
export const GRANT_CLAIM = 'gid';

/** The library skips introspection of tokens that look signed. The prefix makes them look opaque. */
const OPAQUE_PREFIX = 'signed:';

export function withOpaqueToken(form: Buffer): Buffer {
  const parameters = new URLSearchParams(form.toString('utf8'));
  const [token, ...more] = parameters.getAll('token');
  if (token === undefined || more.length > 0 || !token.startsWith('eyJ')) return form;
  parameters.set('token', OPAQUE_PREFIX + token);
  return Buffer.from(parameters.toString());
}

interface AccessTokenClaims {
  readonly client_id: string;
  readonly scope: string;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
  readonly [GRANT_CLAIM]: string;
}

/**
 * Access tokens are signed (RFC 9068), not stored. The userinfo endpoint looks them up, so the record is rebuilt from
 * the claims, provided that the grant still exists.
 */
export const createAccessTokenReader =
  (db: Reads, keys: SigningKeyRing, issuer: string): ReadAccessToken =>
  async (token) => {
    const claims = verified(token.startsWith(OPAQUE_PREFIX) ? token.slice(OPAQUE_PREFIX.length) : token, keys, issuer);
    if (!claims) return undefined;
    const found = await records.find(db, 'Grant', claims[GRANT_CLAIM]);
    const { accountId, clientId } = found ? (JSON.parse(found.payload) as AdapterPayload) : {};
    if (accountId === undefined || clientId !== claims.client_id) return undefined;
    const { jti, iat, exp, scope } = claims;
    return { kind: 'AccessToken', accountId, clientId, grantId: claims[GRANT_CLAIM], scope, jti, iat, exp };
  };

function verified(token: string, keys: SigningKeyRing, issuer: string): AccessTokenClaims | undefined {
  try {
    return verifySigned<AccessTokenClaims>(token, keys, { typ: 'at+jwt', issuer }).payload;
  } catch {
    return undefined;
  }
}
