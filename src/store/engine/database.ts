import { StacklessError } from '../../lib/stackless-error.ts';

/**
 * The database interface, implemented by both drivers. SQL is written once, in a common dialect that each driver
 * translates: `$1` are parameters, `now()` is the database's clock, `ms($1)` is an interval in milliseconds to add to a
 * time, `at($1)` a time given in milliseconds since 1970, `moment($1)` one that the database itself has cast to text,
 * `day(column)` the days since 1970 (UTC) of a time, and `FOR UPDATE [SKIP LOCKED]` and `FOR SHARE` lock rows on
 * PostgreSQL (SQLite has a single writer). `COLLATE "C"` compares by bytes, as SQLite always does. Times are returned
 * as milliseconds since 1970.
 */
export type Value = string | number | null;
export type Row = Record<string, Value>;

declare const ROW: unique symbol;
/** The text of a read, with the type of its rows. While it runs it is a plain string. */
export type Query<R> = string & { readonly [ROW]: R };

/** A read: query<User>`SELECT …`. Locks and writes nothing. */
export const query = <R = unknown>(text: TemplateStringsArray, ...parts: readonly (string | number)[]): Query<R> =>
  String.raw({ raw: text }, ...parts) as Query<R>;

/** A write, or a condition of one. `Statement` without the type of its rows stands for any. */
export interface Statement<R = never> {
  readonly sql: string;
  readonly params: readonly Value[];
  /** Without a row, the whole batch is rolled back; with an error in place of true, that is thrown. */
  readonly required?: boolean | Error;
  /** All of its rows are wanted, not only the first. */
  readonly isList?: true;
  readonly row?: (row: R) => void;
}
export interface RequiredStatement<R = never> extends Statement<R> {
  readonly required: true | Error;
}
export interface ListStatement<R = never> extends Statement<R> {
  readonly isList: true;
}

export const statement = <R = unknown>(sql: string, params: readonly Value[]): Statement<R> => ({ sql, params });

/** Without its row, the whole batch is rolled back. */
export const required = <R = unknown>(sql: string, params: readonly Value[]): RequiredStatement<R> => ({
  sql,
  params,
  required: true,
});

/** Returns all of its rows. */
export const list = <R = unknown>(sql: string, params: readonly Value[]): ListStatement<R> => ({
  sql,
  params,
  isList: true,
});

/** The statement, required: without a row the change is a conflict, or `refusal` is thrown. */
export const must = <S extends Statement>(
  one: S,
  refusal: true | Error = true,
): S & { readonly required: true | Error } => ({
  ...one,
  required: refusal,
});

/** The statement, whether or not it finds a row. */
export const may = <R>({ required: _, ...one }: Statement<R>): Statement<R> => one;

/** What can be read. */
export interface Reads {
  readonly kind: 'sqlite' | 'postgres';
  one<R>(query: Query<R>, params?: readonly Value[]): Promise<R | undefined>;
  all<R>(query: Query<R>, params?: readonly Value[]): Promise<R[]>;
}

export interface Database extends Reads {
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
  /** What is damaged in the file of the embedded database, if anything. Does not block the event loop. */
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

/** What a change relied on is not so any more. Nothing was written; it has to be decided again. */
export class Conflict extends StacklessError {}

/** A unique constraint refused a row. The caller finds out which one by looking again. */
export class UniqueViolation extends Error {}

/** The database cannot be opened, reached or migrated; the message is for the operator. */
export class DatabaseUnusable extends Error {
  /** It may pass by itself: nobody answers yet, or only a standby. */
  readonly isTemporary: boolean = false;
}
