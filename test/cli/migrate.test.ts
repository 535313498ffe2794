import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { VERSION } from '../../src/lib/version.ts';
import { migrate, readMigrations } from '../../src/store/engine/migrate.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand, runProgram } from '../support/command.ts';
import { createEmptyDatabase, type DatabaseKind, describeWhereDatabasesDiffer } from '../support/databases.ts';
import { createSchemaOf060 } from '../support/schema-0.6.0.ts';
import { createServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';

async function createOlder(t: TestContext, kind: DatabaseKind) {
  const database = await createEmptyDatabase(t, kind);
  const db = database.open();
  await createSchemaOf060(db);
  await db.all(`INSERT INTO users (full_name, email, phone_number, industry, password_hash, created_at, updated_at)
    VALUES ('Ada', 'ada@example.com', '1', 'x', 'none', now(), now())`);
  await db.close();
  const newest = readMigrations(kind).at(-1)?.version;
  return {
    database,
    newest,
    run: (...args: string[]) => runCommand(['migrate', ...args], { DATABASE_URL: database.url }),
  };
}

describeWhereDatabasesDiffer('latchkey migrate', (kind) => {
  it('says with --plan what it would do, and changes nothing', async (t) => {
    const { database, newest, run } = await createOlder(t, kind);
    const { code, stdout, stderr } = await run('--plan');
    assert.equal(code, 0, stderr);
    const [first, second, ...steps] = stdout.trimEnd().split('\n');
    assert.match(
      first ?? '',
      new RegExp(
        `^Schema 37 \\(Latchkey 0\\.6\\.0\\) to ${newest} \\(Latchkey ${VERSION}\\): ${steps.length} steps, less ` +
          'than a second in all$',
      ),
    );
    assert.match(second ?? '', /^The upgrade may be rolling/);
    const index = steps.find((line) => line.includes('CREATE INDEX users_invited')) ?? '';
    assert.match(
      index,
      kind === 'sqlite' ? /: writes wait, less than/ : /: users \(1 rows\) is read and written meanwhile, less than/,
    );
    assert.match(stderr, /^latchkey: nothing was changed in the database /);
    const db = database.open();
    cleanUpAfter(t, () => db.close());
    assert.deepEqual(await db.one('SELECT MAX(version) AS version FROM schema_migrations'), { version: 37 });
  });

  it('brings an older database up to date with a line for each step, and has nothing to do then', async (t) => {
    const { newest, run } = await createOlder(t, kind);
    const planned = (await run('--plan')).stdout.trimEnd().split('\n').length;
    const first = await run();
    assert.deepEqual([first.code, first.stderr], [0, '']);
    assert.equal(first.stdout.trimEnd().split('\n').length, planned, 'a line at the beginning and at the end');
    const last = new RegExp(`has the schema of Latchkey ${VERSION} \\(${newest}\\)\n$`);
    assert.match(first.stdout, last);
    const again = await run();
    assert.match(again.stdout, last);
    assert.equal(again.stdout.split('\n').length, 2);
  });

  it('plans only what is left of an upgrade that was interrupted', async (t) => {
    const { database, run } = await createOlder(t, kind);
    const before = (await run('--plan')).stdout.split('\n');
    const db = database.open();
    cleanUpAfter(t, () => db.close());
    const migrations = readMigrations(kind).map((one) => ({
      ...one,
      script: one.script.replace('CREATE TABLE identities', 'CREATE NOTHING identities'),
    }));
    await assert.rejects(migrate(db, { migrations }));
    const left = (await run('--plan')).stdout.split('\n');
    const [first, next] = [/step 1 of /, /CREATE TABLE identities/];
    const has = (lines: readonly string[], step: RegExp) => lines.some((line) => step.test(line));
    assert.deepEqual([has(before, first), has(left, first), has(left, next)], [true, false, true], left.join('\n'));
  });

  it('makes no database', async (t) => {
    const { url } = await createEmptyDatabase(t, kind);
    const { code, stderr } = await runCommand(['migrate'], { DATABASE_URL: url });
    assert.equal(code, 1);
    assert.match(stderr, /^latchkey: there (is no database|are no tables of Latchkey in) .*\n$/);
  });

  // The service starts the same way on both.
  if (kind === 'postgres') return;

  it('is what the service does when it starts, with the version in the first line of its log', async (t) => {
    const { database, newest } = await createOlder(t, kind);
    const service = await createServiceProcess(t, { settings: { DATABASE_URL: database.url, LOG_FORMAT: 'json' } });
    await service.start();
    await until('it says where it listens', () => service.output().includes(`Latchkey ${VERSION} listens on`));
    const [first = ''] = service.output().split('\n');
    assert.match(first, new RegExp(`"Latchkey ${VERSION} brings the database from schema 37 to ${newest}"`));
  });
});

it('latchkey --version prints the version of the package', async () => {
  const { code, stdout } = await runProgram(['--version'], {});
  assert.deepEqual([code, stdout], [0, `${VERSION}\n`]);
  assert.match(VERSION, /^\d+\.\d+\.\d+$/);
});
