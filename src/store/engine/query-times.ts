import type { WritableDatabase } from './database.ts';

/**
 * Receives the duration of a read or write (`query`) or a transaction (`batch`), including the wait for a connection.
 */
export type QueryObserver = (kind: 'query' | 'batch', ms: number, hasFailed: boolean) => void;

export function observeQueries(db: WritableDatabase, observe: QueryObserver): WritableDatabase {
  const timed = <T>(kind: 'query' | 'batch', work: () => Promise<T>): Promise<T> => {
    const startedAtMs = performance.now();
    return work().then(
      (result) => {
        observe(kind, performance.now() - startedAtMs, false);
        return result;
      },
      (error: unknown) => {
        observe(kind, performance.now() - startedAtMs, db.isOutage(error));
        throw error;
      },
    );
  };
  return {
    ...db,
    one: (query, params) => timed('query', () => db.one(query, params)),
    all: (query, params) => timed('query', () => db.all(query, params)),
    batch: (statements) => timed('batch', () => db.batch(statements)),
  };
}
