import { integer, named, nullable, nullableString, object, oneOf, string } from '../api/json-schema.ts';
import { readDevice } from '../core/sign-in/device-name.ts';
import { AUDIT_EVENTS } from '../store/audit/event-types.ts';
import type { AuditRow } from '../store/audit/read.ts';

/** The subject of an event that is not an account. */
export const AuditSubject = {
  subject: nullableString({
    examples: [null],
    description:
      'The API key that the event is about: `key:<id>`; the OpenID client: `client:<id>`; the fields of the ' +
      'profile that it changed: `profile:<names>`, with commas; or `reason`.',
  }),
  subject_name: nullableString({
    description: 'The name of that key or client, or the reason that the actor gave; null once the account is gone.',
  }),
};

export const AuditEventName = named('AuditEvent', oneOf(Object.keys(AUDIT_EVENTS)));

export const AuditItem = named(
  'AuditItem',
  object({
    id: { ...nullable(integer()), description: 'Null: the row stands for counted events.' },
    time: string({ format: 'date-time', description: 'For counted events, the start of their hour.' }),
    event: AuditEventName,
    count: {
      ...integer(),
      description:
        'How many events the row stands for. Without an id: attempts at unknown addresses, counted by hour and ' +
        'network. With an id, if more than one: events of an account beyond 30 in an hour.',
    },
    user_id: nullable(integer()),
    email: nullableString({
      description: 'The current address of the account; null if there is no account.',
    }),
    address: nullableString({
      description: 'The address of the client. For counted events, the network; null if there were too many.',
    }),
    user_agent: nullableString(),
    browser: nullableString({ description: 'The browser and system by its user agent, or the app.' }),
    system: nullableString(),
    actor: nullableString({ description: 'Who did it, if not the account itself.' }),
    actor_email: nullableString({ description: 'The e-mail address of the actor, if there is an account.' }),
    ...AuditSubject,
  }),
);

/** A row without the fields parsed from its user agent. */
export const auditEvent = (row: AuditRow) => ({
  id: row.id,
  time: new Date(row.happened_at).toISOString(),
  event: row.event,
  count: row.count,
  user_id: row.user_id,
  email: row.email,
  address: row.address,
  user_agent: row.user_agent,
  actor: row.actor,
  actor_email: row.actor_email ?? null,
  subject: row.subject,
  subject_name: row.subject_name,
});

export const auditItem = async (row: AuditRow) => ({ ...auditEvent(row), ...(await readDevice(row.user_agent)) });
