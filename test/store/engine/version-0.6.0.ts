import type { Statement } from '../../../src/store/engine/database.ts';

/** Statements of 0.6.0, as it sent them. */
const WEEK_MS = 7 * 86_400_000;

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
  'generation',
  'rotation_key',
  'rotated_at',
  'rotated_generation',
].map((column) => `${column} = excluded.${column}`);
const LOG_IN = `INSERT INTO refresh_tokens
    (user_id, slot, id, value_hash, expires_at, created_at, last_used_at, authenticated_at, amr, address, user_agent,
    ends_at)
  SELECT users.id, $9, $2, $3, now() + ms($4), now(), now(), now(), $5, $6, $7, now() + ms($10)
  FROM users WHERE users.id = $1 AND credential_version = $8 AND second_factors = $11 AND account_status = 'ACTIVE'
  FOR UPDATE
  ON CONFLICT (user_id, slot) DO UPDATE SET ${REPLACED.join(', ')}
  RETURNING id, authenticated_at AS "authenticatedAtMs"`;
const REFRESH = `SELECT users.id AS "id", users.email AS "email", refresh_tokens.id AS "sessionId",
  refresh_tokens.amr AS "amrJson",
    refresh_tokens.authenticated_at AS "authenticatedAtMs", refresh_tokens.generation AS "generation"
  FROM refresh_tokens LEFT JOIN users ON users.id = refresh_tokens.user_id
  WHERE refresh_tokens.value_hash = $1 AND refresh_tokens.expires_at > now()`;
const RECORD = `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent, actor)
  VALUES (now(), $1, $2, $3, $4, $5)`;
const RECORD_BY_EMAIL = `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent, actor)
  SELECT now(), $1, (SELECT id FROM users WHERE email = $2), $3, $4, $5`;
const ENQUEUE = `INSERT INTO outbox
    (user_id, kind, message_id, credential_version, language, recipient, payload, state, due_at, created_at, updated_at)
  SELECT users.id, $2, $3, users.credential_version, $5, $6, $7,
  CASE WHEN users.id IS NULL THEN 'void' ELSE 'waiting' END,
    now(), now(), now()
  FROM (SELECT 1 AS one) AS request LEFT JOIN users ON users.email = $1 AND users.account_status <> $4`;

const REGISTER = `INSERT INTO users
    (full_name, email, phone_number, industry, password_hash, language, name_key, surname_key,
      phone_key, role, invited_at, account_status, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, CASE WHEN $11 = 1 THEN now() END, $12, now(), now())
  RETURNING id, CASE WHEN SUBSTR(users.phone_number, 1, 1) = ' ' THEN '' ELSE users.phone_number END AS "phoneNumber"`;
const NOTE_INSTANCE = `INSERT INTO instances (instance, version, signing_keys, data_keys, started_at, last_at, clock_at)
  VALUES ($1, $2, $3, $4, now(), now(), at($5))
  ON CONFLICT (instance) DO UPDATE SET version = excluded.version, signing_keys = excluded.signing_keys,
    data_keys = excluded.data_keys, last_at = now(), clock_at = excluded.clock_at
  WHERE instances.last_at < now() - ms($6) OR instances.version <> excluded.version
    OR instances.signing_keys <> excluded.signing_keys OR instances.data_keys <> excluded.data_keys`;
const NOTE_SIGNING_KEY = `INSERT INTO signing_keys (instance, fingerprint, kid, algorithm, last_at)
  VALUES ($1, $2, $3, $4, now())
  ON CONFLICT (instance, fingerprint) DO UPDATE SET last_at = now() WHERE signing_keys.last_at < now() - ms($5)`;
const LOCK_ADMINS = `SELECT version FROM schema_migrations WHERE version = 1 AND EXISTS
  (SELECT 1 FROM users WHERE id = $1 AND role = 'ADMIN') FOR UPDATE`;

const statement = (sql: string, params: Statement['params']): Statement => ({ sql, params });

export const logIn = (userId: number, valueHash: string, sessionId: string, ttlMs = WEEK_MS): Statement => ({
  ...statement(LOG_IN, [...[userId, sessionId, valueHash, ttlMs, '["pwd"]', '192.0.2.1', 'Browser/1', 1, 0, null, 0]]),
  required: true,
});
export const refresh = (valueHash: string) => statement(REFRESH, [valueHash]);
export const record = (event: string, userId: number) =>
  statement(RECORD, [event, userId, '192.0.2.1', 'Browser/1', null]);
export const recordByEmail = (event: string, email: string) =>
  statement(RECORD_BY_EMAIL, [event, email, '192.0.2.1', 'Browser/1', null]);
export const enqueue = (email: string, kind: string, messageId: string) =>
  statement(ENQUEUE, [email, kind, messageId, '', null, null, null]);
