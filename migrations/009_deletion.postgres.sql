-- step: each
-- When the account will be deleted, because its owner asked for it (DELETION_GRACE). Null: nobody has.
ALTER TABLE users ADD COLUMN deletion_due_at TIMESTAMPTZ;
CREATE INDEX users_to_delete ON users (deletion_due_at) WHERE deletion_due_at IS NOT NULL;
CREATE INDEX users_unverified ON users (created_at) WHERE account_status = 'INACTIVE';
CREATE INDEX users_admins ON users (id) WHERE role = 'ADMIN';
CREATE INDEX outbox_to_others ON outbox (recipient) WHERE recipient IS NOT NULL;
CREATE INDEX audit_events_of_deletions ON audit_events (happened_at) WHERE event = 'deleted';

-- step: together
-- One change is allowed: when an account is gone, the address and user agent of its events go too.
CREATE OR REPLACE FUNCTION refuse_change_of_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id = OLD.id AND NEW.happened_at = OLD.happened_at AND NEW.event = OLD.event AND NEW.user_id = OLD.user_id
    AND NEW.actor IS NOT DISTINCT FROM OLD.actor AND NEW.address IS NULL AND NEW.user_agent IS NULL
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit events cannot be changed';
END;
$$;
