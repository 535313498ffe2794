import { PROFILE_FIELDS, type ProfileField } from '../config/built-in-fields.ts';
import { MAX_EMAIL_LENGTH } from '../core/email-address.ts';
import type { ColumnFormat, PersonalTable } from '../declare/personal-data.ts';
import { WAYS_IN } from '../store/tables/credentials.ts';
import { PERSONAL_DATA } from '../store/tables/personal-data.ts';
import { ACCOUNT_STATUSES, ROLES } from '../store/tables/user.ts';
import {
  boolean,
  integer,
  list,
  literal,
  named,
  nullable,
  nullableString,
  nullType,
  object,
  oneOf,
  partialObject,
  type Schema,
  string,
  type TypeOf,
  text,
  token,
  withOwnFields,
} from './json-schema.ts';

export const Role = named('Role', oneOf(ROLES));
export const AccountStatus = named('AccountStatus', oneOf(ACCOUNT_STATUSES));
export const emailAddress = string({ format: 'email', maxLength: MAX_EMAIL_LENGTH });
const newEmailAddress: typeof emailAddress = { ...emailAddress, examples: ['ada@example.org'] };
export const timestamp = string({ format: 'date-time' });
const profileText = (field: ProfileField) => string({ maxLength: PROFILE_FIELDS[field].maxCodePoints });
const imageUrl = nullableString({ format: 'uri-reference', maxLength: PROFILE_FIELDS.profile_image_url.maxCodePoints });

/** Responses are serialized from these schemas only, so an unlisted member cannot leak. */
export const safeUserMembers = {
  id: integer(),
  full_name: profileText('full_name'),
  email: emailAddress,
  phone_number: profileText('phone_number'),
  industry: profileText('industry'),
  role: Role,
  profile_image_url: imageUrl,
  account_status: AccountStatus,
  created_at: timestamp,
  updated_at: timestamp,
};
export const SafeUser = named('User', withOwnFields('shown', object(safeUserMembers)));

const { id, full_name, email, phone_number, industry, profile_image_url } = safeUserMembers;

/** The interface prescribes a separate list of members for a login, a profile and an update. */
const LoginUser = named(
  'LoginUser',
  withOwnFields(
    'shown',
    object({ id, full_name, email, industry, phone_number, role: Role, account_status: AccountStatus }),
  ),
);
export const UpdatedUser = named(
  'UpdatedUser',
  withOwnFields('shown', object({ id, full_name, email, industry, phone_number, role: Role, profile_image_url })),
);

export const Login = named('Login', object({ user: LoginUser, access_token: token(), refresh_token: token() }));

const refreshed = named('Refresh', object({ access_token: token(), user: SafeUser }));
export const Refresh: Schema<TypeOf<typeof refreshed> & { readonly refresh_token?: string }> = {
  ...refreshed,
  properties: {
    access_token: token(),
    user: SafeUser,
    refresh_token: token({
      description: 'Only with REFRESH_ROTATION=on: use it next time instead of the previous one.',
    }),
  },
};

export const Reauthenticated = named('Reauthenticated', object({ access_token: token() }));

export const VerificationDetails = named(
  'VerificationDetails',
  object({
    full_name: string(),
    email: string(),
    created_at: timestamp,
    app: nullable({
      ...object({
        name: string({ examples: ['Shop'] }),
        continue_at: string({
          description: 'Where the app begins a login.',
          examples: ['https://shop.example.com/login?iss=https%3A%2F%2Faccounts.example.com'],
        }),
      }),
      description: 'With `OPENID=on`: the app that sent the user to register, if its address is known.',
    }),
    provider: nullableString({
      description: 'The id of the provider to log in with. Null if the account has a password.',
      examples: ['google'],
    }),
  }),
);

