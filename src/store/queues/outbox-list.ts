import { type Query, query, type Reads, type Value } from '../engine/database.ts';
import { idRangeOf } from '../tables/id-range.ts';
import { EMAIL_KINDS } from './outbox.ts';
import { EMAILS, type OutboxEmail, SHOWN_STATES, type ShownState } from './outbox-admin.ts';

interface EmailQuery {
  readonly state: ShownState | undefined;
  readonly kind: string | undefined;
  /** A prefix of the recipient's address, in lower case. */
  readonly recipient: string | undefined;
  /** Lists e-mails below this id; undefined: from the newest. */
  readonly beforeId: number | undefined;
  readonly limit: number;
}

interface EmailPage {
  /** Newest first. A page of a search may be short or empty although more follow. */
  readonly emails: readonly OutboxEmail[];
  /** The `beforeId` of the next page; null on the last page. */
  readonly next: number | null;
}

/** Sets up to this size are read whole. */
const SMALL_SET = 1000;
/** E-mails that a search examines before it returns what it has found. */
const MAX_WALK = 3000;
/** Sorts after every text with a given prefix, in byte order. */
const LAST_CHARACTER = '\u{10ffff}';
const MAX_ID = Number.MAX_SAFE_INTEGER;

/** One page. No statement reads more than a few thousand rows, whatever the filter. */
export async function emailPage(db: Reads, query: EmailQuery): Promise<EmailPage> {
  if (query.recipient !== undefined) return searchPage(db, query, query.recipient);
  return readPage(db, query, byState(db, query, query.limit + 1), null);
}

/** A query for the ids of e-mails. */
interface Selection<Sql = string> {
  readonly sql: Sql;
  readonly params: readonly Value[];
}

/** The selected e-mails. `end` is where the next page starts if the whole range was examined. */
async function readPage(db: Reads, { limit }: EmailQuery, ids: Selection, end: number | null): Promise<EmailPage> {
  const sql = query<OutboxEmail>`${EMAILS} WHERE outbox.id IN (${ids.sql}) ORDER BY outbox.id DESC LIMIT ${limit + 1}`;
  const rows = await db.all(sql, ids.params);
  const emails = rows.slice(0, limit);
  return { emails, next: rows.length > limit ? (emails.at(-1)?.id ?? null) : end };
}

/**
 * One index range per requested state and kind, so that rare ones are found as quickly as the others. Kinds that only a
 * newer version knows are left to that version.
 */
function byState(
  db: Reads,
  { state, kind, beforeId = MAX_ID }: EmailQuery,
  limit: number,
): Selection<Query<{ id: number }>> {
  const newest = `ORDER BY id DESC LIMIT ${limit}`;
  if (state === undefined && kind === undefined)
    return { sql: query`SELECT id FROM outbox WHERE id < $1 AND state <> 'void' ${newest}`, params: [beforeId] };
  const params: Value[] = [beforeId];
  const stretches = (state ? [state] : SHOWN_STATES).flatMap((one) =>
    (kind ? [kind] : EMAIL_KINDS).map((other) => {
      params.push(one, other);
      const where = idRangeOf[db.kind]('state, kind', `$${params.length - 1}, $${params.length}`, '$1', '0');
      return `SELECT id FROM (SELECT id FROM outbox WHERE ${where}
        ORDER BY state DESC, kind DESC, id DESC LIMIT ${limit}) AS stretch`;
    }),
  );
  // Ordered and limited as a whole: a generic plan of PostgreSQL would expect every range to be full.
  return { sql: query`SELECT id FROM (${stretches.join(' UNION ALL ')}) AS stretches ${newest}`, params };
}

/**
 * Searches the accounts with such an address if they are few, otherwise the e-mails of the state and kind if those are
 * few, otherwise all e-mails from the newest on, where frequent matches are soon found.
 */
async function searchPage(db: Reads, query: EmailQuery, prefix: string): Promise<EmailPage> {
  const { state, kind, beforeId = MAX_ID } = query;
  const filters: Value[] = [beforeId, prefix, prefix + LAST_CHARACTER, state ?? '', kind ?? ''];
  const accounts = await db.all(ACCOUNTS, filters.slice(1, 3));
  if (accounts.length <= SMALL_SET) return readPage(db, query, { sql: OF_ACCOUNTS, params: filters }, null);
  const selected = byState(db, query, SMALL_SET);
  const ofState = await db.all(selected.sql, selected.params);
  if (ofState.length < SMALL_SET) {
    const sql = `${MATCHING} AND outbox.id IN (${ofState.map(({ id }) => id).join(', ') || 'NULL'})`;
    return readPage(db, query, { sql, params: filters }, null);
  }
  const [end] = await db.all(END_OF_WALK, [beforeId]);
  // Ordered and limited here too, so that a full page ends the scan.
  const walk = {
    sql: `${MATCHING} AND outbox.id >= $6 ORDER BY outbox.id DESC LIMIT ${query.limit + 1}`,
    params: [...filters, end?.id ?? 0],
  };
  return readPage(db, query, walk, end?.id ?? null);
}

const IN_RANGE = (column: string) => `${column} COLLATE "C" >= $2 AND ${column} COLLATE "C" < $3`;

const ACCOUNTS = query`SELECT id FROM users WHERE email COLLATE "C" >= $1 AND email COLLATE "C" < $2
  ORDER BY email COLLATE "C" LIMIT ${SMALL_SET + 1}`;

const FILTERED = `outbox.id < $1 AND outbox.state <> 'void' AND ($4 = '' OR outbox.state = $4)
  AND ($5 = '' OR outbox.kind = $5)`;

const OF_ACCOUNTS = `SELECT outbox.id FROM outbox WHERE ${FILTERED} AND outbox.id IN (
    SELECT mails.id FROM users JOIN outbox AS mails ON mails.user_id = users.id
      WHERE ${IN_RANGE('users.email')} AND mails.recipient IS NULL
    UNION ALL SELECT others.id FROM outbox AS others WHERE ${IN_RANGE('others.recipient')}
    AND others.recipient IS NOT NULL)`;

const MATCHING = `SELECT outbox.id FROM outbox LEFT JOIN users ON users.id = outbox.user_id
  WHERE ${FILTERED} AND ${IN_RANGE('COALESCE(outbox.recipient, users.email)')}`;

const END_OF_WALK = query<{ id: number }>`SELECT id FROM outbox WHERE id < $1 ORDER BY id DESC
  LIMIT 1 OFFSET ${MAX_WALK}`;
