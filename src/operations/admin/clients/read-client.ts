import {
  CLIENT_TYPES,
  type ClientSettings,
  PKCE_CHOICES,
  scopesInOrder,
} from '../../../accounts/apps/openid-client-rules.ts';
import { CLIENT_DEFAULTS } from '../../../accounts/apps/openid-clients.ts';
import { ApiError } from '../../../http/api-error.ts';
import { NotAList } from '../../../http/errors.ts';
import type { Body } from '../../../http/json-body.ts';
import { EmptyField, InvalidMember } from '../../errors.ts';
import { narrowed } from '../../operation.ts';
import { readEnumMember, readFlagMember } from '../read-body.ts';

/** The errors of operations that read a client from the body. */
export const CLIENT_ERRORS = [narrowed(EmptyField, { field: '(name|redirect_uris)' }), InvalidMember, NotAList];

/** Missing members are taken from `before`, or from the defaults of a new client. */
export function readClient(body: Body, before: Partial<ClientSettings> = {}): ClientSettings {
  const text = (member: string, otherwise = '') => (body.mentions(member) ? body.text(member) : otherwise);
  const address = (member: string, otherwise: string | null) => text(member, otherwise ?? '') || null;
  const texts = (member: string, otherwise: readonly string[] = []) =>
    body.mentions(member) ? body.texts(member) : otherwise;
  const known = { ...CLIENT_DEFAULTS, ...before };
  const name = text('name', before.name);
  const redirectUris = texts('redirect_uris', before.redirectUris);
  if (name === '') throw new ApiError(EmptyField, { field: 'name' });
  if (redirectUris.length === 0) throw new ApiError(EmptyField, { field: 'redirect_uris' });
  const native = readFlagMember(body, 'native', known.native);
  return {
    name,
    redirectUris,
    native,
    logoUri: address('logo_uri', known.logoUri),
    confidential: readConfidential(body, before.confidential ?? !native),
    pkce: body.mentions('pkce') ? readEnumMember(body, 'pkce', PKCE_CHOICES) : known.pkce,
    postLogoutRedirectUris: texts('post_logout_redirect_uris', known.postLogoutRedirectUris),
    firstParty: readFlagMember(body, 'first_party', known.firstParty),
    scopes: scopesInOrder(texts('scopes', known.scopes)),
    audience: address('audience', known.audience),
    pairwise: readFlagMember(body, 'pairwise', known.pairwise),
    backchannelLogoutUri: address('backchannel_logout_uri', known.backchannelLogoutUri),
    clientUri: address('client_uri', known.clientUri),
    initiateLoginUri: address('initiate_login_uri', known.initiateLoginUri),
  };
}

/** Reads `type` or its predecessor `confidential`. A client that was read and is sent back has both. */
function readConfidential(body: Body, otherwise: boolean): boolean {
  if (!body.mentions('type')) return readFlagMember(body, 'confidential', otherwise);
  const confidential = readEnumMember(body, 'type', CLIENT_TYPES) === 'confidential';
  if (readFlagMember(body, 'confidential', confidential) !== confidential)
    throw new ApiError(InvalidMember, { field: 'confidential', rule: `${confidential}, as type says` });
  return confidential;
}
