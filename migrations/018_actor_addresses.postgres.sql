-- A second change of an event is allowed: when the account of an administrator is gone, the address and user agent of what it did go too.
CREATE OR REPLACE FUNCTION refuse_change_of_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id = OLD.id AND NEW.happened_at = OLD.happened_at AND NEW.event = OLD.event AND NEW.user_id IS NOT DISTINCT FROM OLD.user_id
    AND NEW.actor IS NOT DISTINCT FROM OLD.actor AND NEW.address IS NULL AND NEW.user_agent IS NULL
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
