-- step: batches of users
-- Sessions that began before 0.2.0 have no id. Since then every session has one.
UPDATE refresh_tokens SET id = lower(hex(randomblob(16))) WHERE user_id > $1 AND user_id <= $2 AND id IS NULL;
