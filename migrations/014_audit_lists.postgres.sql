-- step: each
-- The audit trail by event, and what administrators and the operator did, for the lists of the administration.
CREATE INDEX audit_events_by_event ON audit_events (event, id);
CREATE INDEX audit_events_by_actor ON audit_events (id) WHERE actor IS NOT NULL;
