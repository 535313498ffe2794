-- Of an event that costs its sender nothing, only so many rows an hour are written for an account; one more row counts all further ones. It names the
-- event from which on there were too many, so that there is one such row at a time.
ALTER TABLE audit_events ADD COLUMN count BIGINT NOT NULL DEFAULT 1;
ALTER TABLE audit_events ADD COLUMN repeat_of BIGINT;
-- step: each
CREATE UNIQUE INDEX audit_events_repeats ON audit_events (repeat_of) WHERE repeat_of IS NOT NULL;
CREATE INDEX audit_events_by_user_and_event ON audit_events (user_id, event, id) WHERE repeat_of IS NULL AND user_id IS NOT NULL;

-- The same of e-mails: how many of a kind an account got lately.
CREATE INDEX outbox_by_user_and_kind ON outbox (user_id, kind, id);

-- step: together
-- The count of such a row may grow, and nothing else of it change.
CREATE OR REPLACE FUNCTION refuse_change_of_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id = OLD.id AND NEW.happened_at = OLD.happened_at AND NEW.event = OLD.event AND NEW.user_id IS NOT DISTINCT FROM OLD.user_id
    AND NEW.actor IS NOT DISTINCT FROM OLD.actor AND NEW.address IS NULL AND NEW.user_agent IS NULL
    AND NEW.subject IS NOT DISTINCT FROM OLD.subject
    AND (NEW.subject_name IS NULL OR NEW.subject_name IS NOT DISTINCT FROM OLD.subject_name)
    AND NEW.repeat_of IS NOT DISTINCT FROM OLD.repeat_of
  THEN
    IF OLD.repeat_of IS NOT NULL AND NEW.count > OLD.count THEN
      RETURN NEW;
    END IF;
    IF NEW.count = OLD.count AND OLD.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id) THEN
      RETURN NEW;
    END IF;
    IF NEW.count = OLD.count AND OLD.actor ~ '^user:[0-9]{1,15}$'
      AND NOT EXISTS (SELECT 1 FROM users WHERE id = substr(OLD.actor, 6)::bigint)
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit events cannot be changed';
END;
$$;
