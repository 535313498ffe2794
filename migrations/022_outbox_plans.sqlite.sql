-- The next e-mail to be sent, or to be removed, is found however many others there are. SQLite keeps no statistics: it takes outbox_by_state wherever a state
-- is asked for, and then reads all e-mails of that state and sorts them, unless another index begins with the state too. Of two that will do, it takes the
-- one that was made last.
DROP INDEX outbox_waiting;
CREATE INDEX outbox_waiting ON outbox (state, due_at) WHERE state = 'waiting';
-- step: each
CREATE INDEX outbox_fresh ON outbox (state, due_at) WHERE state = 'waiting' AND attempts = 0;
CREATE INDEX outbox_tried ON outbox (state, due_at) WHERE state = 'waiting' AND attempts > 0;
-- step: together
DROP INDEX outbox_void;
CREATE INDEX outbox_void ON outbox (state, due_at) WHERE state = 'void';
-- step: together
DROP INDEX outbox_finished;
CREATE INDEX outbox_finished ON outbox (state, updated_at) WHERE state IN ('sent', 'superseded');
-- step: together
DROP INDEX outbox_dead;
CREATE INDEX outbox_dead ON outbox (state, id) WHERE state = 'dead';
