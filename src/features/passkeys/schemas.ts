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
} from '../../api/json-schema.ts';
import { timestamp } from '../../api/schemas.ts';

const PASSKEY_LINK = 'https://www.w3.org/TR/webauthn-3/';

const CREDENTIAL_ID = 'q1fF0v0mXbN1c2hKQ0l3Tw';
const SHORTENED = {
  id: CREDENTIAL_ID,
  rawId: CREDENTIAL_ID,
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0', authenticatorData: 'SZYN5YgO', signature: 'MEUCIQD' },
  clientExtensionResults: {},
};

/** The members of the browser's `PublicKeyCredential.toJSON()`. */
export const PasskeyCredential: Schema = named('PasskeyCredential', {
  type: 'object',
  additionalProperties: true,
  description: `What \`PublicKeyCredential.toJSON()\` returns, see ${PASSKEY_LINK}`,
  examples: [SHORTENED],
});

const challenge = string({ examples: ['u0Vb1c2hKQ0l3Tw'] });
const timeout = { ...integer(), examples: [600_000] };
const rpId = string({ examples: ['app.example.com'] });

const CredentialDescriptor = named(
  'CredentialDescriptor',
  object({
    type: literal('public-key'),
    id: string(),
    transports: list(string()),
  }),
);

export const PasskeyRequestOptions = named(
  'PasskeyRequestOptions',
  object({
    options: object({
      challenge,
      rpId,
      timeout,
      userVerification: literal('required'),
      allowCredentials: list(CredentialDescriptor, { examples: [[]] }),
    }),
  }),
);

export const PasskeyCreationOptions = named(
  'PasskeyCreationOptions',
  object({
    options: object({
      challenge,
      rp: object({ id: rpId, name: string({ examples: ['Latchkey'] }) }),
      user: object({
        id: string(),
        name: string({ examples: ['ada@example.com'] }),
        displayName: string({ examples: ['Ada Lovelace'] }),
      }),
      pubKeyCredParams: list(object({ type: literal('public-key'), alg: { ...integer(), examples: [-7] } })),
      timeout,
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
    credential_id: string({
      description: 'The id of the credential for the Signal API of browsers.',
      examples: [CREDENTIAL_ID],
    }),
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
    user_handle: nullableString({
      description: 'The user id in authenticators; null before the first passkey.',
      examples: ['MDEyMzQ1Njc4OWFiY2RlZg'],
    }),
    passkeys: list(Passkey),
  }),
);
