import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { chownToFolderOwner, createFileIfMissing, makeFolder } from '../../../lib/file-ownership.ts';
import { reasonOf } from '../../../lib/reason-of.ts';
import {
  DatabaseUnusable,
  type Row,
  type SchemaConnection,
  UniqueViolation,
  type Value,
  type WritableDatabase,
} from '../database.ts';
import { assertFreeSpace, atMostOncePerSecond } from './free-disk-space.ts';
import { findDamage } from './sqlite-damage.ts';
import { type PreparedStatement, prepareStatement } from './sqlite-statements.ts';

/** How long a write waits for another process's lock before it fails. */
const BUSY_TIMEOUT_MS = 3000;
const MAX_BUSY_PAUSE_MS = 20;
const CHECK_TIMEOUT_MS = 500;
/** A schema change waits longer, while other processes write one after another. */
const SCHEMA_TIMEOUT_MS = 30_000;
const SQLITE_BUSY = 5;
/** SQLITE_BUSY, _READONLY, _IOERR, _FULL and _CANTOPEN: errors of the file or the disk, not of the statement. */
const STORAGE_FAILURES: ReadonlySet<number> = new Set([SQLITE_BUSY, 8, 10, 13, 14]);
const SQLITE_CONSTRAINT_UNIQUE = 2067;
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const SQLITE_CONSTRAINT_TRIGGER = 1811;

export function openSqlite(path: string, nowMs: () => number = Date.now): WritableDatabase {
  const connection = open(path);
  const prepared = new Map<string, PreparedStatement>();

  const prepare = (sql: string): PreparedStatement => {
    let statement = prepared.get(sql);
    if (!statement) {
      statement = prepareStatement(connection, sql, nowMs);
      prepared.set(sql, statement);
    }
    return statement;
  };
  const rows = (sql: string, params: readonly Value[]): Row[] => {
    try {
      return prepare(sql).all(params);
    } catch (error) {
      throw translated(error);
    }
  };
  const firstRow = (sql: string, params: readonly Value[]): Row | undefined => {
    try {
      return prepare(sql).first(params);
    } catch (error) {
      throw translated(error);
    }
  };
  const rollBack = () => {
    // On a full disk SQLite rolls back by itself; another ROLLBACK would throw and hide the real error.
    if (connection.isTransaction) connection.exec('ROLLBACK');
  };
  return {
    kind: 'sqlite',
    one: <R>(sql: string, params: readonly Value[] = []) => whenFree(() => firstRow(sql, params) as R | undefined),
    all: <R>(sql: string, params: readonly Value[] = []) => whenFree(() => rows(sql, params) as R[]),
    batch: (statements) =>
      // Synchronous from BEGIN to COMMIT, so that no other request of this process can run statements in between.
      whenFree(() => {
        connection.exec('BEGIN IMMEDIATE');
        try {
          const results: Row[][] = [];
          for (const { sql, params, required } of statements) {
            const result = rows(sql, params);
            if (required && result.length === 0) {
              rollBack();
              if (required instanceof Error) throw required;
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
        await whenFree(() => connection.exec('BEGIN IMMEDIATE'), SCHEMA_TIMEOUT_MS);
      } catch (error) {
        throw new DatabaseUnusable(`cannot write to the database ${path}: ${reasonOf(error)}`);
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
    migrating: (work) => work({}),
    otherVersions: async () => (path === ':memory:' || isAlone(connection) ? [] : [undefined]),
    async eraseDeleted() {
      try {
        // The write-ahead log still has the pages from before the deletion.
        if (path !== ':memory:') connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch (error) {
        // Another process is reading or writing; the next call will truncate the log.
        if (!isBusy(error)) throw error;
      }
    },
    check: atMostOncePerSecond(async () => {
      // Writes and syncs a page: only a write shows that the disk became read-only, or that the file may not grow.
      await whenFree(() => connection.exec('PRAGMA user_version = 1'), CHECK_TIMEOUT_MS);
      // The write above may reuse a page of the file, so only a new file shows that the disk is full.
      if (path !== ':memory:') await assertFreeSpace(path);
    }),
    ...(path !== ':memory:' && { findDamage: (signal?: AbortSignal) => findDamage(path, signal) }),
    isOutage: (error) => STORAGE_FAILURES.has(codeOf(error) & 0xff) || isSystemError(error),
    async close() {
      if (connection.isOpen) connection.close();
    },
  };
}

/** SQLite leaves write-ahead mode only if no other connection, in any process, has the file open. */
function isAlone(connection: DatabaseSync): boolean {
  try {
    connection.exec('PRAGMA journal_mode = DELETE');
    connection.exec('PRAGMA journal_mode = WAL');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/** Retries while another process holds the lock. SQLite's own busy timeout would block the event loop. */
function whenFree<T>(work: () => T, timeoutMs = BUSY_TIMEOUT_MS): Promise<T> {
  try {
    return Promise.resolve(work());
  } catch (error) {
    return isBusy(error) ? retryUntilFree(work, timeoutMs) : Promise.reject(error);
  }
}

async function retryUntilFree<T>(work: () => T, timeoutMs: number): Promise<T> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    await setTimeout(Math.random() * MAX_BUSY_PAUSE_MS);
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadlineMs) throw error;
    }
  }
}

function open(path: string): DatabaseSync {
  try {
    if (path !== ':memory:') prepareFile(path);
    const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
    if (path !== ':memory:') chmodSync(path, 0o600);
    // synchronous = FULL: a commit returns when the data is on disk, so that a power failure loses no acknowledged
    // write. secure_delete = ON: deleted content is overwritten with zeros.
    connection.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA busy_timeout = 0',
    );
    return connection;
  } catch (error) {
    throw new DatabaseUnusable(`cannot open the database ${path}: ${reasonOf(error)}`);
  }
}

/** Gives the files to the owner of their folder, even if root runs a command. -wal and -shm get the same mode. */
function prepareFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new Error(found.isDirectory() ? 'it is a folder' : 'it is not a file');
  makeFolder(dirname(path));
  if (!found) createFileIfMissing(path);
  for (const file of [path, `${path}-wal`, `${path}-shm`]) chownToFolderOwner(file);
}

const codeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;

/** The low byte of an extended result code is the primary code. */
const isBusy = (error: unknown): boolean => (codeOf(error) & 0xff) === SQLITE_BUSY;

/** Errors of assertFreeSpace, such as ENOSPC. Errors of SQLite have a numeric `errcode`. */
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));

function translated(error: unknown): unknown {
  const code = codeOf(error);
  const isUnique = code === SQLITE_CONSTRAINT_UNIQUE || code === SQLITE_CONSTRAINT_PRIMARYKEY;
  // A trigger that acts as a unique constraint starts its message with UNIQUE.
  const isUniqueByTrigger = code === SQLITE_CONSTRAINT_TRIGGER && reasonOf(error).startsWith('UNIQUE');
  return isUnique || isUniqueByTrigger ? new UniqueViolation(reasonOf(error)) : error;
}
