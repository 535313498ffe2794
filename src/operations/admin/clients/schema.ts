import {
  CLIENT_TYPES,
  MAX_ADDRESS_LENGTH,
  MAX_ADDRESSES,
  MAX_CLIENT_NAME_LENGTH,
  PKCE_CHOICES,
} from '../../../accounts/apps/openid-client-rules.ts';
import { boolean, list, named, nullableString, object, oneOf, type Schema, string } from '../../json-schema.ts';
import { OpenIdScope } from '../../openid/schemas.ts';

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
