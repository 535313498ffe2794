-- step: each
-- Housekeeping finds authenticator apps that were never confirmed by it, without a look at all the others.
CREATE INDEX totp_pending_until ON totp (pending_until) WHERE pending_until IS NOT NULL;
