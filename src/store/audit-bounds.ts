/** Rows of one event and account in an hour, before further ones are counted. */
export const KEPT_EACH_HOUR = 30;
export const COUNTED_WITHIN_MS = 3_600_000;

/** The event before which there were just few enough; null unless it happened within the hour. */
const TOO_MANY_SINCE = (
  hour: string,
) => `SELECT CASE WHEN past.happened_at > now() - ms(${hour}) THEN past.id END FROM audit_events AS past
  WHERE past.user_id = caused.user_id AND past.event = caused.event AND past.repeat_of IS NULL
  ORDER BY past.id DESC LIMIT 1 OFFSET ${KEPT_EACH_HOUR - 1}`;

/**
 * Records events: KEPT_EACH_HOUR of one kind and account as they are, and one row that counts the rest. `caused`
 * selects these columns, a row per account and event; `hour` is the parameter with COUNTED_WITHIN_MS. The counting row
 * refers to the first that was kept, by which it is found until the hour is over. `named`: `caused` selects a name, too.
 */
export const recordCounted = (
  caused: string,
  hour: string,
  named: 'subject_name' | 'NULL' = 'NULL',
) => `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent, actor, subject, subject_name, count,
    repeat_of)
  SELECT now(), event, user_id, CASE WHEN since IS NULL THEN address END, CASE WHEN since IS NULL THEN user_agent END,
    CASE WHEN since IS NULL THEN actor END, CASE WHEN since IS NULL THEN subject END,
    CASE WHEN since IS NULL THEN ${named} END, count, since
  FROM (SELECT caused.*, (${TOO_MANY_SINCE(hour)}) AS since FROM (${caused}) AS caused) AS noted WHERE true
  ON CONFLICT (repeat_of) WHERE repeat_of IS NOT NULL DO UPDATE SET count = audit_events.count + excluded.count`;