const WayIn = named(
  'WayIn',
  object({
    kind: oneOf(WAYS_IN),
    name: nullableString({ description: 'For a session, the browser and the system; null if there is none.' }),
    added_at: nullableString({ format: 'date-time' }),
  }),
);
const revertedParts = {
  since: string({ format: 'date-time', description: 'Everything added since then is removed.' }),
  removed: list(WayIn),
  kept: list(WayIn),
};
/** Ways into an account. */
export const RevertedChange = named('RevertedChange', object(revertedParts));
/** Lists only kept credentials, unless the account had the address before; empty if it was confirmed before. */
const confirmedChange = named('ConfirmedChange', partialObject(revertedParts));
export const ConfirmedChange: Schema<TypeOf<typeof confirmedChange>> = {
  ...confirmedChange,
  additionalProperties: false,
  examples: [{ kept: [{ kind: 'passkey', name: 'iPhone', added_at: '2026-11-18T09:30:00.000Z' }] }],
};

export const AddressState = named(
  'AddressState',
  object({
    email: emailAddress,
    pending: nullable({
      ...object({ email: newEmailAddress, requested_at: timestamp, expires_at: timestamp }),
      description: 'The requested address, while the link that was sent to it works.',
    }),
  }),
);

/** Null: the account has already been deleted. */
export const DeletionTime = named('DeletionTime', object({ deletes_at: nullableString({ format: 'date-time' }) }));

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

/** Built from the list of tables with personal data, so that the documentation matches the export. */
export const AccountExport = named(
  'AccountExport',
  object(
    Object.fromEntries(
      Object.entries(PERSONAL_DATA).map(([table, personal]) => [
        personal.member,
        table === 'users' ? exportedRow(personal) : { type: 'array', items: exportedRow(personal) },
      ]),
    ),
    { accountFields: 'asStored' },
  ),
);

/** The members of a session for its user and for administrators. */
export const sessionMembers = {
  device: nullableString({ description: '`Firefox on Windows`: a hint, not a proof.' }),
  browser: nullableString(),
  system: nullableString(),
  address: nullableString({ description: "The client's IP address at the login." }),
  created_at: nullableString({ format: 'date-time' }),
  last_used_at: nullableString({
    format: 'date-time',
    description: 'Accurate to five minutes; null with SESSIONS=single.',
  }),
  ways: list(string(), { description: 'How its user logged in (RFC 8176).' }),
};

export const Sessions = list(
  named(
    'Session',
    object({
      id: string(),
      current: boolean({ description: 'Whether it is the session of the access token.' }),
      ...sessionMembers,
    }),
  ),
);

export const EndedSessions = named('EndedSessions', object({ ended: integer() }));

export const EmptyObject = named('EmptyObject', object({}, { additionalProperties: false }));
export const EmptyObjectOrNull: Schema = { type: ['object', 'null'], additionalProperties: false };

export const ErrorEnvelope = named(
  'Error',
  object({ status: literal('error'), message: string(), data: nullType() }, { additionalProperties: false }),
);

/** Typed as keywords, because the serializer has its own schema type. */
export const successEnvelope = (data: Schema): Readonly<Record<string, unknown>> =>
  object({ status: literal('success'), message: nullableString(), data });

export const Security = named(
  'Security',
  object({
    password: boolean(),
    totp: boolean({ description: 'Whether an authenticator app is needed to log in.' }),
    second_factor_required: boolean({ description: 'Whether `SECOND_FACTOR` requires one of this user.' }),
    recovery_codes_left: integer(),
    passkeys: { ...integer(), description: 'How many there are, even if passkeys are switched off.' },
    sessions: integer(),
    pending_email: nullableString({
      description: 'The requested address, while the link that was sent to it works.',
    }),
  }),
);

/** A login with a provider. */
export const ProviderLogin = named(
  'Identity',
  object({
    id: string(),
    provider: text('The id of the provider.'),
    name: text('The provider as people read it.'),
    confirms: boolean({ description: 'Whether it can make a login recent: `POST /api/reauthenticate/identity`.' }),
    email: nullableString({ format: 'email', description: 'The address last seen at the provider.' }),
    created_at: timestamp,
    last_used_at: nullableString({ format: 'date-time' }),
  }),
);
