import { type ColumnFormat, PERSONAL_DATA, type PersonalTable } from '../store/personal-data.ts';
import { ACCOUNT_STATUSES, ROLES } from '../store/user.ts';
import {
  boolean,
  integer,
  list,
  literal,
  nullableString,
  nullType,
  object,
  oneOf,
  type Schema,
  string,
  text,
} from './json-schema.ts';

const role = oneOf(ROLES);
const accountStatus = oneOf(ACCOUNT_STATUSES);
const timestamp = string({ format: 'date-time' });

/** Responses are serialized from these schemas only, so a member that is not listed cannot leak. */
export const SafeUser = object({
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
});

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
  access_token: string(),
  refresh_token: string(),
});

export const Refresh: Schema = {
  ...object({ access_token: string(), user: SafeUser }),
  properties: {
    access_token: string(),
    user: SafeUser,
    refresh_token: text('With REFRESH_ROTATION=on alone: to be presented next time, instead of the one that was.'),
  },
};

export const Reauthenticated = object({ access_token: string() });

export const NewTotp = object({
  secret: text('Base32, to type into an app by hand.'),
  otpauth_url: text('What the QR code holds.'),
  qr: {
    type: 'array',
    items: string(),
    description: 'The QR code: a string for each row, with 1 for dark and 0 for light, without a margin.',
  },
});

export const RecoveryCodes = object({
  recovery_codes: { type: 'array', items: string(), description: 'Each works once. They are shown only here.' },
});

export const Security = object({
  password: { type: 'boolean' },
  totp: { type: 'boolean', description: 'Whether an authenticator app is needed to log in.' },
  second_factor_required: { type: 'boolean', description: 'Whether `SECOND_FACTOR` demands one of this user.' },
  recovery_codes_left: integer(),
  sessions: integer(),
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

/** Null: the account is gone already. */
export const DeletionTime = object({ deletes_at: nullableString({ format: 'date-time' }) });

const EXPORTED: Readonly<Record<ColumnFormat, Schema>> = {
  text: nullableString(),
  number: { type: ['integer', 'null'] },
  time: nullableString({ format: 'date-time' }),
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

export const successEnvelope = (data: Schema) =>
  object({ status: literal('success'), message: nullableString(), data });

export const ErrorEnvelope = object({
  status: literal('error'),
  message: string(),
  data: nullType(),
});
