import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import {
  type Database,
  DatabaseUnusable,
  type Row,
  type SchemaConnection,
  type Statement,
  UniqueViolation,
  type Value,
} from '../database.ts';
import { CannotConnect, createConnections, messageOf } from './postgres-connections.ts';
import { createReads, inOneWrite, onlyReads } from './postgres-reads.ts';

export interface PostgresOptions {
  readonly url: string;
  readonly maxConnections: number;
  /** Off behind a pooler in transaction mode, where the next statement may meet another connection. */
  readonly prepareStatements: boolean;
}

const UNIQUE_VIOLATION = '23505';
/** Any number, as long as every Latchkey uses the same: who holds this lock may change the schema. */
const MIGRATION_LOCK = 7_204_113_001;
const LOCK_NOT_AVAILABLE = '55P03';
const SCHEMA_LOCK_TIMEOUT_MS = 2000;
const SCHEMA_RETRY_MS = 500;
const SCHEMA_ATTEMPTS = 20;
/** As long as a timer can be: a change of the schema takes the time it takes. */
const patience = { query_timeout: 2 ** 31 - 1 };

/** A server that was told to take no writes any more lets its reads go on. */
const CHECK = "SELECT 1 / (current_setting('transaction_read_only') = 'off')::int AS takes_writes";

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
  const connections = createConnections({ url, maxConnections, types, isPooled: !prepareStatements });

  const query = async (client: pg.PoolClient, sql: string, params: readonly Value[] = [], timeouts = {}) => {
    const text = toPostgres(sql);
    try {
      const result = await client.query<Row>({
        text,
        values: [...params],
        ...(prepareStatements && { name: nameOf(text) }),
        ...timeouts,
      });
      return result.rows;
    } catch (error) {
      throw translated(error);
    }
  };
  const read = createReads(connections, query);
  const rows = (sql: string, params: readonly Value[] = []) =>
    // A pooler lends its connections statement by statement: there, none is sent before the last was answered.
    prepareStatements && onlyReads(sql)
      ? read(sql, params)
      : connections.use((client) => query(client, sql, params), isUniqueViolation);

  return {
    kind: 'postgres',
    async one<R>(sql: string, params?: readonly Value[]) {
      return (await rows(sql, params))[0] as R | undefined;
    },
    async all<R>(sql: string, params?: readonly Value[]) {
      return (await rows(sql, params)) as R[];
    },
    batch: (statements) =>
      connections.use(async (client) => {
        const results: Row[][] = [];
        // The one answer worth waiting for: without a transaction, each of the following would be committed by itself.
        await client.query('BEGIN');
        for (const { group, isLast } of upToRequired(statements)) {
          // Sent without waiting for each answer; only where the next step depends on the last one is there a pause.
          const sent = inOneWrite(client, () => [
            ...group.map(({ sql, params }) => query(client, sql, params).then((found) => void results.push(found))),
            ...(isLast && !group.at(-1)?.required ? [client.query('COMMIT')] : []),
          ]);
          await allOf(sent, client);
          if (!group.at(-1)?.required) continue;
          if (results.at(-1)?.length === 0) {
            await client.query('ROLLBACK');
            return undefined;
          }
          if (isLast) await allOf([client.query('COMMIT')], client);
        }
        return results;
      }, isUniqueViolation),
    exclusively: (work) =>
      retryWhileLocked(() =>
        connections.use(async (client) => {
          const script = (text: string) => client.query({ text, ...patience });
          await script('BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
          await script(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
          // Whoever waits for a table holds up everyone who comes after: better to give way and to try again.
          await script(`SET LOCAL lock_timeout = ${SCHEMA_LOCK_TIMEOUT_MS}`);
          const schema: SchemaConnection = {
            run: async (text) => void (await script(text)),
            all: async <R>(sql: string, params?: readonly Value[]) =>
              (await query(client, sql, params, patience)) as R[],
          };
          const result = await work(schema);
          await client.query('COMMIT');
          return result;
        }),
      ).catch((error: unknown) => {
        throw isForTheOperator(error) ? new DatabaseUnusable(`cannot use PostgreSQL: ${messageOf(error)}`) : error;
      }),
    async check() {
      await rows(CHECK);
    },
    isOutage,
    close: () => connections.end(),
  };
}

/** Groups of which only the last statement may be a required one. */
function upToRequired(statements: readonly Statement[]): { group: readonly Statement[]; isLast: boolean }[] {
  const groups: Statement[][] = [[]];
  for (const [at, statement] of statements.entries()) {
    groups.at(-1)?.push(statement);
    if (statement.required && at < statements.length - 1) groups.push([]);
  }
  return groups.map((group, at) => ({ group, isLast: at === groups.length - 1 }));
}

/** Waits for all, so that nothing is left on the wire, and fails with the first failure: the others follow from it. */
async function allOf(sent: readonly Promise<unknown>[], client: pg.PoolClient): Promise<void> {
  const failed = (await Promise.allSettled(sent)).find((outcome) => outcome.status === 'rejected');
  if (!failed) return;
  if (isUniqueViolation(failed.reason)) await client.query('ROLLBACK');
  throw failed.reason;
}

async function retryWhileLocked<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (attempt === SCHEMA_ATTEMPTS) {
        throw new DatabaseUnusable('the schema cannot be changed: another connection holds a lock on its tables');
      }
      await setTimeout(SCHEMA_RETRY_MS);
    }
  }
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

const isUniqueViolation = (error: unknown): boolean => error instanceof UniqueViolation;

const translated = (error: unknown): unknown =>
  codeOf(error) === UNIQUE_VIOLATION ? new UniqueViolation(messageOf(error)) : error;

/** It was lost on the way, or the role may not make tables: the classes of connection, resources and shutdown, and missing privileges. */
const isForTheOperator = (error: unknown): boolean =>
  !(error instanceof DatabaseUnusable) &&
  (/^(E[A-Z]+|08...|28...|3D...|57P..|53...|42501|3F000)$/.test(String(codeOf(error))) ||
    /timeout|terminated/i.test(messageOf(error)));

/** The codes of connections, resources, shutdown and of a server that only reads; the driver has words of its own for what it notices itself. */
const isOutage = (error: unknown): boolean =>
  error instanceof CannotConnect ||
  /^(E[A-Z]+|08...|53...|57P..|25006)$/.test(String(codeOf(error))) ||
  /^(Query read timeout$|Connection terminated|Client (was closed|has encountered a connection error))/.test(
    messageOf(error),
  );
