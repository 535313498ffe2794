-- What was begun, requested or added from an unproven login is removed when the owner of the mailbox comes.
-- step: each
ALTER TABLE refresh_tokens ADD COLUMN is_unproven INTEGER NOT NULL DEFAULT 0;
ALTER TABLE passkeys ADD COLUMN is_unproven INTEGER NOT NULL DEFAULT 0;
ALTER TABLE totp ADD COLUMN is_unproven INTEGER NOT NULL DEFAULT 0;
ALTER TABLE recovery_codes ADD COLUMN is_unproven INTEGER NOT NULL DEFAULT 0;
ALTER TABLE api_keys ADD COLUMN is_unproven INTEGER NOT NULL DEFAULT 0;
ALTER TABLE openid_grants ADD COLUMN is_unproven INTEGER NOT NULL DEFAULT 0;
ALTER TABLE email_changes ADD COLUMN is_unproven INTEGER NOT NULL DEFAULT 0;
-- step: together
-- The address of the account for which a login is proven; null: none.
ALTER TABLE identities ADD COLUMN proven_email TEXT;
-- The address that the provider handed out at the last login; null: none.
ALTER TABLE identities ADD COLUMN decided_email TEXT;
-- No released version has the column.
UPDATE identities SET proven_email = (SELECT email FROM users WHERE users.id = identities.user_id)
  WHERE is_unproven = 0;
ALTER TABLE identities DROP COLUMN is_unproven;
