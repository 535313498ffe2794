import {
  boolean,
  integer,
  list,
  named,
  nullable,
  nullableString,
  object,
  oneOf,
  string,
  withOwnFields,
} from '../api/json-schema.ts';
import { AccountStatus, emailAddress, ProviderLogin, Role, safeUserMembers, sessionMembers } from '../api/schemas.ts';
import { LISTED_FACTORS } from '../store/tables/factors.ts';
import { AuditEventName, AuditSubject } from './audit-schemas.ts';
import { EmailKindName } from './email-schemas.ts';

export const time = string({ format: 'date-time' });
const nullableTime = (description: string) => nullableString({ format: 'date-time', description });

export const ListedUser = named(
  'ListedUser',
  object({
    id: integer(),
    full_name: safeUserMembers.full_name,
    email: emailAddress,
    phone_number: safeUserMembers.phone_number,
    account_status: AccountStatus,
    role: Role,
    factors: { ...list(oneOf(LISTED_FACTORS.map(({ name }) => name))), description: 'Besides the password.' },
    created_at: time,
    last_seen_at: nullableTime('When an open session was last used or began; null if there is none.'),
    deletion_due_at: nullableTime("When the account will be deleted at its owner's request."),
  }),
);

const UsedApp = object({
  id: string({ examples: ['shop'] }),
  name: string({ examples: ['Shop'] }),
  scopes: list(string({ examples: ['openid'] })),
  since: time,
  last_used_at: time,
});

export const UserSession = named('UserSession', object({ id: string(), ...sessionMembers }));

/** A session in the list of all sessions. */
export const AnySession = named(
  'AnySession',
  object({
    id: string(),
    user_id: integer(),
    full_name: safeUserMembers.full_name,
    email: emailAddress,
    ...sessionMembers,
  }),
);

export const UserDetails = named(
  'UserDetails',
  withOwnFields(
    'shown',
    object({
      ...safeUserMembers,
      language: string(),
      invited: boolean({ description: 'Whether the account waits for its invitation to be accepted.' }),
      deletion_due_at: nullableTime("When the account will be deleted at its owner's request."),
      suspended_by: nullableString({ description: '`user:<id>`, `key:<id>` or `operator`.' }),
      suspended_by_email: nullableString({ description: 'The e-mail address of that user, if there is an account.' }),
      suspended_at: nullableTime('Null if it is not suspended, or no longer known.'),
      email_change: {
        ...nullable(object({ new_email: string(), requested_at: time })),
        description: 'A pending change of address.',
      },
      password: boolean({ description: 'Whether the account has one.' }),
      totp: boolean({ description: 'Whether the account has an authenticator app.' }),
      recovery_codes_left: integer(),
      passkeys: list(
        object({
          id: string(),
          name: string(),
          created_at: time,
          last_used_at: nullableString({ format: 'date-time' }),
        }),
      ),
      identities: { ...list(ProviderLogin), description: 'Logins with other providers.' },
      sessions: list(UserSession),
      apps: {
        ...list(UsedApp),
        description: 'The OpenID apps that the account was used with.',
      },
      emails: {
        ...list(
          object({
            id: integer(),
            kind: EmailKindName,
            state: string(),
            recipient: nullableString({ description: 'Null: the address of the account.' }),
            attempts: integer(),
            answer: nullableString({ description: 'The last answer of the mail server.' }),
            created_at: time,
            updated_at: time,
          }),
        ),
        description: 'The latest.',
      },
      events: {
        ...list(
          object({
            id: integer(),
            event: AuditEventName,
            happened_at: time,
            address: nullableString(),
            browser: nullableString(),
            system: nullableString(),
            actor: nullableString({ description: 'Null: the owner, or a stranger.' }),
            actor_email: nullableString({ description: 'The e-mail address of the actor, if there is an account.' }),
            ...AuditSubject,
            count: {
              ...integer(),
              description: 'More than one: events beyond 30 in an hour.',
            },
          }),
        ),
        description: 'The latest.',
      },
    }),
  ),
);
