import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../src/store/engine/migrate.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand } from '../support/command.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { folderWithPostgresTools, INSTALLED_POSTGRES } from '../support/postgres-tools.ts';
import { openPostgres } from '../support/raw-database.ts';
import { createSchemaOf060 } from '../support/schema-0.6.0.ts';

async function setUp(t: TestContext, bin: string) {
  const server = await startPostgres({ binaries: { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') } });
  cleanUpAfter(t, () => server.stop());
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  for (const sql of ["CREATE ROLE latchkey LOGIN PASSWORD 'change me'", 'CREATE DATABASE latchkey OWNER latchkey'])
    await admin.query(sql);
  await admin.end();
  const url = `postgres://latchkey:change%20me@127.0.0.1:${server.port}/latchkey`;
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-restore-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  const runWith = (PATH: string, ...args: string[]) => runCommand(args, { DATABASE_URL: url, DATA_DIR: folder, PATH });
  // The tools of PostgreSQL are found by PATH, as those of an operator.
  const run = (...args: string[]) => runWith(`${bin}:${process.env.PATH}`, ...args);
  const open = () => {
    const db = openPostgres({ url, maxConnections: 1, prepareStatements: true });
    return { db, [Symbol.asyncDispose]: () => db.close() };
  };
  return { folder, run, runWith, open };
}

const ADD = `INSERT INTO users (full_name, email, phone_number, industry, password_hash, created_at, updated_at)
  VALUES ($1, $1, $1, 'x', 'none', now(), now())`;

it('backup and restore leave the connections of a pooler alone, which the service would get with other settings', async () => {
  const environment = { DATABASE_URL: 'postgres://latchkey@127.0.0.1:1/latchkey', DATABASE_PREPARE: 'off' };
  for (const args of [
    ['backup', join(tmpdir(), 'latchkey-none.dump')],
    ['restore', import.meta.filename, '--yes'],
  ]) {
    const { code, stderr } = await runCommand(args, environment);
    assert.match(
      stderr,
      /^latchkey: (\w+): DATABASE_URL leads through a pooler .*: DATABASE_PREPARE=on .* latchkey \1 …\n$/,
    );
    assert.equal(code, 1);
  }
});

it('a dump of the version before is restored after an upgrade, all of it or nothing, and once more', {
  skip: folderWithPostgresTools === undefined && `no PostgreSQL with its tools in ${INSTALLED_POSTGRES}`,
}, async (t) => {
  const { folder, run, runWith, open } = await setUp(t, folderWithPostgresTools ?? '');
  const emails = async (schema = 'public') => {
    await using opened = open();
    const rows = await opened.db.all<{ email: string }>(`SELECT email FROM ${schema}.users ORDER BY id`);
    return rows.map(({ email }) => email);
  };
  const dump = join(folder, 'latchkey.dump');
  {
    await using opened = open();
    await createSchemaOf060(opened.db);
    await opened.db.all(ADD, ['in the dump']);
    const made = await run('backup', dump);
    assert.equal(made.code, 0, made.stderr);
    assert.equal(statSync(dump).mode & 0o777, 0o600);
    await migrate(opened.db);
    await opened.db.all(
      'CREATE TABLE of_a_newer_version (user_id BIGINT REFERENCES users (id), email TEXT REFERENCES users (email))',
    );
    await opened.db.all(ADD, ['later']);
    await opened.db.all('CREATE SCHEMA of_others');
    await opened.db.all('CREATE TABLE of_others.things (id BIGINT PRIMARY KEY)');
    assert.match((await run('restore', dump, '--yes')).stderr, /is in use\. Stop every instance/);
  }
  const elsewhere = {
    DATABASE_URL: 'postgres://latchkey@127.0.0.1:1/gone',
    PATH: `${folderWithPostgresTools}:${process.env.PATH}`,
  };
  const alone = await runCommand(['restore', dump], elsewhere);
  assert.match(alone.stdout, /has the schema \d+\nthe current .*gone.* cannot be read: .*ECONNREFUSED.*\nNothing/);
  const checked = await run('restore', dump);
  assert.match(checked.stdout, /latchkey\.dump is complete, and has the schema \d+\nNothing was changed\./);
  const restored = await run('restore', dump, '--yes');
  assert.match(restored.stdout, /^1 account restored; 0 sessions ended/m, restored.stderr);
  assert.deepEqual(await emails(), ['in the dump']);
  const [, aside = ''] = /DROP SCHEMA (\w+) CASCADE/.exec(restored.stdout) ?? [];
  assert.deepEqual(await emails(aside), ['in the dump', 'later']);

  const second = join(folder, 'second.dump');
  assert.equal((await run('backup', second)).code, 0);
  {
    await using opened = open();
    await opened.db.all(`DROP SCHEMA ${aside} CASCADE`);
    await opened.db.all(ADD, ['later still']);
  }
  const whole = readFileSync(second);
  writeFileSync(second, whole.subarray(0, -2000));
  assert.match((await run('restore', second, '--yes')).stderr, /^latchkey: pg_restore failed: /);
  assert.deepEqual(await emails(), ['in the dump', 'later still'], 'a dump that was cut off changes nothing');
  writeFileSync(second, whole);
  {
    await using opened = open();
    for (const id of [1, 999])
      await opened.db.all("INSERT INTO audit_events (happened_at, event, user_id) VALUES (now(), 'deleted', $1)", [id]);
  }
  assert.match((await run('restore', second)).stdout, /\ndeleted since the backup: 1 account\..*\nNothing was changed/);
  const told = await run('restore', second, '--yes');
  assert.equal(told.code, 0, told.stderr);
  assert.match(told.stdout, /^restored, but deleted since .*: 1 account\. .* latchkey users delete 1 --yes$/m);
  assert.deepEqual(await emails(), ['in the dump'], 'without what the restore before had set aside');

  // What ends the sessions of the backup cannot do so; a kill in that moment leaves the same.
  const broken = join(folder, 'broken.dump');
  const rename = async (from: string, to: string) => {
    await using opened = open();
    await opened.db.all(`ALTER TABLE ${from} RENAME TO ${to}`);
  };
  await rename('refresh_tokens', 'elsewhere');
  assert.equal((await run('backup', broken)).code, 0);
  await rename('elsewhere', 'refresh_tokens');
  assert.equal((await run('restore', broken, '--yes')).code, 1);
  for (const command of [['users', 'list'], ['migrate']])
    assert.match((await run(...command)).stderr, /restore was interrupted .* run it again/, command.join(' '));
  {
    await using opened = open();
    await assert.rejects(migrate(opened.db), /restore was interrupted/, 'the service, when it starts');
  }
  await setTimeout(1000 - (Date.now() % 1000));
  assert.equal((await run('restore', second, '--yes')).code, 0);
  assert.equal((await run('users', 'list')).code, 0);

  // psql would run what a dump says it should, programs of this machine too.
  const shadow = join(folder, 'shadow');
  mkdirSync(shadow);
  writeFileSync(join(shadow, 'psql'), `#!/bin/sh\ntouch ${join(folder, 'psql-was-run')}\nexit 1\n`, { mode: 0o700 });
  const shadowed = `${shadow}:${folderWithPostgresTools}:${process.env.PATH}`;
  const plain = await runWith(shadowed, 'restore', second, '--yes');
  assert.equal(plain.code, 0, plain.stderr);
  assert.equal(existsSync(join(folder, 'psql-was-run')), false);

  // The dump is complete, and cannot be loaded: it needs a type of another schema that is gone.
  const needy = join(folder, 'needy.dump');
  {
    await using opened = open();
    await opened.db.all("CREATE TYPE of_others.kind AS ENUM ('a')");
    await opened.db.all('CREATE TABLE needs_others (kind of_others.kind)');
    assert.equal((await run('backup', needy)).code, 0);
    await opened.db.all('DROP TYPE of_others.kind CASCADE');
    await opened.db.all(ADD, ['not in the dump']);
  }
  assert.match((await run('restore', needy, '--yes')).stderr, /^latchkey: pg_restore failed: .*of_others\.kind/s);
  assert.deepEqual(await emails(), ['in the dump', 'not in the dump'], 'the tables are as they were');
  assert.equal((await run('users', 'list')).code, 0);

  // As a kill while it loads leaves it.
  {
    await using opened = open();
    await opened.db.exclusively(({ run: script }) =>
      script(`ALTER SCHEMA public RENAME TO before_restore_killed; CREATE SCHEMA public;
        CREATE TABLE public.schema_restoring (aside text);
        INSERT INTO public.schema_restoring VALUES ('before_restore_killed')`),
    );
  }
  for (const command of [['users', 'list'], ['migrate']])
    assert.match((await run(...command)).stderr, /restore was interrupted .* run it again/, command.join(' '));
  const again = await run('restore', second, '--yes');
  assert.equal(again.code, 0, again.stderr);
  const [, kept = ''] = /DROP SCHEMA (\w+) CASCADE/.exec(again.stdout) ?? [];
  assert.deepEqual([await emails(), await emails(kept)], [['in the dump'], ['in the dump', 'not in the dump']]);

  const third = join(folder, 'third.dump');
  assert.match((await runWith(folder, 'backup', third)).stderr, /pg_dump was not found: .* postgresql-client/);
  assert.equal(existsSync(`${third}.partial`), false);
});
