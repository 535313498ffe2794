import { readEnumMember, readFlagMember } from '../../../administration/read-body.ts';
import { EmptyField, InvalidMember } from '../../../api/errors.ts';
import { boolean, list, named, nullableString, object, oneOf, type Schema, string } from '../../../api/json-schema.ts';
import { narrowed } from '../../../api/operation.ts';
import { ApiError } from '../../../http/api-error.ts';
import { NotAList } from '../../../http/errors.ts';
import type { Body } from '../../../http/json-body.ts';
import { OpenIdScope } from '../schemas.ts';
import { CLIENT_DEFAULTS } from './change-clients.ts';
import {
  CLIENT_TYPES,
  type ClientSettings,
  MAX_ADDRESS_LENGTH,
  MAX_ADDRESSES,
  MAX_CLIENT_NAME_LENGTH,
  PKCE_CHOICES,
  scopesInOrder,
} from './client-rules.ts';

const described = <Type>(schema: Schema<Type>, description: string): Schema<Type> => ({ ...schema, description });
const addresses = (description: string) =>
  list(string({ maxLength: MAX_ADDRESS_LENGTH }), { maxItems: MAX_ADDRESSES, description });

export const CLIENT_MEMBERS = {
  name: string({ maxLength: MAX_CLIENT_NAME_LENGTH, description: 'The name that people see.', examples: ['Shop'] }),
  logo_uri: nullableString({ description: 'An https address.' }),
  type: described(
    oneOf(CLIENT_TYPES),
    'A confidential app has a secret, which it keeps on a server; a public one has none. Confidential unless it is a ' +
      'native app; cannot be changed later.',
  ),
  confidential: boolean({ description: 'The former name of `type`: true for confidential.', deprecated: true }),
  pkce: described(
    oneOf(PKCE_CHOICES),
    '`optional` lets a confidential app without PKCE send a nonce instead. `required` by default, and always for ' +
      'public apps.',
  ),
  redirect_uris: addresses(
    'Where people may be sent after a login, each exactly as the app names it: https, or http on loopback.',
  ),
  post_logout_redirect_uris: addresses('Where people may be sent after a logout, in the form of redirect_uris.'),
  native: boolean({
    description:
      'An app on a device: its redirect_uris may have schemes like com.example.app:/ and loopback without a port, ' +
      'which stands for any.',
  }),
  first_party: boolean({ description: 'Your own app: nobody is asked for consent.' }),
  scopes: described(list(OpenIdScope), 'The scopes it may request; by default openid, profile and email.'),
  audience: nullableString({
    description: 'The `aud` of its access tokens: the address of its API. Null: its client id.',
  }),
  pairwise: boolean({
    description: 'Whether the app gets its own `sub` for each person. Cannot be changed later.',
  }),
  backchannel_logout_uri: nullableString({ description: 'Notified when a session ends. An https address.' }),
  client_uri: nullableString({ description: 'Its home page. An https address.' }),
  initiate_login_uri: nullableString({
    description:
      'Where the app begins a login itself (third-party-initiated login), for people who registered on the way to ' +
      'the app and confirm on another device. An https address.',
  }),
};

export const Client = named(
  'Client',
  object({
    id: string({ description: 'The client id.', examples: ['shop'] }),
    ...CLIENT_MEMBERS,
    created_at: string({ format: 'date-time' }),
    previous_secret_expires_at: nullableString({
      format: 'date-time',
      description: 'When the previous secret stops working; null if it already has.',
    }),
  }),
);

export const ClientWithSecret = named(
  'ClientWithSecret',
  object({
    client: Client,
    client_secret: nullableString({
      description: 'Shown only in this answer, and not stored. Null for public clients.',
    }),
  }),
);

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
