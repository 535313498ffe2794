import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  type Database,
  DatabaseUnusable,
  type Row,
  type SchemaConnection,
  UniqueViolation,
  type Value,
} from './database.ts';

/** How long one process waits for another's write before it gives up. */
const BUSY_TIMEOUT_MS = 3000;
const LONGEST_BUSY_PAUSE_MS = 20;
/** Whoever asks whether the disk takes writes may ask often; the disk is asked once in this time. */
const CHECK_EVERY_MS = 1000;
const CHECK_TIMEOUT_MS = 500;
const SQLITE_BUSY = 5;
const SQLITE_CONSTRAINT_UNIQUE = 2067;
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;

export function openSqlite(path: string, nowMs: () => number = Date.now): Database {
  const connection = open(path);
  connection.function('now', nowMs);
  const prepared = new Map<string, StatementSync>();

  const prepare = (sql: string): StatementSync => {
    let statement = prepared.get(sql);
    if (!statement) {
      statement = connection.prepare(toSqlite(sql));
      prepared.set(sql, statement);
    }
    return statement;
  };
  const rows = (sql: string, params: readonly Value[]): Row[] => {
    try {
      return prepare(sql).all(...params) as Row[];
    } catch (error) {
      throw translated(error);
    }
  };
  const rollBack = () => {
    // A full disk makes SQLite end the transaction by itself; a second ROLLBACK would hide the real error.
    if (connection.isTransaction) connection.exec('ROLLBACK');
  };
  let checkedAtMs = Number.NEGATIVE_INFINITY;

  return {
    kind: 'sqlite',
    async one<R>(sql: string, params: readonly Value[] = []) {
      return (await whenFree(() => rows(sql, params)))[0] as R | undefined;
    },
    async all<R>(sql: string, params: readonly Value[] = []) {
      return (await whenFree(() => rows(sql, params))) as R[];
    },
    batch: (statements) =>
      // Synchronous from BEGIN to COMMIT, so that no other request of this process can come between.
      whenFree(() => {
        connection.exec('BEGIN IMMEDIATE');
        try {
          const results: Row[][] = [];
          for (const { sql, params, required } of statements) {
            const result = rows(sql, params);
            if (required && result.length === 0) {
              rollBack();
              return undefined;
            }
            results.push(result);
          }
          connection.exec('COMMIT');
          return results;
        } catch (error) {
          rollBack();
          throw error;
        }
      }),
    async exclusively(work) {
      try {
        await whenFree(() => connection.exec('BEGIN IMMEDIATE'));
      } catch (error) {
        throw new DatabaseUnusable(`cannot write to the database ${path}: ${reason(error)}`);
      }
      const schema: SchemaConnection = {
        run: async (script) => connection.exec(script),
        all: async <R>(sql: string, params: readonly Value[] = []) => rows(sql, params) as R[],
      };
      try {
        const result = await work(schema);
        connection.exec('COMMIT');
        return result;
      } catch (error) {
        rollBack();
        throw error;
      }
    },
    async check() {
      if (performance.now() - checkedAtMs < CHECK_EVERY_MS) return;
      // A page is written and synced: nothing less shows a disk that is full or has become read-only.
      await whenFree(() => connection.exec('PRAGMA user_version = 1'), CHECK_TIMEOUT_MS);
      checkedAtMs = performance.now();
    },
    async close() {
      if (connection.isOpen) connection.close();
    },
  };
}

/** SQLite would wait with the whole process; this waits with the one request that needs the lock. */
async function whenFree<T>(work: () => T, timeoutMs = BUSY_TIMEOUT_MS): Promise<T> {
  let deadlineMs: number | undefined;
  for (;;) {
    try {
      return work();
    } catch (error) {
      deadlineMs ??= performance.now() + timeoutMs;
      if (!isBusy(error) || performance.now() > deadlineMs) throw error;
    }
    await setTimeout(Math.random() * LONGEST_BUSY_PAUSE_MS);
  }
}

function open(path: string): DatabaseSync {
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
    if (path !== ':memory:') chmodSync(path, 0o600);
    // FULL: an answer is given only after the disk has the data, also when the power fails the next moment.
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 0');
    return connection;
  } catch (error) {
    throw new DatabaseUnusable(`cannot open the database ${path}: ${reason(error)}`);
  }
}

const toSqlite = (sql: string): string =>
  sql
    .replace(/\bms\((\$\d+)\)/g, '$1')
    .replace(/\bFOR UPDATE( SKIP LOCKED)?\b/g, '')
    .replace(/\$(\d+)/g, '?$1');

const codeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;

/** The low byte is the kind; the rest says which lock. */
const isBusy = (error: unknown): boolean => (codeOf(error) & 0xff) === SQLITE_BUSY;

function translated(error: unknown): unknown {
  const code = codeOf(error);
  return code === SQLITE_CONSTRAINT_UNIQUE || code === SQLITE_CONSTRAINT_PRIMARYKEY
    ? new UniqueViolation(reason(error))
    : error;
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
