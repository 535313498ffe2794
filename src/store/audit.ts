import type { Requester } from '../runtime/requester.ts';
import { type AuditCount, HOUR_MS, latestCounts } from './audit-counts.ts';
import type { Database, Statement } from './database.ts';

/** Every event that is kept, with what it means. docs/security.md lists them. */
export const AUDIT_EVENTS = {
  registered: 'an account was made',
  verified: 'its e-mail address was confirmed',
  declined: 'the owner of the mailbox did not register the account: it was removed',
  unverified_removed: 'the account was never verified, and was removed after `UNVERIFIED_KEPT`',
  logged_in: 'a session began',
  session_ended: 'by its owner from the list of devices, or by the actor',
  sessions_revoked: 'the operator ended every session and reset link of every account',
  login_failed: 'the e-mail is unknown, or the password wrong',
  reauthenticated: 'the user of a session proved again who they are',
  reauthentication_failed: 'the password was wrong',
  password_change_failed: 'the current password was wrong',
  throttled: 'too many wrong passwords from this client: it is refused for a while',
  password_changed: 'with the current password',
  reset_asked: 'a reset link was asked for; without an account when the e-mail is unknown',
  reset_done: 'the password was replaced through a link',
  exported: 'everything stored about the account was handed out, to its owner or, with an actor, to the operator',
  suspended: 'by the operator, or whoever the actor is',
  reinstated: 'likewise',
  role_changed: 'likewise',
  key_rotated: 'a new signing key was made',
  key_retired: 'a signing key was removed',
} as const;
export type AuditEvent = keyof typeof AUDIT_EVENTS;

const RECORD = `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent, actor) VALUES (now(), $1, $2, $3, $4, $5)`;
/** To stand in the batch of what it records: there is no one without the other. */
export const record = (event: AuditEvent, userId: number | null, { address, userAgent }: Requester): Statement => ({
  sql: RECORD,
  params: [event, userId, address, userAgent, null],
});

/** Someone who does something to another's account. */
export interface Actor {
  /** As the trail names them. */
  readonly name: string;
  readonly requester: Requester;
}

/** What somebody other than the account itself did. */
export const recordBy = ({ name, requester }: Actor, event: AuditEvent, userId: number | null): Statement => ({
  sql: RECORD,
  params: [event, userId, requester.address, requester.userAgent, name],
});

const RECORD_BY_EMAIL = `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent)
  SELECT now(), $1, (SELECT id FROM users WHERE email = $2), $3, $4`;
/** The same where the id is not known yet, or nobody may have that e-mail. */
export const recordByEmail = (event: AuditEvent, email: string, { address, userAgent }: Requester): Statement => ({
  sql: RECORD_BY_EMAIL,
  params: [event, email, address, userAgent],
});

const RECORD_THROTTLED = `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent)
  SELECT now(), 'throttled', $1, $2, $3 FROM throttles WHERE key = $4 AND failures >= $5`;
/** To stand behind the failure in its batch: recorded when it was the one that reached the limit. */
export const recordThrottled = (
  key: string,
  limit: number,
  userId: number | null,
  { address, userAgent }: Requester,
): Statement => ({ sql: RECORD_THROTTLED, params: [userId, address, userAgent, key, limit] });

export interface AuditRow {
  /** Null for events that are counted by now. */
  readonly id: number | null;
  readonly happened_at: number;
  readonly event: string;
  readonly user_id: number | null;
  readonly email: string | null;
  readonly address: string | null;
  readonly user_agent: string | null;
  /** Null: the account itself, or whoever asked without one. */
  readonly actor: string | null;
  /** How many events without an account it stands for, when they are counted by now: those of one hour and network. */
  readonly count?: number;
}

export interface AuditQuery {
  /** Undefined or null: any. */
  readonly userId?: number | null;
  readonly event?: string | null;
  readonly withinMs: number;
  readonly limit: number;
}

const LATEST = `SELECT audit_events.id, happened_at, event, user_id, users.email, address, user_agent, actor
  FROM audit_events LEFT JOIN users ON users.id = audit_events.user_id
  WHERE happened_at > now() - ms($1) AND ($2 = 0 OR user_id = $2) AND ($3 = '' OR event = $3)
  ORDER BY audit_events.id DESC LIMIT $4`;
/** The latest of them, the oldest first. */
export async function latest(db: Database, { userId, event, withinMs, limit }: AuditQuery): Promise<AuditRow[]> {
  const single = (await db.all<AuditRow>(LATEST, [withinMs, userId ?? 0, event ?? '', limit])).reverse();
  if (userId) return single;
  const counted = (await latestCounts(db, event ?? '', withinMs, limit)).map(asRow);
  return [...counted, ...single].sort((a, b) => a.happened_at - b.happened_at).slice(-limit);
}

const asRow = ({ hour, event, network, events }: AuditCount): AuditRow => ({
  id: null,
  happened_at: hour * HOUR_MS,
  event,
  user_id: null,
  email: null,
  address: network === '' ? null : network,
  user_agent: null,
  actor: null,
  count: events,
});
