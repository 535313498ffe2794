import { createHash } from 'node:crypto';
import pg from 'pg';
import {
  DatabaseUnusable,
  type Row,
  type SchemaConnection,
  type Statement,
  UniqueViolation,
  type Value,
  type WritableDatabase,
} from '../database.ts';
import { CannotConnect, createConnections, messageOf } from './postgres-connections.ts';
import { createReads, inOneWrite, onlyReads } from './postgres-reads.ts';
import { isRolledBack, repeatAfterRollback, repeatTransaction } from './postgres-retries.ts';
import { codeOf, noTimeout, retryWhileLocked, whileLockHeld } from './postgres-schema.ts';

export interface PostgresOptions {
  readonly url: string;
  readonly maxConnections: number;
  /** Off behind a pooler in transaction mode: the next statement may run on a connection where it is not prepared. */
  readonly prepareStatements: boolean;
}

const UNIQUE_VIOLATION = '23505';
/** Names the isolation level that our statements rely on, whatever the default of the role, database or cluster is. */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';
/** The key of the advisory lock for schema changes: an arbitrary number, the same in every version. */
const MIGRATION_LOCK = 7_204_113_001;
const SCHEMA_LOCK_TIMEOUT_MS = 500;
/** Fails (division by zero) on a server that was switched to read-only, where a plain SELECT would still succeed. */
const CHECK = "SELECT 1 / (current_setting('transaction_read_only') = 'off')::int AS takes_writes";

/** Latchkey's connections to this database, except the current one. */
const OTHERS = `SELECT application_name FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'latchkey%'`;

const INT8 = pg.types.builtins.INT8;
const TIMESTAMPTZ = pg.types.builtins.TIMESTAMPTZ;

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number;
    // Date.parse is twice as fast as the library's parser for PostgreSQL's `2026-11-16 09:30:44.123+00`.
    if (oid === TIMESTAMPTZ) return Date.parse;
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  },
};

export function openPostgres({ url, maxConnections, prepareStatements }: PostgresOptions): WritableDatabase {
  const connections = createConnections({ url, maxConnections, types, isPooled: !prepareStatements });

  const query = async (client: pg.PoolClient, sql: string, params: readonly Value[] = [], timeouts?: object) => {
    const { text, name } = toPostgres(sql);
    const values = [...params];
    const query = prepareStatements ? { text, values, name } : { text, values };
    try {
      const result = await client.query<Row>(timeouts ? { ...query, ...timeouts } : query);
      return result.rows;
    } catch (error) {
      throw translated(error);
    }
  };
  const read = createReads(connections, query);
  const rows = (sql: string, params: readonly Value[] = []) =>
    // A pooler may run each statement on another server connection, so nothing is pipelined through one. Other reads
    // are read committed, and PostgreSQL never rolls them back.
    prepareStatements && toPostgres(sql).onlyReads
      ? read(sql, params)
      : repeatAfterRollback(() => connections.use((client) => query(client, sql, params), isRolledBack));

  return {
    kind: 'postgres',
    async one<R>(sql: string, params?: readonly Value[]) {
      return (await rows(sql, params))[0] as R | undefined;
    },
    async all<R>(sql: string, params?: readonly Value[]) {
      return (await rows(sql, params)) as R[];
    },
    async batch(statements) {
      const outcome = await repeatTransaction(() =>
        connections.use(async (client) => {
          const results: Row[][] = [];
          const groups = upToRequired(statements);
          // BEGIN is awaited: if it failed, each statement behind it would commit by itself.
          const beginsWithCondition = prepareStatements && isCondition(groups[0]?.group);
          if (!beginsWithCondition) await client.query(BEGIN);
          for (const [at, { group, isLast }] of groups.entries()) {
            // Pipelined up to the next required statement, whose result decides whether the batch continues.
            const sent = inOneWrite(client, () => [
              ...(at === 0 && beginsWithCondition ? [client.query(BEGIN)] : []),
              ...group.map(({ sql, params }) => query(client, sql, params).then((found) => void results.push(found))),
              ...(isLast && !group.at(-1)?.required ? [client.query('COMMIT')] : []),
            ]);
            await allOf(sent, client);
            const { required = false } = group.at(-1) ?? {};
            if (required === false) continue;
            if (results.at(-1)?.length === 0) {
              await client.query('ROLLBACK');
              return required;
            }
            if (isLast) await allOf([client.query('COMMIT')], client);
          }
          return results;
        }, isRolledBack),
      );
      if (outcome instanceof Error) throw outcome;
      return outcome === true ? undefined : outcome;
    },
    migrating: (work) =>
      // Behind a pooler, a session belongs to Latchkey for one transaction only.
      prepareStatements
        ? forTheOperator(whileLockHeld(createConnections({ url, maxConnections: 1, types, isPooled: false }), work))
        : work({}),
    async otherVersions() {
      const found = await rows(OTHERS);
      return found.map(({ application_name }) => /^latchkey (\d+\.\d+\.\d+)$/.exec(String(application_name))?.[1]);
    },
    exclusively: (work) =>
      forTheOperator(
        retryWhileLocked(() =>
          connections.use(async (client) => {
            const script = (text: string) => client.query({ text, ...noTimeout });
            await script(`${BEGIN}; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0`);
            await script(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
            // A schema change that waits for a lock blocks all requests behind it, so it gives up early and is retried.
            await script(`SET LOCAL lock_timeout = ${SCHEMA_LOCK_TIMEOUT_MS}`);
            const schema: SchemaConnection = {
              run: async (text) => void (await script(text)),
              all: async <R>(sql: string, params?: readonly Value[]) =>
                (await query(client, sql, params, noTimeout)) as R[],
            };
            const result = await work(schema);
            await client.query('COMMIT');
            return result;
          }),
        ),
      ),
    // VACUUM removes dead rows, and runs automatically (autovacuum).
    async eraseDeleted() {},
    async check() {
      await rows(CHECK);
    },
    pool: connections.load,
    isOutage,
    close: () => connections.end(),
  };
}

const forTheOperator = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw isForTheOperator(error) ? new DatabaseUnusable(`cannot use PostgreSQL: ${messageOf(error)}`) : error;
  });

