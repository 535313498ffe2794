-- A session of its own: which device, from where, how and when its user proved who they are. Null: it began in the version before. The id
-- too is null then: to give one to every row would rewrite the table while nobody can log in or refresh.
ALTER TABLE refresh_tokens
  ADD COLUMN id TEXT,
  ADD COLUMN slot BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN created_at TIMESTAMPTZ,
  ADD COLUMN last_used_at TIMESTAMPTZ,
  ADD COLUMN authenticated_at TIMESTAMPTZ,
  ADD COLUMN amr TEXT,
  ADD COLUMN address TEXT,
  ADD COLUMN user_agent TEXT,
  ADD COLUMN ends_at TIMESTAMPTZ;
ALTER TABLE refresh_tokens ALTER COLUMN id SET DEFAULT gen_random_uuid()::text;

-- step: each
-- One session per user: every session has slot 0, so this index makes a second one impossible, whatever the timing of two logins. The
-- version before names user_id alone in its ON CONFLICT and needs the primary key of that column; a later version drops it.
CREATE UNIQUE INDEX refresh_tokens_by_slot ON refresh_tokens (user_id, slot);

-- step: together
-- The version before replaces a session without a word about the rest of the row, which would then describe the session that has ended.
CREATE FUNCTION forget_session_before() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.id := gen_random_uuid()::text;
  NEW.created_at := NULL;
  NEW.last_used_at := NULL;
  NEW.authenticated_at := NULL;
  NEW.amr := NULL;
  NEW.address := NULL;
  NEW.user_agent := NULL;
  NEW.ends_at := NULL;
  RETURN NEW;
END;
$$;
CREATE TRIGGER refresh_tokens_of_version_before BEFORE UPDATE ON refresh_tokens
  FOR EACH ROW WHEN (NEW.value_hash <> OLD.value_hash AND NEW.id IS NOT DISTINCT FROM OLD.id) EXECUTE FUNCTION forget_session_before();

-- step: each
-- Null: the account's own address.
ALTER TABLE outbox ADD COLUMN recipient TEXT;
-- What its text needs to know besides the account, as JSON.
ALTER TABLE outbox ADD COLUMN payload TEXT;

-- Who did it: null is the account itself, or whoever asked without one.
ALTER TABLE audit_events ADD COLUMN actor TEXT;
