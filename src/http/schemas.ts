import { type TSchema, Type } from 'typebox';
import { ACCOUNT_STATUSES, ROLES } from '../accounts/user.ts';

const nullable = (type: 'string') => Type.Unsafe<string | null>({ type: [type, 'null'] });
const role = Type.Enum([...ROLES]);
const accountStatus = Type.Enum([...ACCOUNT_STATUSES]);
const timestamp = Type.String({ format: 'date-time' });

/** Answers are written from these and from nothing else: a member that is not listed cannot leak. */
export const SafeUser = Type.Object({
  id: Type.Integer(),
  full_name: Type.String(),
  email: Type.String(),
  phone_number: Type.String(),
  industry: Type.String(),
  role,
  profile_image_url: nullable('string'),
  account_status: accountStatus,
  created_at: timestamp,
  updated_at: timestamp,
});

export const Login = Type.Object({
  user: Type.Object({
    id: Type.Integer(),
    full_name: Type.String(),
    email: Type.String(),
    industry: Type.String(),
    phone_number: Type.String(),
    role,
    account_status: accountStatus,
  }),
  access_token: Type.String(),
  refresh_token: Type.String(),
});

export const Refresh = Type.Object({ access_token: Type.String(), user: SafeUser });

export const UpdatedUser = Type.Object({
  id: Type.Integer(),
  full_name: Type.String(),
  email: Type.String(),
  industry: Type.String(),
  phone_number: Type.String(),
  role,
  profile_image_url: nullable('string'),
});

export const Nothing = Type.Object({}, { additionalProperties: false });
export const NothingOrNull = Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: false });

export const successEnvelope = (data: TSchema) =>
  Type.Object({ status: Type.Literal('success'), message: nullable('string'), data });

export const ErrorEnvelope = Type.Object({
  status: Type.Literal('error'),
  message: Type.String(),
  data: Type.Null(),
});
