import { query, type Reads, type Value } from '../engine/database.ts';

/** The position that a page continues after: the sort value and the id of a row. */
export interface Position {
  readonly key: string;
  readonly id: number;
}

/** The indexed expression of sessions that the list is sorted by. */
const SEEN = 'COALESCE(refresh_tokens.last_used_at, refresh_tokens.created_at)';
/** When an account was last seen; null if no session records it. */
export const LAST_SEEN = `(SELECT MAX(${SEEN}) FROM refresh_tokens WHERE refresh_tokens.user_id = users.id)`;

/**
 * Picks the most recently used session of an account, which determines its position. A scalar subquery, because
 * PostgreSQL would read all sessions for a NOT EXISTS. Neither `IS NULL` nor `= 0`: PostgreSQL would expect few
 * sessions to match, and read all that follow instead of those on the page.
 */
const IS_LATEST = `COALESCE((SELECT 1 FROM refresh_tokens AS other WHERE other.user_id = refresh_tokens.user_id
  AND (COALESCE(other.last_used_at, other.created_at) > ${SEEN}
    OR (COALESCE(other.last_used_at, other.created_at) = ${SEEN} AND other.slot > refresh_tokens.slot))
  LIMIT 1), 0) <> 1`;

/** A range of the accounts that have a session, in the order of the list. */
export interface SeenStretch {
  readonly isDescending: boolean;
  readonly after?: Position | undefined;
  /** Inclusive. */
  readonly end?: Position | undefined;
}

/** Accounts with `last_seen`; `number` takes a parameter and returns its placeholder. */
export function seenStretch({ isDescending, after, end }: SeenStretch, most: number, number: (value: Value) => string) {
  const [behind, upTo] = isDescending ? ['<', '>='] : ['>', '<='];
  const bound = (how: string, { key, id }: Position) => {
    const moment = `moment(${number(key)})`;
    // The separate condition is for SQLite, which cannot use the index of an expression for a row comparison.
    return `${SEEN} ${how[0]}= ${moment} AND (${SEEN}, refresh_tokens.user_id) ${how} (${moment}, ${number(id)})`;
  };
  const conditions = [
    `${SEEN} IS NOT NULL`,
    ...(after ? [bound(behind, after)] : []),
    ...(end ? [bound(upTo, end)] : []),
    IS_LATEST,
  ];
  const direction = isDescending ? ' DESC' : '';
  const sessions = `SELECT refresh_tokens.user_id, ${SEEN} AS seen FROM refresh_tokens
    WHERE ${conditions.join(' AND ')}
    ORDER BY ${SEEN}${direction}, refresh_tokens.user_id${direction} LIMIT ${most}`;
  return {
    rows: `SELECT users.*, sessions.seen AS last_seen FROM (${sessions}) AS sessions
      JOIN users ON users.id = sessions.user_id`,
    positions: `SELECT CAST(seen AS TEXT) AS key, user_id AS id FROM (${sessions}) AS sessions
      ORDER BY seen${direction}, user_id${direction}`,
  };
}

/** The last account of a range of this length; undefined if the range is shorter. */
export function endOfSeen(db: Reads, stretch: SeenStretch, length: number): Promise<Position | undefined> {
  const params: Value[] = [];
  const { positions } = seenStretch(stretch, length, (value) => `$${params.push(value)}`);
  return db.one(query<Position>`${positions} LIMIT 1 OFFSET ${length - 1}`, params);
}
