import { INTERNAL, OWNER, type PersonalTable, SECRET } from '../../declare/personal-data.ts';
import { composed } from '../../features/declarations.ts';
import { PHONE_NUMBER } from './users.ts';

const DERIVED = 'the name or the phone number, normalised for search';

/**
 * The e-mails of an account except the request to confirm a new address: if that address is taken, another e-mail goes
 * out, and the export must not reveal which. email_changes has the request itself.
 */
const OWN_EMAILS = "user_id = $1 AND kind <> 'email_change'";

const CORE = {
  users: {
    member: 'profile',
    where: 'id = $1',
    orderBy: 'id',
    exported: {
      id: 'number',
      full_name: 'text',
      email: 'text',
      phone_number: 'text',
      industry: 'text',
      role: 'text',
      profile_image_url: 'text',
      account_status: 'text',
      status_before_suspension: 'text',
      language: 'text',
      created_at: 'time',
      updated_at: 'time',
      deletion_due_at: 'time',
      invited_at: 'time',
      fields: 'json',
    },
    read: {
      phone_number: `COALESCE(${PHONE_NUMBER}, '') AS phone_number`,
      industry: "COALESCE(industry, '') AS industry",
    },
    withheld: {
      password_hash: SECRET,
      credential_version: INTERNAL,
      breach_told_version: INTERNAL,
      second_factors: 'derived from the rows of second factors',
      unconfirmed_email: 'the same as `email`, until it is confirmed',
      shared_phone_number: 'the same as `phone_number`, if there is one',
      name_key: DERIVED,
      surname_key: DERIVED,
      phone_key: DERIVED,
      handle: 'a random number under which authenticators store passkeys, without personal data',
    },
  },
  profile_pictures: {
    member: 'profile_pictures',
    orderBy: 'user_id',
    // In base64.
    exported: { content_type: 'text', image: 'text', created_at: 'time' },
    withheld: { user_id: OWNER, name: 'the end of `profile_image_url`, which the profile has' },
  },
  refresh_tokens: {
    member: 'sessions',
    orderBy: 'created_at',
    exported: {
      id: 'text',
      created_at: 'time',
      last_used_at: 'time',
      authenticated_at: 'time',
      expires_at: 'time',
      ends_at: 'time',
      amr: 'json',
      address: 'text',
      user_agent: 'text',
    },
    withheld: {
      user_id: OWNER,
      value_hash: SECRET,
      rotation_key: SECRET,
      slot: INTERNAL,
      generation: INTERNAL,
      rotated_at: INTERNAL,
      is_unproven: INTERNAL,
    },
  },
  outbox: {
    member: 'emails',
    where: OWN_EMAILS,
    orderBy: 'id',
    pagedBy: ['id'],
    exported: {
      id: 'number',
      kind: 'text',
      state: 'text',
      recipient: 'text',
      language: 'text',
      payload: 'json',
      attempts: 'number',
      last_error: 'text',
      created_at: 'time',
      updated_at: 'time',
    },
    withheld: {
      user_id: OWNER,
      message_id: INTERNAL,
      credential_version: INTERNAL,
      due_at: INTERNAL,
      claimed_at: INTERNAL,
      revived_at: INTERNAL,
    },
  },
  outbox_attempts: {
    member: 'email_attempts',
    where: `email_id IN (SELECT id FROM outbox WHERE ${OWN_EMAILS} AND id >= $2)`,
    orderBy: 'email_id, attempt',
    pagedBy: ['email_id', 'attempt'],
    exported: { email_id: 'number', attempt: 'number', outcome: 'text', answer: 'text', ended_at: 'time' },
    withheld: {},
  },
  email_changes: {
    member: 'email_changes',
    orderBy: 'requested_at',
    exported: {
      old_email: 'text',
      new_email: 'text',
      requested_at: 'time',
      first_requested_at: 'time',
      confirmed_at: 'time',
      revert_until: 'time',
    },
    withheld: { id: INTERNAL, user_id: OWNER, session_id: INTERNAL, is_unproven: INTERNAL },
  },
  terms_acceptances: {
    member: 'accepted_terms',
    orderBy: 'accepted_at, version',
    exported: { version: 'text', accepted_at: 'time', address: 'text' },
    withheld: { user_id: OWNER },
  },
  // Notes about a person are that person's data too, although others read them (Art. 15 GDPR).
  user_notes: {
    member: 'notes',
    orderBy: 'id',
    exported: { id: 'number', author: 'text', text: 'text', created_at: 'time' },
    withheld: { user_id: OWNER },
  },
  admin_links: {
    member: 'admin_links',
    orderBy: 'expires_at, hash',
    exported: { expires_at: 'time' },
    withheld: { user_id: OWNER, hash: SECRET },
  },
  active_users: { member: 'active_days', orderBy: 'day', exported: { day: 'day' }, withheld: { user_id: OWNER } },
  audit_events: {
    member: 'events',
    orderBy: 'user_id, id',
    pagedBy: ['id'],
    // Given an equality on user_id, PostgreSQL might walk the primary key until it has found enough rows.
    pageWhere: { postgres: '(user_id, id) > ($1, $2) AND (user_id, id) <= ($1, 9223372036854775807)' },
    exported: {
      happened_at: 'time',
      event: 'text',
      address: 'text',
      user_agent: 'text',
      actor: 'text',
      subject: 'text',
      subject_name: 'text',
      count: 'number',
    },
    // For an event with an actor, they belong to the administrator, who is another person.
    read: {
      address: 'CASE WHEN actor IS NULL THEN address END AS address',
      user_agent: 'CASE WHEN actor IS NULL THEN user_agent END AS user_agent',
    },
    withheld: { id: INTERNAL, user_id: OWNER, repeat_of: INTERNAL },
  },
} as const satisfies Readonly<Record<string, PersonalTable>>;

/**
 * Every table with data about people. The export is built from this list, and a test compares it with both schemas: a
 * new table or column must be exported, or listed here or below with the reason why not.
 */
export const PERSONAL_DATA: Readonly<Record<string, PersonalTable>> = composed(CORE, 'personalData');

/** Tables that repeat PERSONAL_DATA, each with the reason. They are not exported, and deleted with the account. */
export const DERIVED_DATA: Readonly<Record<string, string>> = {
  user_name_parts: 'words of the name, normalised for search',
};

const CORE_NOT_PERSONAL = {
  spent: 'hashes of random challenges, gone within half an hour',
  throttles: 'keys are hashes of an e-mail address with a kind or a client, and are gone within a day',
  audit_counts: 'events without an account, counted per hour and network',
  statistics: 'how often something happened on a day',
  statistics_progress: 'which events have been counted',
  email_outcomes: 'that an e-mail was sent or given up, and when, but not which; gone within minutes',
  stand_in_key: 'a random number',
  locks: 'rows to lock, always the same',
  schema_migrations: 'the versions of the schema',
  schema_steps: 'the progress of an upgrade of the schema',
  deliveries: 'logouts to deliver to apps; gone once delivered, within a day',
  instances: 'which instances serve: version and clock',
  instance_keys: 'which instance has which key, since when: names and fingerprints',
};

/** Tables whose rows belong to no account, each with the reason. */
export const NOT_PERSONAL: Readonly<Record<string, string>> = composed(CORE_NOT_PERSONAL, 'notPersonal');
