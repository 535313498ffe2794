-- Whether a client with a secret may begin logins without PKCE: required, or optional.
ALTER TABLE openid_clients ADD COLUMN pkce TEXT NOT NULL DEFAULT 'required';
