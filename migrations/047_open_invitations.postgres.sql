-- step: each
CREATE INDEX users_invited ON users (id) WHERE invited_at IS NOT NULL AND account_status = 'INACTIVE';
