-- A second change of an event is allowed: when the account of an administrator is gone, the address and user agent of what it did go too.
DROP TRIGGER audit_events_are_append_only;
CREATE TRIGGER audit_events_are_append_only BEFORE UPDATE ON audit_events
WHEN NEW.id <> OLD.id OR NEW.happened_at <> OLD.happened_at OR NEW.event <> OLD.event OR NEW.user_id IS NOT OLD.user_id
  OR NEW.actor IS NOT OLD.actor OR NEW.address IS NOT NULL OR NEW.user_agent IS NOT NULL
  OR NOT (
    (OLD.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id))
    OR (OLD.actor IS NOT NULL AND OLD.actor GLOB 'user:[0-9]*' AND NOT EXISTS (SELECT 1 FROM users WHERE id = CAST(substr(OLD.actor, 6) AS INTEGER)))
  )
BEGIN
  SELECT RAISE(ABORT, 'audit events cannot be changed');
END;
