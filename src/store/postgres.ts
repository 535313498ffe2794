import { createHash } from 'node:crypto';
import pg from 'pg';
import {
  type Database,
  DatabaseUnusable,
  type Row,
  type SchemaConnection,
  UniqueViolation,
  type Value,
} from './database.ts';

export interface PostgresOptions {
  readonly url: string;
  readonly maxConnections: number;
  /** Off behind a pooler in transaction mode, where the next statement may meet another connection. */
  readonly prepareStatements: boolean;
}

const CONNECT_TIMEOUT_MS = 5000;
/** Nothing we do takes longer unless something is wrong; a request must not wait for it. */
const STATEMENT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 5000;
const UNIQUE_VIOLATION = '23505';
/** Any number, as long as every Latchkey uses the same: who holds this lock may change the schema. */
const MIGRATION_LOCK = 7_204_113_001;

const INT8 = pg.types.builtins.INT8;
const TIMESTAMPTZ = pg.types.builtins.TIMESTAMPTZ;
const parseTimestamp = pg.types.getTypeParser(TIMESTAMPTZ);

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number;
    if (oid === TIMESTAMPTZ) return (value: string) => (parseTimestamp(value) as Date).getTime();
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  },
};

export function openPostgres({ url, maxConnections, prepareStatements }: PostgresOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'latchkey',
    types,
  });
  // An idle connection that breaks is replaced by the pool; the next request that needs one meets the error, if any is left.
  pool.on('error', () => {});

  const query = async (on: pg.Pool | pg.PoolClient, sql: string, params: readonly Value[]): Promise<Row[]> => {
    const text = toPostgres(sql);
    try {
      const result = await on.query<Row>({
        text,
        values: [...params],
        ...(prepareStatements && { name: nameOf(text) }),
      });
      return result.rows;
    } catch (error) {
      throw translated(error);
    }
  };
  /** A connection on which something failed may be in any state: it is closed rather than used again. */
  const inTransaction = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      await client.query('BEGIN');
      return await work(client);
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.release(failure instanceof UniqueViolation ? undefined : failure);
    }
  };

  return {
    kind: 'postgres',
    async one<R>(sql: string, params: readonly Value[] = []) {
      return (await query(pool, sql, params))[0] as R | undefined;
    },
    async all<R>(sql: string, params: readonly Value[] = []) {
      return (await query(pool, sql, params)) as R[];
    },
    batch: (statements) =>
      inTransaction(async (client) => {
        const results: Row[][] = [];
        try {
          for (const { sql, params, required } of statements) {
            const result = await query(client, sql, params);
            if (required && result.length === 0) {
              await client.query('ROLLBACK');
              return undefined;
            }
            results.push(result);
          }
        } catch (error) {
          if (error instanceof UniqueViolation) await client.query('ROLLBACK');
          throw error;
        }
        await client.query('COMMIT');
        return results;
      }),
    exclusively: (work) =>
      inTransaction(async (client) => {
        await client.query('SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0');
        await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
        const schema: SchemaConnection = {
          run: async (script) => void (await client.query(script)),
          all: async <R>(sql: string, params: readonly Value[] = []) => (await query(client, sql, params)) as R[],
        };
        const result = await work(schema);
        await client.query('COMMIT');
        return result;
      }).catch((error: unknown) => {
        throw isConnectionFailure(error) ? new DatabaseUnusable(`cannot use PostgreSQL: ${reason(error)}`) : error;
      }),
    close: () => pool.end(),
  };
}

const translations = new Map<string, string>();
function toPostgres(sql: string): string {
  let text = translations.get(sql);
  if (text === undefined) {
    text = sql.replace(/\bms\((\$\d+)\)/g, "($1::float8 * interval '1 millisecond')");
    translations.set(sql, text);
  }
  return text;
}

const names = new Map<string, string>();
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    names.set(text, name);
  }
  return name;
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

const translated = (error: unknown): unknown =>
  codeOf(error) === UNIQUE_VIOLATION ? new UniqueViolation(reason(error)) : error;

/** Network failures, and the classes of PostgreSQL's own refusals: connection, authentication, no such database, starting up. */
const isConnectionFailure = (error: unknown): boolean =>
  /^(E[A-Z]+|08...|28...|3D...|57P..|53...)$/.test(String(codeOf(error))) ||
  /timeout|SSL|terminated/i.test(reason(error));

const reason = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(reason).join(', ')
    : error instanceof Error
      ? error.message
      : String(error);
