/**
 * The statements of the version before migration 006, as it sent them: while instances are replaced one after the other, those that are left
 * go on sending them to the new schema.
 */
export const SCHEMA_BEFORE = 5;

const REPLACED = [
  'id',
  'value_hash',
  'expires_at',
  'created_at',
  'last_used_at',
  'authenticated_at',
  'amr',
  'address',
  'user_agent',
  'ends_at',
].map((column) => `${column} = excluded.${column}`);
export const LOG_IN = `INSERT INTO refresh_tokens
    (user_id, slot, id, value_hash, expires_at, created_at, last_used_at, authenticated_at, amr, address, user_agent, ends_at)
  SELECT users.id, 0, $5, $2, now() + ms($3), now(), now(), now(), '["pwd"]', '192.0.2.1', 'Browser/1', NULL
  FROM users WHERE users.id = $1 AND credential_version = $4 AND account_status = 'ACTIVE' FOR UPDATE
  ON CONFLICT (user_id, slot) DO UPDATE SET ${REPLACED.join(', ')}
  RETURNING user_id`;
export const REFRESH = `SELECT users.id AS "id", users.email AS "email" FROM refresh_tokens
  LEFT JOIN users ON users.id = refresh_tokens.user_id
  WHERE refresh_tokens.value_hash = $1 AND refresh_tokens.expires_at > now()`;
export const LOG_OUT = 'DELETE FROM refresh_tokens WHERE value_hash = $1 RETURNING user_id';
export const END_SESSION = 'DELETE FROM refresh_tokens WHERE user_id = $1';
export const REVOKE_SESSIONS = 'DELETE FROM refresh_tokens WHERE user_id > $1 AND user_id <= $2 RETURNING user_id';
export const SWEEP_SESSIONS = `DELETE FROM refresh_tokens WHERE value_hash IN
      (SELECT value_hash FROM refresh_tokens WHERE expires_at < now() - ms($2) LIMIT $1) RETURNING user_id`;

export const ENQUEUE = `INSERT INTO outbox
    (user_id, kind, message_id, credential_version, language, recipient, payload, state, due_at, created_at, updated_at)
  SELECT users.id, $2, $3, users.credential_version, $5, NULL, NULL, CASE WHEN users.id IS NULL THEN 'void' ELSE 'waiting' END,
    now(), now(), now()
  FROM (SELECT 1 AS one) AS request LEFT JOIN users ON users.email = $1 AND users.account_status <> $4`;
const DUE = `SELECT id FROM outbox WHERE state = 'waiting' AND due_at <= now() AND kind IN ('verification', 'password_reset', 'password_changed')`;
export const CLAIM = `UPDATE outbox SET due_at = now() + ms($3), attempts = attempts + 1, claimed_at = now(), updated_at = now()
  WHERE id IN (
    SELECT id FROM (${DUE} AND attempts = 0 ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS fresh
    UNION ALL SELECT id FROM (${DUE} AND attempts > 0 ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS tried)
  RETURNING id, state, user_id, kind, message_id, credential_version, language, recipient, payload, attempts,
    COALESCE(revived_at, created_at) AS born_at, now() AS now`;
export const SETTLE = `UPDATE outbox SET state = $3, due_at = now() + ms($4), last_error = $5, claimed_at = NULL, updated_at = now()
  WHERE id = $1 AND attempts = $2 AND state = 'waiting' RETURNING id`;
export const SHOW_EMAILS = `SELECT outbox.id, users.email AS recipient, outbox.kind, outbox.state FROM outbox
  JOIN users ON users.id = outbox.user_id WHERE outbox.state = $1 AND outbox.id > $2 ORDER BY outbox.id LIMIT $3`;

export const RECORD =
  'INSERT INTO audit_events (happened_at, event, user_id, address, user_agent, actor) VALUES (now(), $1, $2, $3, $4, NULL)';
export const RECORD_BY_EMAIL = `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent)
  SELECT now(), $1, (SELECT id FROM users WHERE email = $2), $3, $4`;
export const READ_AUDIT = `SELECT audit_events.id, happened_at, event, user_id, users.email, address, user_agent, actor
  FROM audit_events LEFT JOIN users ON users.id = audit_events.user_id
  WHERE happened_at > now() - ms($1) AND ($2 = 0 OR user_id = $2) AND ($3 = '' OR event = $3)
  ORDER BY audit_events.id DESC LIMIT $4`;
