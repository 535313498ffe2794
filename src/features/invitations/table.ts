import { actorId } from '../../store/audit/record.ts';
import { query, type Reads } from '../../store/engine/database.ts';
import { IS_INVITED } from '../../store/tables/account-removal.ts';
import type { Role } from '../../store/tables/user.ts';

/** An account whose owner was invited and has not accepted. */
interface OpenInvitation {
  /** The account's id. */
  readonly id: number;
  readonly email: string;
  readonly role: Role;
  /** The inviter, written like the actor of an audit event; null: no longer known. */
  readonly invitedBy: string | null;
  readonly invitedByEmail: string | null;
  /** When anyone last requested the e-mail. */
  readonly sentAtMs: number;
}

const eventsOf = (events: string) => `FROM audit_events WHERE audit_events.user_id = open.id AND event IN (${events})`;
const PAGE = query<OpenInvitation>`SELECT id, email, role, "invitedBy",
    (SELECT email FROM users WHERE users.id = ${actorId('"invitedBy"')}) AS "invitedByEmail", "sentAtMs"
  FROM (
    SELECT id, email, role, (SELECT actor ${eventsOf("'invited'")} ORDER BY audit_events.id LIMIT 1) AS "invitedBy",
      (SELECT MAX(asked_at) FROM (
        SELECT invited_at AS asked_at
        UNION ALL SELECT MAX(happened_at) ${eventsOf("'invited', 'verification_resent'")}
        UNION ALL SELECT MAX(created_at) FROM outbox WHERE outbox.user_id = open.id AND kind = 'invitation'
      ) AS asked) AS "sentAtMs"
    FROM (SELECT id, email, role, invited_at FROM users
      WHERE ${IS_INVITED} AND id < $1 ORDER BY id DESC LIMIT $2) AS open
  ) AS page ORDER BY id DESC`;
/** Newest first. */
export const page = (db: Reads, beforeId: number, limit: number): Promise<OpenInvitation[]> =>
  db.all(PAGE, [beforeId, limit]);
