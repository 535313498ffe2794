import { StacklessError } from '../../lib/stackless-error.ts';

/**
 * The database interface, implemented by both drivers. SQL is written once, in a common dialect that each driver
 * translates: `$1` is a parameter, `now()` the database's clock, `ms($1)` an interval in milliseconds to add to a time,
 * `at($1)` a time given in milliseconds since 1970, `moment($1)` a time that the database itself has cast to text, and
 * `day(column)` the days since 1970 (UTC) of a time. `FOR UPDATE [SKIP LOCKED]` and `FOR SHARE` lock rows on PostgreSQL
 * (SQLite has a single writer). `COLLATE "C"` compares by bytes, as SQLite always does. Times are returned as
 * milliseconds since 1970.
 */
export type Value = string | number | null;
export type Row = Record<string, Value>;

declare const ROW: unique symbol;
/** The text of a SELECT, with the type of its rows. At run time it is a plain string. */
export type Query<R> = string & { readonly [ROW]: R };

/** Tags a SELECT with the type of its rows: query<User>`SELECT …`. A query neither locks nor writes. */
export const query = <R = unknown>(text: TemplateStringsArray, ...parts: readonly (string | number)[]): Query<R> =>
  String.raw({ raw: text }, ...parts) as Query<R>;

/** A write, or a condition of a write. Plain `Statement` accepts rows of any type. */
export interface Statement<R = never> {
  readonly sql: string;
  readonly params: readonly Value[];
  /** If the statement returns no row, the whole batch is rolled back; an error given in place of `true` is thrown. */
  readonly required?: boolean | Error;
  /** Returns all rows instead of only the first. */
  readonly isList?: true;
  /** The statement ends sessions of this user, or of all users with ids above the first, up to the second. */
  readonly endsSessionsOf?: readonly [userId: number] | readonly [afterId: number, lastId: number];
  readonly row?: (row: R) => void;
}
export interface RequiredStatement<R = never> extends Statement<R> {
  readonly required: true | Error;
}
export interface ListStatement<R = never> extends Statement<R> {
  readonly isList: true;
}

export const statement = <R = unknown>(sql: string, params: readonly Value[]): Statement<R> => ({ sql, params });

/** A statement whose batch is rolled back if it returns no row. */
export const required = <R = unknown>(sql: string, params: readonly Value[]): RequiredStatement<R> => ({
  sql,
  params,
  required: true,
});

/** A statement that returns all of its rows. */
export const list = <R = unknown>(sql: string, params: readonly Value[]): ListStatement<R> => ({
  sql,
  params,
  isList: true,
});

/** Makes a statement required: if it returns no row, the change throws Conflict, or `refusal` if given. */
export const orThrow = <S extends Statement>(
  one: S,
  refusal: true | Error = true,
): S & { readonly required: true | Error } => ({
  ...one,
  required: refusal,
});

/** Makes a required statement optional. */
export const optional = <R>({ required: _, ...one }: Statement<R>): Statement<R> => one;

/** Read access to the database. */
export interface Reads {
  readonly kind: 'sqlite' | 'postgres';
  one<R>(query: Query<R>, params?: readonly Value[]): Promise<R | undefined>;
  all<R>(query: Query<R>, params?: readonly Value[]): Promise<R[]>;
}

/** Everything but statements that write: the store offers `commit` for those. */
export interface Database extends Reads {
  /** Runs one transaction under a lock that all processes share. For schema changes only. */
  exclusively<T>(work: (schema: SchemaConnection) => Promise<T>): Promise<T>;
  /**
   * Runs a migration, whose steps are transactions (`exclusively`). On PostgreSQL one process at a time can migrate.
   */
  migrating<T>(work: (tools: MigrationTools) => Promise<T>): Promise<T>;
  /**
   * The versions of all other processes with an open connection; undefined on the embedded database, where processes do
   * not report one.
   */
  otherVersions(): Promise<(string | undefined)[]>;
  /** Overwrites the content of deleted rows in the database files, as far as the driver controls them. */
  eraseDeleted(): Promise<void>;
  /** Throws unless the database can be read and written now. */
  check(): Promise<void>;
  /** Reports damage in the file of the embedded database, if any. Does not block the event loop. */
  readonly findDamage?: (signal?: AbortSignal) => Promise<string | undefined>;
  /** The load of the connection pool. The embedded database has no pool. */
  readonly pool?: () => PoolLoad;
  /** Whether the error means that the database cannot be reached or written, rather than that a statement was wrong. */
  isOutage(error: unknown): boolean;
  close(): Promise<void>;
}

/** The database for `commit` and for wrappers of the driver. */
export interface WritableDatabase extends Database {
  /** Runs one transaction and returns the rows of each statement, or undefined if a required row was missing. */
  batch(statements: readonly Statement[]): Promise<Row[][] | undefined>;
}

export interface PoolLoad {
  readonly used: number;
  readonly idle: number;
  /** Queries waiting for a connection. */
  readonly waiting: number;
  readonly max: number;
}

export interface MigrationTools {
  /** Builds an index without blocking writes, unless a valid one exists. Undefined inside a transaction. */
  readonly buildIndex?: (sql: string) => Promise<void>;
}

export interface SchemaConnection {
  run(script: string): Promise<void>;
  all<R = Row>(sql: string, params?: readonly Value[]): Promise<R[]>;
}

/** The state that a change relied on has changed. Nothing was written; the caller must decide again. */
export class Conflict extends StacklessError {}

/** Concurrent changes kept getting in the way. Nothing was written; the same request may succeed a moment later. */
export class Contended extends StacklessError {}

/** A unique constraint rejected a row. The caller reads again to find out which one. */
export class UniqueViolation extends Error {}

/** The database cannot be opened, reached or migrated. The operator sees the message. */
export class DatabaseUnusable extends Error {
  /** Whether a retry may help: no server answers yet, or only a standby does. */
  readonly isTemporary: boolean = false;
}
