-- step: each
CREATE INDEX identities_by_provider ON identities (provider, user_id);
