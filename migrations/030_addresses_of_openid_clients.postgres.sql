-- Where people get to an app: its home page, and where the app itself begins a login (OpenID third-party-initiated login).
ALTER TABLE openid_clients ADD COLUMN client_uri TEXT;
ALTER TABLE openid_clients ADD COLUMN initiate_login_uri TEXT;
