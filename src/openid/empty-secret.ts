/**
 * Some libraries send `Basic <client id>:` for an app that has no secret, which oidc-provider refuses as a secret that is
 * missing. It says no more than the client id, so that takes its place in the form. Undefined: it is something else.
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
