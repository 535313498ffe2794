-- step: each
-- What an event is about besides an account: `key:<id>` for an API key, and the name that it had.
ALTER TABLE audit_events ADD COLUMN subject TEXT;
ALTER TABLE audit_events ADD COLUMN subject_name TEXT;

-- step: together
-- The name goes with the address and the user agent when the account of the event is gone. The version before leaves it as it is.
DROP TRIGGER audit_events_are_append_only;
CREATE TRIGGER audit_events_are_append_only BEFORE UPDATE ON audit_events
WHEN NEW.id <> OLD.id OR NEW.happened_at <> OLD.happened_at OR NEW.event <> OLD.event OR NEW.user_id IS NOT OLD.user_id
  OR NEW.actor IS NOT OLD.actor OR NEW.address IS NOT NULL OR NEW.user_agent IS NOT NULL
  OR NEW.subject IS NOT OLD.subject OR (NEW.subject_name IS NOT NULL AND NEW.subject_name IS NOT OLD.subject_name)
  OR NOT (
    (OLD.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id))
    OR (OLD.actor IS NOT NULL AND OLD.actor GLOB 'user:[0-9]*' AND NOT EXISTS (SELECT 1 FROM users WHERE id = CAST(substr(OLD.actor, 6) AS INTEGER)))
  )
BEGIN
  SELECT RAISE(ABORT, 'audit events cannot be changed');
END;
