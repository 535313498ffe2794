import type { Commit, SharedStore, Store } from './commit.ts';
import type { Database, MigrationTools, Row, SchemaConnection, Statement, Value } from './engine/database.ts';
import { type Sender, senderConditions } from './request-sender.ts';

/** All others write. One that locks what it reads changes nothing by itself. */
const isSelect = (sql: string): boolean => /^\s*SELECT\b/.test(sql);

/**
 * The database of one request with a token. Minutes may pass until its body ends, so each write is made only if the
 * sender still may: the conditions come first in each batch, and a single write becomes one. Throws SenderChanged.
 * A class, because it is made for every request: with an object of functions, a read took a tenth longer.
 */
export class GuardedDatabase implements Database, Store {
  /** For what is written about the check itself. */
  readonly unguarded: SharedStore;
  readonly commit: Commit;
  #sender: Sender = {};

  constructor(db: SharedStore) {
    this.unguarded = db;
    this.commit = db.commitWhile(() => senderConditions(this.#sender));
  }

  /** Adds what the request was allowed by. */
  note(checked: Sender): void {
    this.#sender = { ...this.#sender, ...checked };
  }

  get kind(): Database['kind'] {
    return this.unguarded.kind;
  }

  async batch(statements: readonly Statement[]): Promise<Row[][] | undefined> {
    const conditions = senderConditions(this.#sender);
    const results = await this.unguarded.batch([...conditions, ...statements]);
    return results?.slice(conditions.length);
  }

  one<R = Row>(sql: string, params?: readonly Value[]): Promise<R | undefined> {
    return isSelect(sql) ? this.unguarded.one<R>(sql, params) : this.#write<R>(sql, params).then(([first]) => first);
  }

  all<R = Row>(sql: string, params?: readonly Value[]): Promise<R[]> {
    return isSelect(sql) ? this.unguarded.all<R>(sql, params) : this.#write<R>(sql, params);
  }

  async #write<R>(sql: string, params: readonly Value[] = []): Promise<R[]> {
    const [rows = []] = (await this.batch([{ sql, params }])) ?? [];
    return rows as R[];
  }

  exclusively<T>(work: (schema: SchemaConnection) => Promise<T>): Promise<T> {
    return this.unguarded.exclusively(work);
  }

  migrating<T>(work: (tools: MigrationTools) => Promise<T>): Promise<T> {
    return this.unguarded.migrating(work);
  }

  otherVersions(): Promise<(string | undefined)[]> {
    return this.unguarded.otherVersions();
  }

  eraseDeleted(): Promise<void> {
    return this.unguarded.eraseDeleted();
  }

  check(): Promise<void> {
    return this.unguarded.check();
  }

  isOutage(error: unknown): boolean {
    return this.unguarded.isOutage(error);
  }

  close(): Promise<void> {
    return this.unguarded.close();
  }
}
