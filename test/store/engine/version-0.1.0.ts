import { type ReleasedVersion, WEEK_MS } from './released-version.ts';

const LOG_IN = `INSERT INTO refresh_tokens (user_id, value_hash, expires_at)
  SELECT id, $2, now() + ms($3) FROM users WHERE id = $1 AND credential_version = $4 AND account_status = 'ACTIVE'
  FOR UPDATE
  ON CONFLICT (user_id) DO UPDATE SET value_hash = excluded.value_hash, expires_at = excluded.expires_at
  RETURNING user_id`;
const REFRESH = `SELECT users.id AS "id", users.email AS "email" FROM refresh_tokens
  LEFT JOIN users ON users.id = refresh_tokens.user_id
  WHERE refresh_tokens.value_hash = $1 AND refresh_tokens.expires_at > now()`;
const RECORD = `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent)
  VALUES (now(), $1, $2, $3, $4)`;
const RECORD_BY_EMAIL = `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent)
  SELECT now(), $1, (SELECT id FROM users WHERE email = $2), $3, $4`;
const ENQUEUE = `INSERT INTO outbox (user_id, kind, message_id, credential_version, language, state, due_at,
  created_at, updated_at)
  SELECT users.id, $2, $3, users.credential_version, $5, CASE WHEN users.id IS NULL THEN 'void' ELSE 'waiting' END,
    now(), now(), now()
  FROM (SELECT 1 AS one) AS request LEFT JOIN users ON users.email = $1 AND users.account_status <> $4`;

/** The first version. It names the user alone in ON CONFLICT, which migration 006 takes away. */
export const version010: ReleasedVersion = {
  name: '0.1.0',
  schema: 4,
  logIn: (userId, valueHash, _sessionId, ttlMs = WEEK_MS) => ({
    sql: LOG_IN,
    params: [userId, valueHash, ttlMs, 1],
    required: true,
  }),
  refresh: (valueHash) => ({ sql: REFRESH, params: [valueHash] }),
  record: (event, userId) => ({ sql: RECORD, params: [event, userId, '192.0.2.1', 'Browser/1'] }),
  recordByEmail: (event, email) => ({ sql: RECORD_BY_EMAIL, params: [event, email, '192.0.2.1', 'Browser/1'] }),
  enqueue: (email, kind, messageId) => ({ sql: ENQUEUE, params: [email, kind, messageId, '', null] }),
};
