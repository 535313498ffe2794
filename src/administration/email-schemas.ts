import {
  integer,
  list,
  named,
  nullable,
  nullableString,
  object,
  oneOf,
  type Schema,
  string,
  text,
} from '../api/json-schema.ts';
import { emailAddress } from '../api/schemas.ts';
import { isoTime } from '../lib/iso-time.ts';
import { EMAIL_KINDS } from '../store/queues/outbox.ts';
import { type OutboxAttempt, type OutboxEmail, SHOWN_STATES, type ShownState } from '../store/queues/outbox-admin.ts';
import type { Parameters } from './query-parameters.ts';

const time = string({ format: 'date-time' });

/** The answer of an operation on all dead e-mails. */
export const EmailCount = named('EmailCount', object({ count: { ...integer(), description: 'How many there were.' } }));

export const EmailKindName = named('EmailKind', oneOf(EMAIL_KINDS));

const members = {
  id: integer(),
  to: emailAddress,
  user_id: { ...nullable(integer()), description: 'Null: the account is gone.' },
  kind: EmailKindName,
  language: string(),
  state: { ...oneOf(['being_sent', ...SHOWN_STATES]), description: '`dead`: given up.' },
  tries: integer(),
  answer: nullableString({ description: 'The last answer of the mail server, or why there was none.' }),
  created_at: time,
  updated_at: time,
  next_try_at: nullableString({ format: 'date-time', description: 'Null unless it is waiting.' }),
};

export const ListedEmail = named('ListedEmail', object(members));

export const ShownEmail = named(
  'ShownEmail',
  object({
    ...members,
    message_id: text("Part of the Message-ID, to find the e-mail in the mail server's log."),
    attempts: list(
      named(
        'EmailAttempt',
        object({ attempt: integer(), outcome: oneOf(['sent', 'delayed', 'dead']), answer: string(), ended_at: time }),
      ),
    ),
  }),
);

export const stateOf = ({ state, is_being_sent }: OutboxEmail): string => (is_being_sent ? 'being_sent' : state);

export const listedEmail = (email: OutboxEmail) => ({
  id: email.id,
  to: email.recipient,
  user_id: email.user_id,
  kind: email.kind,
  language: email.language,
  state: stateOf(email),
  tries: email.attempts,
  answer: email.last_error,
  created_at: isoTime(email.created_at),
  updated_at: isoTime(email.updated_at),
  next_try_at: stateOf(email) === 'waiting' ? isoTime(email.due_at) : null,
});

export const shownEmail = (email: OutboxEmail, attempts: readonly OutboxAttempt[]) => ({
  ...listedEmail(email),
  message_id: email.message_id,
  attempts: attempts.map(({ ended_at, ...attempt }) => ({ ...attempt, ended_at: isoTime(ended_at) })),
});

/** The filters of a list of e-mails. */
export const EMAIL_FILTERS: Readonly<Record<string, Schema>> = {
  state: { ...oneOf(SHOWN_STATES), description: '`waiting` includes those being sent.' },
  kind: oneOf(EMAIL_KINDS),
  query: text("The beginning of the recipient's address."),
};

export const readEmailFilters = ({ state, kind, query }: Parameters) => ({
  // One of SHOWN_STATES, because the declaration above accepts no other.
  state: state as ShownState | undefined,
  kind,
  recipient: query?.toLowerCase(),
});
