import { createHash, timingSafeEqual } from 'node:crypto';
import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';

/** Replaces the library's comparison, which would need the secret itself. */
export function isSecretOf({ clientSecret = '' }: Pick<Client, 'clientSecret'>, presented: string): boolean {
  const hash = createHash('sha256').update(presented).digest();
  return clientSecret
    .split(' ')
    .map((text) => Buffer.from(text, 'base64url'))
    .some((known) => known.length === hash.length && timingSafeEqual(known, hash));
}

/**
 * Some client libraries send `Basic <client id>:` for an app without a secret, which oidc-provider refuses. The header
 * carries only the client id, so the id moves into the form. Undefined for any other header.
 */
export function formWithoutEmptySecret(authorization: string | undefined, sent: Buffer): Buffer | undefined {
  const [, encoded = ''] = /^basic ([\w+/]+={0,2})$/i.exec(authorization ?? '') ?? [];
  const [, id] = /^([^:&]+):$/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  if (id === undefined) return undefined;
  const form = new URLSearchParams(sent.toString('utf8'));
  // Both parts of the header are form-encoded (RFC 6749, 2.3.1).
  const clientId = new URLSearchParams(`id=${id}`).get('id') ?? '';
  const isOther = form.has('client_id') && form.get('client_id') !== clientId;
  if (isOther || form.has('client_secret') || form.has('client_assertion')) return undefined;
  if (!form.has('client_id')) form.set('client_id', clientId);
  return Buffer.from(form.toString());
}

/** The id of a client assertion is stored until the assertion expires. */
const MAX_LIFETIME_SECONDS = 300;
const MAX_ID_LENGTH = 256;

type Claims = Readonly<Record<string, unknown>>;

/** Strangers must not decide how long a row is kept, or how large it is. */
export const checkClientAssertion =
  (nowMs: () => number) =>
  (_ctx: KoaContextWithOIDC, { exp, jti }: Claims): void => {
    if (!Number.isSafeInteger(exp) || Number(exp) > nowMs() / 1000 + MAX_LIFETIME_SECONDS)
      throw new errors.InvalidClientAuth(`exp must be at most ${MAX_LIFETIME_SECONDS} seconds ahead`);
    if (typeof jti !== 'string' || jti.length > MAX_ID_LENGTH)
      throw new errors.InvalidClientAuth(`jti must be a string of at most ${MAX_ID_LENGTH} characters`);
  };

/**
 * Whether a login without a code challenge is refused. Only an app with a secret may omit it, and then its nonce binds
 * the ID token to the browser that started the login (RFC 9700, 2.1.1).
 */
export function needsPkce(client: Client, params: Readonly<Record<string, unknown>> | undefined): boolean {
  if (client.pkce !== 'optional' || client.clientAuthMethod === 'none') return true;
  if (!params?.nonce) throw new errors.InvalidRequest('nonce is required without PKCE');
  return false;
}
