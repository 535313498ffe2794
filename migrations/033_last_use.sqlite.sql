-- step: each
-- The list of accounts by when they were last seen is read from their sessions, which note it anyway.
CREATE INDEX refresh_tokens_by_last_use ON refresh_tokens (COALESCE(last_used_at, created_at), user_id);
