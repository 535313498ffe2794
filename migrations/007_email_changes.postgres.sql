-- A change of an account's e-mail address: first it waits to be confirmed at the new address, then it can be reverted from the old one. A
-- confirmed row also reserves the old address for its account; housekeeping removes the row when the revert link has expired.
CREATE TABLE email_changes (
  id TEXT PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  old_email TEXT NOT NULL,
  new_email TEXT NOT NULL,
  -- The session that asked, which does not end when the change is confirmed.
  session_id TEXT,
  requested_at TIMESTAMPTZ NOT NULL,
  confirmed_at TIMESTAMPTZ,
  revert_until TIMESTAMPTZ
);
-- A new request replaces the one that waits.
CREATE UNIQUE INDEX email_changes_waiting ON email_changes (user_id) WHERE confirmed_at IS NULL;
CREATE INDEX email_changes_by_user ON email_changes (user_id);
CREATE INDEX email_changes_reserved ON email_changes (old_email) WHERE confirmed_at IS NOT NULL;
CREATE INDEX email_changes_by_age ON email_changes (requested_at) WHERE confirmed_at IS NULL;
CREATE INDEX email_changes_by_end ON email_changes (revert_until);

-- No other account can take a reserved address, whichever statement tries it. The trigger fires after the row was written: whoever takes the
-- address in the moment in which it becomes free has waited for the transaction that reserved it, and a query in here sees what that one wrote.
CREATE FUNCTION refuse_reserved_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM email_changes WHERE old_email = NEW.email AND confirmed_at IS NOT NULL AND user_id <> NEW.id) THEN
    RAISE EXCEPTION 'the address is reserved' USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NULL;
END;
$$;
CREATE TRIGGER users_email_not_reserved AFTER INSERT OR UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION refuse_reserved_email();
