-- Linked before anybody had verified the account: removed when the owner of the mailbox comes.
-- step: together
ALTER TABLE identities ADD COLUMN is_unproven INTEGER NOT NULL DEFAULT 0;
UPDATE identities SET is_unproven = 1 WHERE user_id IN (SELECT id FROM users WHERE account_status = 'INACTIVE');
