import { query, type Reads, type Value } from '../engine/database.ts';
import { IS_ALIVE } from './sessions.ts';

/** A session in the list of all sessions. */
export interface AnySession {
  readonly id: string;
  readonly userId: number;
  readonly slot: number;
  readonly fullName: string;
  readonly email: string;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly amr: string | null;
  readonly createdAtMs: number | null;
  readonly lastUsedAtMs: number | null;
  /** The database's text form, with microseconds on PostgreSQL. */
  readonly expiry: string;
}

export type SessionPlace = Pick<AnySession, 'expiry' | 'userId' | 'slot'>;

interface SessionQuery {
  readonly userId?: number | undefined;
  readonly after?: SessionPlace | undefined;
  /** Undefined: all sessions. */
  readonly isWanted?: ((session: AnySession) => Promise<boolean>) | undefined;
  /** The page size, at most MAX_SESSIONS. */
  readonly limit: number;
}

interface SessionPage {
  readonly sessions: readonly AnySession[];
  /** Null on the last page. Earlier pages may be short or empty. */
  readonly next: SessionPlace | null;
}

/** Every page reads this many, so that all sizes share one statement. */
const MAX_SESSIONS = 100;
/**
 * Rows per step of a filtered page: where matches are frequent, the first step suffices; where they are rare, twenty
 * steps of a hundred would take twice as long.
 */
const STEPS = [MAX_SESSIONS, 300, 600, 1000];

export async function findSessions(db: Reads, { isWanted, limit, ...query }: SessionQuery): Promise<SessionPage> {
  const sessions: AnySession[] = [];
  let after = query.after;
  for (const size of isWanted ? STEPS : [MAX_SESSIONS]) {
    const found = await listAll(db, { ...query, after }, size);
    for (const [at, session] of found.entries()) {
      // The extra row shows that more follow.
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
 * Active sessions by expiry, which has an index: sessions that began last or, with SESSIONS=many, were used last come
 * first. Reads one more than `size`.
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
/** PostgreSQL accepts neither a year 0 nor larger offsets from UTC. */
const AS_TIMESTAMP = /^((?!0000)\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?[+-](?:0\d|1[0-5])(:?[0-5]\d)?$/;

/** Whether the text is a valid expiry for this database. Any other text would make the statement fail. */
export function isExpiry(db: Reads, text: string): boolean {
  if (db.kind === 'sqlite') return AS_NUMBER.test(text);
  const [, day, time] = AS_TIMESTAMP.exec(text) ?? [];
  const read = new Date(`${day}T${time}Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(`${day}T${time}`);
}
