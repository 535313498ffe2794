import { StacklessError } from '../stackless-error.ts';
import type { Database, Row, Value } from './database.ts';
import { type Sender, senderConditions } from './request-sender.ts';

/** What the request was allowed by has changed, and nothing was written: it has to be decided again. */
export class SenderChanged extends StacklessError {}

const CHANGED = new SenderChanged('what the request was allowed by has changed');

/** All others write. One that locks what it reads changes nothing by itself. */
const isSelect = (sql: string): boolean => /^\s*SELECT\b/.test(sql);

export interface GuardedDatabase extends Database {
  /** For what is written about the check itself. */
  readonly unguarded: Database;
  /** Adds what the request was allowed by. */
  note(checked: Sender): void;
}

/**
 * The database of one request with a token. Minutes may pass until its body ends, so each write is made only if the
 * sender still may: the conditions come first in each batch, and a single write becomes one. Throws SenderChanged.
 */
export function guardedDatabase(unguarded: Database): GuardedDatabase {
  let sender: Sender = {};
  const batch: Database['batch'] = async (statements) => {
    const conditions = senderConditions(sender).map((condition) => ({ ...condition, required: CHANGED }));
    const results = await unguarded.batch([...conditions, ...statements]);
    return results?.slice(conditions.length);
  };
  const all = async <R = Row>(sql: string, params: readonly Value[] = []): Promise<R[]> => {
    if (isSelect(sql)) return unguarded.all<R>(sql, params);
    const [rows = []] = (await batch([{ sql, params }])) ?? [];
    return rows as R[];
  };
  return {
    ...unguarded,
    unguarded,
    note(checked) {
      sender = { ...sender, ...checked };
    },
    batch,
    all,
    one: async <R = Row>(sql: string, params?: readonly Value[]) =>
      isSelect(sql) ? unguarded.one<R>(sql, params) : (await all<R>(sql, params))[0],
  };
}
