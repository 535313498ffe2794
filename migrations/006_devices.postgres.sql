-- breaks: 0.1.0
-- Several sessions per user (SESSIONS=many): each is in a slot of its own. With SESSIONS=single all are in slot 0, where the primary key
-- (user_id, slot) still makes a second one impossible. What the version before 005 needed, which named user_id alone, goes.
ALTER TABLE refresh_tokens DROP CONSTRAINT refresh_tokens_pkey;
ALTER TABLE refresh_tokens ADD CONSTRAINT refresh_tokens_pkey PRIMARY KEY USING INDEX refresh_tokens_by_slot;
DROP TRIGGER refresh_tokens_of_version_before ON refresh_tokens;
DROP FUNCTION forget_session_before();
-- step: each
-- Finds, at a start with SESSIONS=single, the sessions that SESSIONS=many has left; empty otherwise.
CREATE INDEX refresh_tokens_in_other_slots ON refresh_tokens (user_id) WHERE slot <> 0;

-- Rotation (REFRESH_ROTATION=on): how many refresh tokens the session has had since the first, and the key of the code in each of them.
-- The key is of no use without the random part of the token, of which only the hash is stored.
ALTER TABLE refresh_tokens
  ADD COLUMN generation BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN rotation_key TEXT;
