-- step: each
-- What an event is about besides an account: `key:<id>` for an API key, and the name that it had.
ALTER TABLE audit_events ADD COLUMN subject TEXT;
ALTER TABLE audit_events ADD COLUMN subject_name TEXT;

-- step: together
-- The name goes with the address and the user agent when the account of the event is gone. The version before leaves it as it is.
CREATE OR REPLACE FUNCTION refuse_change_of_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id = OLD.id AND NEW.happened_at = OLD.happened_at AND NEW.event = OLD.event AND NEW.user_id IS NOT DISTINCT FROM OLD.user_id
    AND NEW.actor IS NOT DISTINCT FROM OLD.actor AND NEW.address IS NULL AND NEW.user_agent IS NULL
    AND NEW.subject IS NOT DISTINCT FROM OLD.subject
    AND (NEW.subject_name IS NULL OR NEW.subject_name IS NOT DISTINCT FROM OLD.subject_name)
  THEN
    IF OLD.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id) THEN
      RETURN NEW;
    END IF;
    IF OLD.actor ~ '^user:[0-9]{1,15}$' AND NOT EXISTS (SELECT 1 FROM users WHERE id = substr(OLD.actor, 6)::bigint) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit events cannot be changed';
END;
$$;
