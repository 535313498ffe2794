-- What happened on each day (UTC, counted from 1970), by name of the event. Numbers only: nothing of a person.
CREATE TABLE statistics (
  day BIGINT NOT NULL,
  name TEXT NOT NULL,
  events BIGINT NOT NULL,
  PRIMARY KEY (day, name)
);
-- Up to which id the rows of a table have been added to the statistics, and the day of the last of them.
CREATE TABLE statistics_progress (
  name TEXT PRIMARY KEY,
  position BIGINT NOT NULL,
  day BIGINT NOT NULL
);
-- Who was active on a day, for two days: so that each is counted once.
CREATE TABLE active_users (
  day BIGINT NOT NULL,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (day, user_id)
);
CREATE INDEX active_users_by_user ON active_users (user_id);
-- E-mails that were sent or given up, until they are added to the statistics.
CREATE TABLE email_outcomes (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  happened_at TIMESTAMPTZ NOT NULL,
  name TEXT NOT NULL
);

-- step: together
-- The days before: housekeeping adds the audit events that are still there. Counted events and e-mails have no ids to go by.
INSERT INTO statistics (day, name, events) SELECT hour / 24, event, SUM(events) FROM audit_counts GROUP BY 1, 2;
INSERT INTO statistics (day, name, events)
  SELECT floor(extract(epoch FROM updated_at) / 86400), CASE state WHEN 'sent' THEN 'email_sent' ELSE 'email_given_up' END, COUNT(*) FROM outbox
  WHERE state IN ('sent', 'dead') GROUP BY 1, 2;
