/**
 * The database interface, implemented by both drivers. SQL is written once, in a common dialect that each driver
 * translates: `$1` are parameters, `now()` is the database's clock, `ms($1)` is an interval in milliseconds to add to a
 * time, `at($1)` a time given in milliseconds since 1970, `moment($1)` one that the database itself has cast to text,
 * `day(column)` the days since 1970 (UTC) of a time, and `FOR UPDATE [SKIP LOCKED]` and `FOR SHARE` lock rows on
 * PostgreSQL (SQLite has a single writer). `COLLATE "C"` compares by bytes, as SQLite always does. Times are returned as
 * milliseconds since 1970.
 */
export type Value = string | number | null;
export type Row = Record<string, Value>;

export interface Statement {
  readonly sql: string;
  readonly params: readonly Value[];
  /** Without a row, the whole batch is rolled back; with an error in place of true, that is thrown. */
  readonly required?: boolean | Error;
}

export const statement = (sql: string, params: readonly Value[]): Statement => ({ sql, params });

/** Without its row, the whole batch is rolled back. */
export const required = (sql: string, params: readonly Value[]): Statement => ({ sql, params, required: true });

export interface Database {
  readonly kind: 'sqlite' | 'postgres';
  one<R = Row>(sql: string, params?: readonly Value[]): Promise<R | undefined>;
  all<R = Row>(sql: string, params?: readonly Value[]): Promise<R[]>;
  /** One transaction. Returns the rows of each statement; undefined when it was rolled back for want of a row. */
  batch(statements: readonly Statement[]): Promise<Row[][] | undefined>;
  /** One transaction under a lock that all processes share. For schema changes only. */
  exclusively<T>(work: (schema: SchemaConnection) => Promise<T>): Promise<T>;
  /** For a migration, whose steps are transactions (`exclusively`). On PostgreSQL one process at a time runs it. */
  migrating<T>(work: (tools: MigrationTools) => Promise<T>): Promise<T>;
  /** The versions of all others that have the database open; undefined where it cannot be told, as before 0.3.0. */
  otherVersions(): Promise<(string | undefined)[]>;
  /** Overwrites the content of deleted rows in the files of the database, as far as it is ours to do. */
  eraseDeleted(): Promise<void>;
  /** Throws unless the database can be read and written now. */
  check(): Promise<void>;
  /** What is damaged in the file of the embedded database; undefined where nothing is. Does not block the event loop. */
  readonly findDamage?: (signal?: AbortSignal) => Promise<string | undefined>;
  /** The pool of connections; the embedded database has none. */
  readonly pool?: () => PoolLoad;
  /** Whether the database cannot be reached or written, rather than that one statement was wrong. */
  isOutage(error: unknown): boolean;
  close(): Promise<void>;
}

/** How busy the connections to the database are. */
export interface PoolLoad {
  readonly used: number;
  readonly idle: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
  readonly max: number;
}

export interface MigrationTools {
  /** Builds an index while others write, unless it is there and valid. Without it: in a transaction. */
  readonly buildIndex?: (sql: string) => Promise<void>;
}

export interface SchemaConnection {
  run(script: string): Promise<void>;
  all<R = Row>(sql: string, params?: readonly Value[]): Promise<R[]>;
}

/** A unique constraint refused a row. The caller finds out which one by looking again. */
export class UniqueViolation extends Error {}

/** The database cannot be opened, reached or migrated; the message is for the operator. */
export class DatabaseUnusable extends Error {
  /** It may pass by itself: nobody answers yet, or only a standby. */
  readonly isTemporary: boolean = false;
}
