import { OPENID_SCOPES } from '../accounts/openid-client-rules.ts';
import { type ColumnFormat, PERSONAL_DATA, type PersonalTable } from '../store/personal-data.ts';
import { ACCOUNT_STATUSES, ROLES } from '../store/user.ts';
import { WAYS_IN } from '../store/ways-in.ts';
import {
  boolean,
  integer,
  list,
  literal,
  nullableString,
  object,
  oneOf,
  partialObject,
  type Schema,
  string,
  type TypeOf,
  text,
  token,
} from './json-schema.ts';

const role = oneOf(ROLES);
const accountStatus = oneOf(ACCOUNT_STATUSES);
const timestamp = string({ format: 'date-time' });

/** Responses are serialized from these schemas only, so a member that is not listed cannot leak. */
export const safeUserMembers = {
  id: integer(),
  full_name: string(),
  email: string(),
  phone_number: string(),
  industry: string(),
  role,
  profile_image_url: nullableString(),
  account_status: accountStatus,
  created_at: timestamp,
  updated_at: timestamp,
};
export const SafeUser = object(safeUserMembers);

export const Login = object({
  user: object({
    id: integer(),
    full_name: string(),
    email: string(),
    industry: string(),
    phone_number: string(),
    role,
    account_status: accountStatus,
  }),
  access_token: token(),
  refresh_token: token(),
});

const refreshed = object({ access_token: token(), user: SafeUser });
export const Refresh: Schema<TypeOf<typeof refreshed> & { readonly refresh_token?: string }> = {
  ...refreshed,
  properties: {
    access_token: token(),
    user: SafeUser,
    refresh_token: token({
      description: 'With REFRESH_ROTATION=on alone: to be presented next time, instead of the one that was.',
    }),
  },
};

export const Reauthenticated = object({ access_token: token() });

export const NewTotp = object({
  secret: text('Base32, to type into an app by hand.'),
  otpauth_url: text('What the QR code holds.'),
  qr: {
    ...list(string()),
    description: 'The QR code: a string for each row, with 1 for dark and 0 for light, without a margin.',
  },
});

export const RecoveryCodes = object({
  recovery_codes: { ...list(string()), description: 'Each works once. They are shown only here.' },
});

export const Security = object({
  password: boolean(),
  totp: boolean({ description: 'Whether an authenticator app is needed to log in.' }),
  second_factor_required: boolean({ description: 'Whether `SECOND_FACTOR` demands one of this user.' }),
  recovery_codes_left: integer(),
  passkeys: { ...integer(), description: 'How many there are, whether or not they are switched on.' },
  sessions: integer(),
  pending_email: nullableString({
    description: 'The address that was asked for, while the link that was sent to it still works.',
  }),
});

const PASSKEY_LINK = 'https://www.w3.org/TR/webauthn-3/';
/** The members are those of the browser's `PublicKeyCredential.toJSON()`. */
export const PasskeyCredential: Schema = {
  type: 'object',
  description: `What \`PublicKeyCredential.toJSON()\` returns, see ${PASSKEY_LINK}`,
};

const credentialDescriptor = object({ type: literal('public-key'), id: string(), transports: list(string()) });
export const PasskeyRequestOptions = object({
  options: object({
    challenge: string(),
    rpId: string(),
    timeout: integer(),
    userVerification: literal('required'),
    allowCredentials: list(credentialDescriptor),
  }),
});
export const PasskeyCreationOptions = object({
  options: object({
    challenge: string(),
    rp: object({ id: string(), name: string() }),
    user: object({ id: string(), name: string(), displayName: string() }),
    pubKeyCredParams: list(object({ type: literal('public-key'), alg: integer() })),
    timeout: integer(),
    attestation: literal('none'),
    authenticatorSelection: object({
      residentKey: literal('required'),
      requireResidentKey: boolean(),
      userVerification: oneOf(['required', 'preferred']),
    }),
    excludeCredentials: list(credentialDescriptor),
  }),
});
export const Passkey = object({
  id: string(),
  credential_id: text('The id of the credential for the Signal API of browsers.'),
  name: string(),
  synced: boolean({ description: 'Whether it can be on several devices of its owner.' }),
  created_at: timestamp,
  last_used_at: nullableString({ format: 'date-time' }),
});
export const Passkeys = object({
  rp_id: string(),
  user_handle: nullableString({ description: 'The user id in authenticators; null before the first passkey.' }),
  passkeys: list(Passkey),
});

export const UpdatedUser = object({
  id: integer(),
  full_name: string(),
  email: string(),
  industry: string(),
  phone_number: string(),
  role,
  profile_image_url: nullableString(),
});

export const VerificationDetails = object({ full_name: string(), email: string(), created_at: timestamp });

const wayIn = object({
  kind: oneOf(WAYS_IN),
  name: nullableString({ description: 'Of a session the browser and the system; null where there is none.' }),
  added_at: nullableString({ format: 'date-time' }),
});
const revertedParts = {
  since: string({ format: 'date-time', description: 'What was added from then on is removed.' }),
  removed: list(wayIn),
  kept: list(wayIn),
};
/** What let somebody into the account. */
export const RevertedChange = object(revertedParts);
/** Empty unless the address is one that the account had before. */
export const ConfirmedChange = { ...partialObject(revertedParts), additionalProperties: false };

/** Null: the account is gone already. */
export const DeletionTime = object({ deletes_at: nullableString({ format: 'date-time' }) });

const EXPORTED: Readonly<Record<ColumnFormat, Schema>> = {
  text: nullableString(),
  number: { type: ['integer', 'null'] },
  time: nullableString({ format: 'date-time' }),
  day: nullableString({ format: 'date' }),
  // An object, an array or null.
  json: {},
};
const exportedRow = ({ exported }: PersonalTable): Schema =>
  object(Object.fromEntries(Object.entries(exported).map(([column, format]) => [column, EXPORTED[format]])));

/** Made from the list of tables with personal data, so that what is exported is also what is documented. */
export const AccountExport = object(
  Object.fromEntries(
    Object.entries(PERSONAL_DATA).map(([table, personal]) => [
      personal.member,
      table === 'users' ? exportedRow(personal) : { type: 'array', items: exportedRow(personal) },
    ]),
  ),
);

export const Sessions = list(
  object({
    id: string(),
    current: boolean(),
    device: nullableString(),
    browser: nullableString(),
    system: nullableString(),
    address: nullableString(),
    created_at: nullableString({ format: 'date-time' }),
    last_used_at: nullableString({ format: 'date-time' }),
    ways: list(string()),
  }),
);

export const EndedSessions = object({ ended: integer() });

export const EmptyObject = object({}, { additionalProperties: false });
export const EmptyObjectOrNull: Schema = { type: ['object', 'null'], additionalProperties: false };

/** As keywords: the serializer has a type of its own for schemas. */
export const successEnvelope = (data: Schema): Readonly<Record<string, unknown>> =>
  object({ status: literal('success'), message: nullableString(), data });

const app = { name: string(), logo_url: nullableString() };
const scopes = list(oneOf(OPENID_SCOPES));

export const OpenInteraction = object({
  app: object(app),
  wants: oneOf(['login', 'consent']),
  scopes,
  email: nullableString({ description: 'Of the account that is asked for consent.' }),
});

export const AnsweredInteraction = object({
  continue_at: text('Where the browser goes on.'),
});

export const Apps = object({
  apps: list(object({ id: string(), ...app, scopes, since: timestamp, last_used_at: timestamp })),
});
