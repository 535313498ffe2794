-- Of an event that costs its sender nothing, only so many rows an hour are written for an account; one more row counts all further ones. It names the
-- event from which on there were too many, so that there is one such row at a time.
ALTER TABLE audit_events ADD COLUMN count INTEGER NOT NULL DEFAULT 1;
ALTER TABLE audit_events ADD COLUMN repeat_of INTEGER;
-- step: each
CREATE UNIQUE INDEX audit_events_repeats ON audit_events (repeat_of) WHERE repeat_of IS NOT NULL;
CREATE INDEX audit_events_by_user_and_event ON audit_events (user_id, event, id) WHERE repeat_of IS NULL AND user_id IS NOT NULL;

-- The same of e-mails: how many of a kind an account got lately.
CREATE INDEX outbox_by_user_and_kind ON outbox (user_id, kind, id);

-- step: together
-- The count of such a row may grow, and nothing else of it change.
DROP TRIGGER audit_events_are_append_only;
CREATE TRIGGER audit_events_are_append_only BEFORE UPDATE ON audit_events
WHEN NEW.id <> OLD.id OR NEW.happened_at <> OLD.happened_at OR NEW.event <> OLD.event OR NEW.user_id IS NOT OLD.user_id
  OR NEW.actor IS NOT OLD.actor OR NEW.address IS NOT NULL OR NEW.user_agent IS NOT NULL
  OR NEW.subject IS NOT OLD.subject OR (NEW.subject_name IS NOT NULL AND NEW.subject_name IS NOT OLD.subject_name)
  OR NEW.repeat_of IS NOT OLD.repeat_of
  OR NOT (
    (OLD.repeat_of IS NOT NULL AND NEW.count > OLD.count)
    OR (NEW.count = OLD.count AND OLD.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id))
    OR (NEW.count = OLD.count AND OLD.actor IS NOT NULL AND OLD.actor GLOB 'user:[0-9]*'
      AND NOT EXISTS (SELECT 1 FROM users WHERE id = CAST(substr(OLD.actor, 6) AS INTEGER)))
  )
BEGIN
  SELECT RAISE(ABORT, 'audit events cannot be changed');
END;
