import {
  boolean,
  integer,
  list,
  literal,
  named,
  nullableString,
  object,
  oneOf,
  type Schema,
  string,
  text,
} from '../../api/json-schema.ts';
import { timestamp } from '../../api/schemas.ts';

const PASSKEY_LINK = 'https://www.w3.org/TR/webauthn-3/';

/** The members of the browser's `PublicKeyCredential.toJSON()`. */
export const PasskeyCredential: Schema = named('PasskeyCredential', {
  type: 'object',
  additionalProperties: true,
  description: `What \`PublicKeyCredential.toJSON()\` returns, see ${PASSKEY_LINK}`,
});

const CredentialDescriptor = named(
  'CredentialDescriptor',
  object({ type: literal('public-key'), id: string(), transports: list(string()) }),
);

export const PasskeyRequestOptions = named(
  'PasskeyRequestOptions',
  object({
    options: object({
      challenge: string(),
      rpId: string(),
      timeout: integer(),
      userVerification: literal('required'),
      allowCredentials: list(CredentialDescriptor, { examples: [[]] }),
    }),
  }),
);

export const PasskeyCreationOptions = named(
  'PasskeyCreationOptions',
  object({
    options: object({
      challenge: string(),
      rp: object({ id: string({ examples: ['app.example.com'] }), name: string({ examples: ['Latchkey'] }) }),
      user: object({ id: string(), name: string({ examples: ['ada@example.com'] }), displayName: string() }),
      pubKeyCredParams: list(object({ type: literal('public-key'), alg: integer() })),
      timeout: integer(),
      attestation: literal('none'),
      authenticatorSelection: object({
        residentKey: literal('required'),
        requireResidentKey: boolean(),
        userVerification: oneOf(['required', 'preferred']),
      }),
      excludeCredentials: list(CredentialDescriptor),
    }),
  }),
);

export const Passkey = named(
  'Passkey',
  object({
    id: string(),
    credential_id: text('The id of the credential for the Signal API of browsers.'),
    name: string(),
    synced: boolean({ description: 'Whether it can be on several devices.' }),
    created_at: timestamp,
    last_used_at: nullableString({ format: 'date-time' }),
  }),
);

export const Passkeys = named(
  'Passkeys',
  object({
    rp_id: string(),
    user_handle: nullableString({ description: 'The user id in authenticators; null before the first passkey.' }),
    passkeys: list(Passkey),
  }),
);
