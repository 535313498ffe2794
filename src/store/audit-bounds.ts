/**
 * Rows of one event and account within a time, before further ones are counted. What says who changed what is counted
 * only where no person does so much: 500 in a day take less of the disk than 30 in every hour.
 */
export const KEPT = {
  counted: { events: 30, withinMs: 3_600_000 },
  change: { events: 500, withinMs: 86_400_000 },
} as const;
export type CountedBound = keyof typeof KEPT;

/** The event before which there were just few enough; null unless it happened within the time. */
const TOO_MANY_SINCE = (
  { events }: (typeof KEPT)[CountedBound],
  time: string,
) => `SELECT CASE WHEN past.happened_at > now() - ms(${time}) THEN past.id END FROM audit_events AS past
  WHERE past.user_id = caused.user_id AND past.event = caused.event AND past.repeat_of IS NULL
  ORDER BY past.id DESC LIMIT 1 OFFSET ${events - 1}`;

/**
 * Records events: as many of one kind and account as KEPT says as they are, and one row that counts the rest. `caused`
 * selects these columns, a row per account and event; `time` is the parameter with `withinMs` of the bound. The counting
 * row refers to the first that was kept, by which it is found until the time is over. `named`: `caused` selects a name,
 * too.
 */
export const recordCounted = (
  bound: CountedBound,
  caused: string,
  time: string,
  named: 'subject_name' | 'NULL' = 'NULL',
) => `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent, actor, subject, subject_name, count,
    repeat_of)
  SELECT now(), event, user_id, CASE WHEN since IS NULL THEN address END, CASE WHEN since IS NULL THEN user_agent END,
    CASE WHEN since IS NULL THEN actor END, CASE WHEN since IS NULL THEN subject END,
    CASE WHEN since IS NULL THEN ${named} END, count, since
  FROM (SELECT caused.*, (${TOO_MANY_SINCE(KEPT[bound], time)}) AS since FROM (${caused}) AS caused) AS noted WHERE true
  ON CONFLICT (repeat_of) WHERE repeat_of IS NOT NULL DO UPDATE SET count = audit_events.count + excluded.count`;
