-- step: each
-- What an account lacks is NULL. Version 0.6.0 writes a blank and a random text for a phone number, an empty text for an
-- industry, and {none} for a password. The last stays as long as 0.6.0 may run beside this version: it would check a
-- password that is NULL against the hash of another account.
ALTER TABLE users ALTER COLUMN phone_number DROP NOT NULL;
ALTER TABLE users ALTER COLUMN industry DROP NOT NULL;
ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL;

-- step: batches of users
UPDATE users SET phone_number = CASE WHEN SUBSTR(phone_number, 1, 1) <> ' ' THEN phone_number END,
  phone_key = CASE WHEN SUBSTR(phone_number, 1, 1) <> ' ' THEN phone_key ELSE '' END,
  industry = NULLIF(industry, '')
  WHERE id > $1 AND id <= $2 AND (SUBSTR(phone_number, 1, 1) = ' ' OR industry = '');