/** Splits the statements after each required one, so that only the last statement of a group can be required. */
function upToRequired(statements: readonly Statement[]): { group: readonly Statement[]; isLast: boolean }[] {
  const groups: Statement[][] = [[]];
  for (const [at, statement] of statements.entries()) {
    groups.at(-1)?.push(statement);
    if (statement.required && at < statements.length - 1) groups.push([]);
  }
  return groups.map((group, at) => ({ group, isLast: at === groups.length - 1 }));
}

/** Whether the group is a single required SELECT. It may lock rows, but writes nothing. */
const isCondition = (group: readonly Statement[] = []): boolean =>
  group.length === 1 && Boolean(group[0]?.required) && /^\s*SELECT\b/i.test(group[0]?.sql ?? '');

/** Waits for all results, so that none is pending when the connection is reused; throws the first error. */
async function allOf(sent: readonly Promise<unknown>[], client: pg.PoolClient): Promise<void> {
  const failed = (await Promise.allSettled(sent)).find((outcome) => outcome.status === 'rejected');
  if (!failed) return;
  if (isRolledBack(failed.reason)) await client.query('ROLLBACK');
  throw failed.reason;
}

interface PostgresStatement {
  readonly text: string;
  /** The name under which the server prepares the statement once. */
  readonly name: string;
  readonly onlyReads: boolean;
}

const statements = new Map<string, PostgresStatement>();

/** Translates the common dialect (database.ts). */
function toPostgres(sql: string): PostgresStatement {
  let statement = statements.get(sql);
  if (!statement) {
    const text = sql
      .replace(/\bms\((\$\d+)\)/g, "($1::float8 * interval '1 millisecond')")
      .replace(/\bat\((\$\d+)\)/g, 'to_timestamp($1::float8 / 1000)')
      .replace(/\bmoment\((\$\d+)\)/g, 'CAST($1 AS timestamptz)')
      // Dates are faster than EXTRACT, whose result is numeric.
      .replace(/\bday\(([\w.]+)\)/g, "CAST(CAST(timezone('UTC', $1) AS date) - DATE '1970-01-01' AS bigint)");
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    statement = { text, name, onlyReads: onlyReads(sql) };
    statements.set(sql, statement);
  }
  return statement;
}

const translated = (error: unknown): unknown =>
  codeOf(error) === UNIQUE_VIOLATION ? new UniqueViolation(messageOf(error)) : error;

/** Errors that the operator has to solve: no connection or resources, shutdown, no database, missing privileges. */
const isForTheOperator = (error: unknown): boolean =>
  !(error instanceof DatabaseUnusable) &&
  (/^(E[A-Z]+|08...|28...|3D...|57P..|53...|42501|3F000)$/.test(String(codeOf(error))) ||
    /timeout|terminated/i.test(messageOf(error)));

/** SQLSTATEs of lost connections, exhausted resources, shutdown and read-only. pg's own errors have only a message. */
const isOutage = (error: unknown): boolean =>
  error instanceof CannotConnect ||
  /^(E[A-Z]+|08...|53...|57P..|25006)$/.test(String(codeOf(error))) ||
  /^(Query read timeout$|Connection terminated|Client (was closed|has encountered a connection error))/.test(
    messageOf(error),
  );
