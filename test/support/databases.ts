import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';
import { type Clock, createClock } from './clock.ts';
import { createPostgresDatabase } from './postgres-database.ts';
import { quickFolder } from './quick-folder.ts';
import { openPostgres, openSqlite, type RawDatabase } from './raw-database.ts';
import { isQuickRun } from './scope.ts';
import { templates } from './templates.ts';

/** A database of the test's own, with a clock that the test can turn. */
export interface TestDatabase {
  readonly url: string;
  readonly clock: Clock;
  open(): RawDatabase;
}

export type DatabaseKind = RawDatabase['kind'];
export const DATABASE_KINDS: readonly DatabaseKind[] = ['sqlite', 'postgres'];
/** Fewer where tests are run once more for another reason (many-sessions.test.ts). */
const chosenKinds = () => DATABASE_KINDS.filter((kind) => (process.env.TEST_DATABASE_KIND ?? kind) === kind);

/** More than one at a time suits tests that mostly wait. */
interface Options {
  readonly concurrency?: number;
}

/** Everything that is promised is promised on both. `npm test` tries it on SQLite alone. */
export function describeOnBothDatabases(
  name: string,
  define: (kind: DatabaseKind) => void,
  options: Options = {},
): void {
  describeOn(isQuickRun ? ['sqlite'] : chosenKinds(), name, define, options);
}

/** What `npm test` tries on both: SQL that is read differently, drivers, locks and races. */
export function describeWhereDatabasesDiffer(
  name: string,
  define: (kind: DatabaseKind) => void,
  options: Options = {},
): void {
  describeOn(chosenKinds(), name, define, options);
}

function describeOn(
  kinds: readonly DatabaseKind[],
  name: string,
  define: (kind: DatabaseKind) => void,
  { concurrency = 1 }: Options,
): void {
  for (const kind of kinds) describe(`${name} (${kind})`, { concurrency }, () => define(kind));
}

/** With the tables of this version and nothing in them: a copy, because the migrations take ten times as long. */
export const createTestDatabase = (t: Lifetime, kind: DatabaseKind): Promise<TestDatabase> =>
  create(t, kind, { isEmpty: false });

/** Without tables, for tests of whoever makes them. */
export const createEmptyDatabase = (t: Lifetime, kind: DatabaseKind): Promise<TestDatabase> =>
  create(t, kind, { isEmpty: true });

interface Content {
  readonly isEmpty: boolean;
}

const create = async (t: Lifetime, kind: DatabaseKind, content: Content): Promise<TestDatabase> =>
  kind === 'sqlite' ? createSqlite(t, content) : createPostgres(t, content);

function createSqlite(t: Lifetime, { isEmpty }: Content): TestDatabase {
  const folder = mkdtempSync(join(quickFolder(), 'latchkey-test-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  const clock = createClock();
  const path = join(folder, 'latchkey.db');
  if (!isEmpty) copyFileSync(templates().sqlite, path);
  return {
    url: `sqlite:${path}`,
    clock,
    open() {
      const db = openSqlite(path, clock.nowMs);
      // As with the PostgreSQL of the tests: no test cuts the power, and none waits for the disk.
      void db.all('PRAGMA synchronous = OFF');
      return db;
    },
  };
}

async function createPostgres(t: Lifetime, { isEmpty }: Content): Promise<TestDatabase> {
  const { url, setClock, remove } = await createPostgresDatabase(isEmpty ? undefined : templates().postgres);
  cleanUpAfter(t, remove);
  return {
    url,
    clock: createClock(setClock),
    open: () => openPostgres({ url, maxConnections: 10, prepareStatements: true }),
  };
}