export const register = (email: string, phoneNumber: string, industry: string, passwordHash: string) =>
  statement(REGISTER, [
    ...['Ada Lovelace', email, phoneNumber, industry, passwordHash, 'en', 'ada lovelace', 'lovelace', phoneNumber],
    ...['USER', 0, 'ACTIVE'],
  ]);
export const noteInstance = (instance: string) =>
  statement(NOTE_INSTANCE, [instance, '0.6.0', 'a=1', 'b=2', Date.now(), 0]);
export const noteSigningKey = (instance: string) =>
  statement(NOTE_SIGNING_KEY, [instance, 'a fingerprint', null, 'HS256', 0]);
export const lockAdmins = (userId: number) => statement(LOCK_ADMINS, [userId]);

/** Of those that only look or remove, the text is enough. */
export const LOG_OUT = 'DELETE FROM refresh_tokens WHERE value_hash = $1 RETURNING user_id';
export const REMOVE_APP_RECORDS = 'DELETE FROM openid_records WHERE user_id = $1 AND client_id = $2';
export const END_SESSION = 'DELETE FROM refresh_tokens WHERE user_id = $1';
export const REVOKE_SESSIONS = 'DELETE FROM refresh_tokens WHERE user_id > $1 AND user_id <= $2 RETURNING user_id';
export const SWEEP_SESSIONS = `DELETE FROM refresh_tokens WHERE value_hash IN
      (SELECT value_hash FROM refresh_tokens WHERE expires_at < now() - ms($2) LIMIT $1) RETURNING user_id`;

const KNOWN = "kind IN ('verification', 'password_reset', 'invitation', 'password_changed')";
const DUE = `SELECT id FROM outbox WHERE state = 'waiting' AND due_at <= now() AND ${KNOWN}`;
const MISDATED = `SELECT id FROM outbox WHERE state = 'waiting' AND due_at > now() + ms($4) AND ${KNOWN}`;
const VOID = `SELECT id FROM outbox WHERE state = 'void' AND attempts = 0 AND due_at <= now() AND ${KNOWN}
  ORDER BY due_at DESC`;
const CLAIM = `UPDATE outbox SET due_at = now() + ms($3), attempts = attempts + 1, claimed_at = now(),
  updated_at = now()
  WHERE id IN (
    SELECT id FROM (${DUE} AND attempts = 0 ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS fresh
    UNION ALL SELECT id FROM (${DUE} AND attempts > 0 ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS tried
    UNION ALL SELECT id FROM (${MISDATED} ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS misdated
    UNION ALL SELECT id FROM (${VOID} LIMIT $5 FOR UPDATE SKIP LOCKED) AS void)
  RETURNING id, state, user_id, kind, message_id, credential_version, language, recipient, payload, attempts,
    COALESCE(revived_at, created_at) AS born_at, created_at, now() AS now`;
export const claim = (): Statement => ({ sql: CLAIM, params: [5, 5, 60_000, 180_000, 0] });

const STILL_OURS = "id = $1 AND attempts = $2 AND state = 'waiting'";
const KEEP_ATTEMPT = `INSERT INTO outbox_attempts (email_id, attempt, outcome, answer, ended_at)
  SELECT id, $2, $3, $4, now() FROM outbox WHERE ${STILL_OURS} FOR UPDATE`;
const COUNT_SETTLED = `INSERT INTO email_outcomes (happened_at, name) SELECT now(), $3 FROM outbox
  WHERE ${STILL_OURS} FOR UPDATE`;
const SETTLE = `UPDATE outbox SET state = $3, due_at = now() + ms($4), last_error = $5, claimed_at = NULL,
  updated_at = now()
  WHERE ${STILL_OURS} RETURNING id`;
export const settle = (id: number, attempts: number): Statement[] => [
  { sql: KEEP_ATTEMPT, params: [id, attempts, 'sent', '250 OK'] },
  { sql: COUNT_SETTLED, params: [id, attempts, 'email_sent'] },
  { sql: SETTLE, params: [id, attempts, 'sent', 0, null] },
];
export const SHOW_EMAILS = `SELECT outbox.id, users.email AS recipient, outbox.kind, outbox.state FROM outbox
  JOIN users ON users.id = outbox.user_id WHERE outbox.state = $1 AND outbox.id > $2 ORDER BY outbox.id LIMIT $3`;
export const READ_AUDIT = `SELECT audit_events.id, happened_at, event, user_id, users.email, address, user_agent, actor
  FROM audit_events LEFT JOIN users ON users.id = audit_events.user_id
  WHERE happened_at > now() - ms($1) AND ($2 = 0 OR user_id = $2) AND ($3 = '' OR event = $3)
  ORDER BY audit_events.id DESC LIMIT $4`;
