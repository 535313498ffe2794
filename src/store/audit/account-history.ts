import { query, type Reads } from '../engine/database.ts';
import type { AuditRow } from './read.ts';
import { actorId } from './record.ts';

interface SentEmail {
  readonly id: number;
  readonly kind: string;
  readonly state: string;
  readonly recipient: string | null;
  readonly attempts: number;
  /** The mail server's last reply; null before the first attempt. */
  readonly answer: string | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

const EMAILS = query<SentEmail>`SELECT id, kind, state, recipient, attempts, created_at AS "createdAtMs",
    updated_at AS "updatedAtMs",
    (SELECT answer FROM outbox_attempts WHERE email_id = outbox.id ORDER BY attempt DESC LIMIT 1) AS answer
  FROM outbox WHERE user_id = $1 ORDER BY id DESC LIMIT $2`;
/** The latest e-mails of an account, newest first. */
export const emailsOf = (db: Reads, userId: number, limit: number): Promise<SentEmail[]> =>
  db.all(EMAILS, [userId, limit]);

type AccountEvent = Omit<AuditRow, 'user_id' | 'email'>;

/** The current address of an actor who has an account. */
const ACTOR_EMAIL = `(SELECT email FROM users WHERE users.id = ${actorId('actor')}) AS actor_email`;

const EVENT_COLUMNS = `id, event, happened_at, address, user_agent, actor, ${ACTOR_EMAIL},
  subject, subject_name, count`;
const EVENTS = query<AccountEvent>`SELECT ${EVENT_COLUMNS} FROM audit_events WHERE user_id = $1 ORDER BY id DESC
  LIMIT $2`;
/** The latest events of an account, newest first. */
export const eventsOf = (db: Reads, userId: number, limit: number): Promise<AccountEvent[]> =>
  db.all(EVENTS, [userId, limit]);

/** Events searched per account: strangers who try passwords can cause any number of them. */
const MAX_SEARCHED = 1000;
const SUSPENSION = query<Pick<AccountEvent, 'actor' | 'actor_email'> & { readonly atMs: number }>`SELECT actor,
  ${ACTOR_EMAIL}, happened_at AS "atMs" FROM
    (SELECT id, event, actor, happened_at FROM audit_events WHERE user_id = $1 ORDER BY id DESC
    LIMIT ${MAX_SEARCHED}) AS latest
  WHERE event = 'suspended' ORDER BY id DESC LIMIT 1`;
/** Who last suspended the account; undefined if the event is no longer among the latest. */
export const suspensionOf = (
  db: Reads,
  userId: number,
): Promise<(Pick<AccountEvent, 'actor' | 'actor_email'> & { readonly atMs: number }) | undefined> =>
  db.one(SUSPENSION, [userId]);

const INVITED = query`SELECT 1 AS invited FROM users WHERE id = $1 AND invited_at IS NOT NULL`;
export const wasInvited = async (db: Reads, userId: number): Promise<boolean> =>
  (await db.one(INVITED, [userId])) !== undefined;
