-- When an administrator invited the owner of the account. Null: the owner registered. Before, the audit trail told it, whose events are not kept for good.
ALTER TABLE users ADD COLUMN invited_at INTEGER;

-- step: together
-- The version before does not write the column.
CREATE TRIGGER audit_events_note_invitation AFTER INSERT ON audit_events WHEN NEW.event = 'invited'
BEGIN
  UPDATE users SET invited_at = NEW.happened_at WHERE id = NEW.user_id AND invited_at IS NULL;
END;

-- step: batches of users
UPDATE users SET invited_at = invitations.happened_at
  FROM (
    SELECT user_id, MIN(happened_at) AS happened_at FROM audit_events
    WHERE event = 'invited' AND user_id > $1 AND user_id <= $2 GROUP BY user_id
  ) AS invitations
  WHERE users.id = invitations.user_id;
