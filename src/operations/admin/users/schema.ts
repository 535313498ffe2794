import { ACCOUNT_STATUSES, ROLES } from '../../../store/user.ts';
import { boolean, integer, list, nullable, nullableString, object, oneOf, string } from '../../json-schema.ts';
import { safeUserMembers } from '../../schemas.ts';
import { AuditSubject } from '../audit/schema.ts';

export const time = string({ format: 'date-time' });
const nullableTime = (description: string) => nullableString({ format: 'date-time', description });

export const ListedUser = object({
  id: integer(),
  full_name: string(),
  email: string(),
  phone_number: string(),
  account_status: oneOf(ACCOUNT_STATUSES),
  role: oneOf(ROLES),
  factors: { ...list(oneOf(['totp', 'passkey'])), description: 'Besides the password.' },
  created_at: time,
  last_seen_at: nullableTime('When a session that has not ended was last used, or began; null: there is none.'),
  deletion_due_at: nullableTime('When the account will be deleted, because its owner asked for it.'),
});

const sessionMembers = {
  device: nullableString({ description: '`Firefox on Windows`.' }),
  browser: nullableString(),
  system: nullableString(),
  address: nullableString(),
  created_at: nullableString({ format: 'date-time' }),
  last_used_at: nullableString({ format: 'date-time' }),
  ways: { ...list(string()), description: 'How its user logged in (RFC 8176).' },
};

export const UserSession = object({ id: string(), ...sessionMembers });

/** In the list of all sessions. */
export const AnySession = object({
  id: nullableString({ description: 'Null: it began in an old version, and ends with all sessions of its user.' }),
  user_id: integer(),
  full_name: string(),
  email: string(),
  ...sessionMembers,
});

export const UserDetails = object({
  ...safeUserMembers,
  language: string(),
  invited: boolean({ description: 'Whether the account waits for its invitation to be accepted.' }),
  deletion_due_at: nullableTime('When the account will be deleted, because its owner asked for it.'),
  suspended_by: nullableString({ description: '`user:<id>`, `key:<id>` or `operator`.' }),
  suspended_at: nullableTime('Null: it is not suspended, or nobody knows any more.'),
  email_change: {
    ...nullable(object({ new_email: string(), requested_at: time })),
    description: 'A change of the address that waits to be confirmed.',
  },
  totp: boolean({ description: 'Whether the account has an authenticator app.' }),
  recovery_codes_left: integer(),
  passkeys: list(
    object({ id: string(), name: string(), created_at: time, last_used_at: nullableString({ format: 'date-time' }) }),
  ),
  sessions: list(UserSession),
  emails: {
    ...list(
      object({
        id: integer(),
        kind: string(),
        state: string(),
        recipient: nullableString({ description: 'Null: the address of the account.' }),
        attempts: integer(),
        answer: nullableString({ description: 'What the mail server said last.' }),
        created_at: time,
        updated_at: time,
      }),
    ),
    description: 'The latest ones.',
  },
  events: {
    ...list(
      object({
        id: integer(),
        event: string(),
        happened_at: time,
        address: nullableString(),
        browser: nullableString(),
        system: nullableString(),
        actor: nullableString({ description: 'Null: the owner, or a stranger.' }),
        ...AuditSubject,
        count: {
          ...integer(),
          description: 'More than one: what the account did more often than 30 times in an hour.',
        },
      }),
    ),
    description: 'The latest ones.',
  },
});
