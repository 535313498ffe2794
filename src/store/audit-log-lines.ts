import type { Database, Row, Statement } from './database.ts';

/** The part of the logger that is used here. */
interface AuditLog {
  info(about: object, message: string): void;
}

const IS_EVENT = /^\s*INSERT INTO audit_events\b/;

/** The statement that records an event, changed to return what it has recorded; undefined for all others. */
function returningEvents(sql: string): string | undefined {
  if (!IS_EVENT.test(sql)) return undefined;
  return `${sql.replace(/\s+RETURNING user_id\s*$/, '')} RETURNING event, user_id, address, actor`;
}

/**
 * AUDIT_LOG: a log line for each audit event of this process, once it is committed. It has no text of a client, such as
 * a user agent: nobody can write a line that looks like another one.
 */
export function logAuditEvents(db: Database, log: AuditLog): Database {
  const changed = new Map<string, string | undefined>();
  const eventSql = (sql: string): string | undefined => {
    if (!changed.has(sql)) changed.set(sql, returningEvents(sql));
    return changed.get(sql);
  };
  const write = ({ event, user_id: userId, address: client, actor }: Row) =>
    log.info(
      {
        event,
        ...(client !== null && { client }),
        ...(userId !== null && { userId }),
        ...(actor !== null && { actor }),
      },
      'audit',
    );
  const all: Database['all'] = async <R = Row>(sql: string, params?: Statement['params']) => {
    const ofEvent = eventSql(sql);
    if (ofEvent === undefined) return db.all<R>(sql, params);
    const rows = await db.all(ofEvent, params);
    rows.forEach(write);
    return rows as R[];
  };
  return {
    ...db,
    all,
    one: async <R = Row>(sql: string, params?: Statement['params']) =>
      eventSql(sql) === undefined ? db.one<R>(sql, params) : (await all<R>(sql, params))[0],
    async batch(statements) {
      const asked = statements.map((one) => ({ ...one, sql: eventSql(one.sql) ?? one.sql }));
      const results = await db.batch(asked);
      for (const [at, { sql }] of statements.entries()) if (eventSql(sql)) results?.[at]?.forEach(write);
      return results;
    },
  };
}
