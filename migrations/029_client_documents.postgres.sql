-- Clients that nobody has added: their id is the https address of a document about them, which is fetched (client id
-- metadata documents). Null: added by an operator.
ALTER TABLE openid_clients ADD COLUMN document_fetched_at TIMESTAMPTZ;
ALTER TABLE openid_clients ADD COLUMN document_fresh_until TIMESTAMPTZ;
-- The public keys that such a client authenticates with, or their address, as JSON. Null: a public client.
ALTER TABLE openid_clients ADD COLUMN document_keys TEXT;
-- The MCP servers that the app may use for the account, with the scopes of each, as JSON.
ALTER TABLE openid_grants ADD COLUMN resources TEXT NOT NULL DEFAULT '{}';
-- step: each
CREATE INDEX openid_clients_by_document ON openid_clients (document_fetched_at) WHERE document_fetched_at IS NOT NULL;
