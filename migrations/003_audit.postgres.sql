-- No reference to users: what happened outlives the account that it happened to.
CREATE TABLE audit_events (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  happened_at TIMESTAMPTZ NOT NULL,
  event TEXT NOT NULL,
  user_id BIGINT,
  address TEXT,
  user_agent TEXT
);
CREATE INDEX audit_events_by_time ON audit_events (happened_at);
CREATE INDEX audit_events_by_user ON audit_events (user_id, id);

CREATE FUNCTION refuse_change_of_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events cannot be changed';
END;
$$;
CREATE TRIGGER audit_events_are_append_only BEFORE UPDATE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit_event();
