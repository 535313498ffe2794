/**
 * What the rest of the house knows of a database. SQL is written once, in a common dialect that each driver translates:
 * `$1` are parameters, `now()` is the database's clock, `ms($1)` is a span of milliseconds to add to a time, and
 * `FOR UPDATE [SKIP LOCKED]` locks rows where there can be more than one writer. Times come back as milliseconds.
 */
export type Value = string | number | null;
export type Row = Record<string, Value>;

export interface Statement {
  readonly sql: string;
  readonly params: readonly Value[];
  /** When it returns no row, the whole batch is undone. */
  readonly required?: boolean;
}

export interface Database {
  readonly kind: 'sqlite' | 'postgres';
  one<R = Row>(sql: string, params?: readonly Value[]): Promise<R | undefined>;
  all<R = Row>(sql: string, params?: readonly Value[]): Promise<R[]>;
  /** All or nothing, with the rows of each statement; undefined when a required one returned none. */
  batch(statements: readonly Statement[]): Promise<Row[][] | undefined>;
  /** Runs while no other process does the same. For changes of the schema alone. */
  exclusively<T>(work: (schema: SchemaConnection) => Promise<T>): Promise<T>;
  /** Fails unless it could be read and written now. */
  check(): Promise<void>;
  /** Whether this failure says that the database is away or takes no writes, rather than that one statement was wrong. */
  isOutage(error: unknown): boolean;
  close(): Promise<void>;
}

export interface SchemaConnection {
  run(script: string): Promise<void>;
  all<R = Row>(sql: string, params?: readonly Value[]): Promise<R[]>;
}

/** Two rows cannot hold the same value here; who asks, finds out which. */
export class UniqueViolation extends Error {}

/** The database cannot be used at all; the message is for the operator. */
export class DatabaseUnusable extends Error {}
