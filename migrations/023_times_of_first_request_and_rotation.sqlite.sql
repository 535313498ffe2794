-- When the first of the requests was made that the one that waits has replaced: what is removed by a revert is counted from it. Null: the version
-- before wrote the row, and requested_at is all there is.
ALTER TABLE email_changes ADD COLUMN first_requested_at INTEGER;
-- When the refresh token became that of rotated_generation. An instance of the version before writes neither: where rotated_generation is not the
-- generation, the time is not that of the last rotation.
ALTER TABLE refresh_tokens ADD COLUMN rotated_at INTEGER;
ALTER TABLE refresh_tokens ADD COLUMN rotated_generation INTEGER;
