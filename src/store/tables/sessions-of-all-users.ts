import { query, type Reads, type Value } from '../engine/database.ts';
import { IS_ALIVE } from './sessions.ts';

/** A session in the list of all of them. */
export interface AnySession {
  readonly id: string | null;
  readonly userId: number;
  readonly slot: number;
  readonly fullName: string;
  readonly email: string;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly amr: string | null;
  readonly createdAtMs: number | null;
  readonly lastUsedAtMs: number | null;
  /** As the database writes it: to the microsecond on PostgreSQL. */
  readonly expiry: string;
}

export type SessionPlace = Pick<AnySession, 'expiry' | 'userId' | 'slot'>;

interface SessionQuery {
  readonly userId?: number | undefined;
  readonly after?: SessionPlace | undefined;
  /** Undefined: all of them. */
  readonly isWanted?: ((session: AnySession) => Promise<boolean>) | undefined;
  /** At most MAX_SESSIONS. */
  readonly limit: number;
}

interface SessionPage {
  readonly sessions: readonly AnySession[];
  /** Null on the last page. A page may be short, or empty, and still not be the last. */
  readonly next: SessionPlace | null;
}

/** Always read this many: pages of all sizes share one statement. */
const MAX_SESSIONS = 100;
/**
 * The steps in which a page looks for sessions that are wanted: where many are, the first ones suffice, and where few
 * are, twenty of a hundred would take twice the time.
 */
const STEPS = [MAX_SESSIONS, 300, 600, 1000];

export async function findSessions(db: Reads, { isWanted, limit, ...query }: SessionQuery): Promise<SessionPage> {
  const sessions: AnySession[] = [];
  let after = query.after;
  for (const size of isWanted ? STEPS : [MAX_SESSIONS]) {
    const found = await listAll(db, { ...query, after }, size);
    for (const [at, session] of found.entries()) {
      // One more was read, which says whether others follow.
      if (sessions.length === limit) return { sessions, next: after ?? null };
      if (at === size) break;
      if (!isWanted || (await isWanted(session))) sessions.push(session);
      after = session;
    }
    if (found.length <= size) return { sessions, next: null };
  }
  return { sessions, next: after ?? null };
}

const COLUMNS = `refresh_tokens.id, refresh_tokens.user_id AS "userId", refresh_tokens.slot,
  users.full_name AS "fullName", users.email,
  refresh_tokens.user_agent AS "userAgent", refresh_tokens.address, refresh_tokens.amr,
  refresh_tokens.created_at AS "createdAtMs", refresh_tokens.last_used_at AS "lastUsedAtMs",
  CAST(refresh_tokens.expires_at AS TEXT) AS expiry`;
const ORDER = ['expires_at', 'user_id', 'slot'].map((column) => `refresh_tokens.${column}`);

/**
 * The sessions that have not ended. Ordered by their expiry, which has an index: those that began or, with
 * SESSIONS=many, were used last come first. One more than `size`, if there are as many.
 */
function listAll(
  db: Reads,
  { userId, after }: Pick<SessionQuery, 'userId' | 'after'>,
  size: number,
): Promise<AnySession[]> {
  const params: Value[] = [];
  const number = (value: Value) => `$${params.push(value)}`;
  const conditions = [
    IS_ALIVE,
    ...(userId === undefined ? [] : [`refresh_tokens.user_id = ${number(userId)}`]),
    ...(after ? [`(${ORDER.join(', ')}) < (${[after.expiry, after.userId, after.slot].map(number).join(', ')})`] : []),
  ];
  return db.all(
    query<AnySession>`SELECT ${COLUMNS} FROM refresh_tokens JOIN users ON users.id = refresh_tokens.user_id
      WHERE ${conditions.join(' AND ')}
      ORDER BY ${ORDER.map((column) => `${column} DESC`).join(', ')} LIMIT ${size + 1}`,
    params,
  );
}

const AS_NUMBER = /^\d{1,15}$/;
/** PostgreSQL knows neither a year 0 nor zones further than this from UTC. */
const AS_TIMESTAMP = /^((?!0000)\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?[+-](?:0\d|1[0-5])(:?[0-5]\d)?$/;

/** Whether the text could be the expiry of a session in this database: any other would make the statement fail. */
export function isExpiry(db: Reads, text: string): boolean {
  if (db.kind === 'sqlite') return AS_NUMBER.test(text);
  const [, day, time] = AS_TIMESTAMP.exec(text) ?? [];
  const read = new Date(`${day}T${time}Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(`${day}T${time}`);
}
