-- step: each
-- When the account will be deleted, because its owner asked for it (DELETION_GRACE). Null: nobody has.
ALTER TABLE users ADD COLUMN deletion_due_at INTEGER;
CREATE INDEX users_to_delete ON users (deletion_due_at) WHERE deletion_due_at IS NOT NULL;
CREATE INDEX users_unverified ON users (created_at) WHERE account_status = 'INACTIVE';
CREATE INDEX users_admins ON users (id) WHERE role = 'ADMIN';
CREATE INDEX outbox_to_others ON outbox (recipient) WHERE recipient IS NOT NULL;
CREATE INDEX audit_events_of_deletions ON audit_events (happened_at) WHERE event = 'deleted';

-- step: together
-- One change is allowed: when an account is gone, the address and user agent of its events go too.
DROP TRIGGER audit_events_are_append_only;
CREATE TRIGGER audit_events_are_append_only BEFORE UPDATE ON audit_events
WHEN NEW.id <> OLD.id OR NEW.happened_at <> OLD.happened_at OR NEW.event <> OLD.event OR NEW.user_id IS NOT OLD.user_id
  OR NEW.actor IS NOT OLD.actor OR NEW.address IS NOT NULL OR NEW.user_agent IS NOT NULL
  OR OLD.user_id IS NULL OR EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id)
BEGIN
  SELECT RAISE(ABORT, 'audit events cannot be changed');
END;
