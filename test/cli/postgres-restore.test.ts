import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { it, type TestContext } from 'node:test';
import pg from 'pg';
import { openPostgres } from '../../src/store/drivers/postgres.ts';
import { migrate, readMigrations } from '../../src/store/migrate.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { startPostgres } from '../support/postgres-server.ts';

/** Where Debian puts a server with its tools. The lockfile's PostgreSQL has none, and older ones refuse its server. */
const INSTALLED = '/usr/lib/postgresql';
const folderWithTools = (existsSync(INSTALLED) ? readdirSync(INSTALLED) : [])
  .sort((a, b) => Number(b) - Number(a))
  .map((version) => join(INSTALLED, version, 'bin'))
  .find((bin) => ['postgres', 'initdb', 'pg_dump', 'pg_restore'].every((name) => existsSync(join(bin, name))));

/** The two blocks of docs/deploy.md: making a copy, and restoring it. */
function printedCommands(folder: string): [dump: string, restore: string] {
  const document = readFileSync(resolve(import.meta.dirname, '../../docs/deploy.md'), 'utf8');
  const [, section = ''] = /^PostgreSQL is copied with its own tools([\s\S]*?)^## /m.exec(document) ?? [];
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) =>
    block.replaceAll('/etc/latchkey.env', join(folder, 'latchkey.env')).replaceAll('/var/backups', folder),
  );
  assert.equal(blocks.length, 2);
  return blocks as [string, string];
}

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
  writeFileSync(join(folder, 'latchkey.env'), `DATABASE_URL=${url}\n`, { mode: 0o600 });
  mkdirSync(join(folder, 'bin'));
  symlinkSync(resolve(import.meta.dirname, '../../bin/latchkey'), join(folder, 'bin/latchkey'));
  chmodSync(folder, 0o700);
  const run = (script: string) => {
    const PATH = `${join(folder, 'bin')}:${bin}:${process.env.PATH}`;
    const { status, stderr } = spawnSync('sh', ['-e'], { input: script, env: { PATH }, cwd: folder, encoding: 'utf8' });
    return { status, stderr };
  };
  const open = () => {
    const db = openPostgres({ url, maxConnections: 1, prepareStatements: true });
    return { db, [Symbol.asyncDispose]: () => db.close() };
  };
  return { folder, run, open };
}

const ADD = `INSERT INTO users (full_name, email, phone_number, industry, password_hash, created_at, updated_at)
  VALUES ($1, $1, $1, 'x', 'none', now(), now())`;

it('a dump of the version before is restored after an upgrade, as printed, and once more', {
  skip: folderWithTools === undefined && `no PostgreSQL with its tools in ${INSTALLED}`,
}, async (t) => {
  const { folder, run, open } = await setUp(t, folderWithTools ?? '');
  const [dump, restore] = printedCommands(folder);
  const emails = async () => {
    await using opened = open();
    return (await opened.db.all<{ email: string }>('SELECT email FROM users ORDER BY id')).map(({ email }) => email);
  };
  {
    await using opened = open();
    await migrate(opened.db, { migrations: readMigrations('postgres').filter(({ version }) => version <= 22) });
    await opened.db.all(ADD, ['in the dump']);
    assert.deepEqual(run(dump), { status: 0, stderr: '' });
    await migrate(opened.db);
    await opened.db.all(
      'CREATE TABLE of_a_newer_version (user_id BIGINT REFERENCES users (id), email TEXT REFERENCES users (email))',
    );
    await opened.db.all(ADD, ['later']);
  }
  const restored = run(restore);
  assert.equal(restored.status, 0, restored.stderr);
  assert.deepEqual(await emails(), ['in the dump']);
  assert.equal(existsSync(join(folder, 'latchkey.sql')), false);

  rmSync(join(folder, 'latchkey.dump'));
  assert.deepEqual(run(dump), { status: 0, stderr: '' });
  assert.equal(run(restore).status, 0);
  assert.deepEqual(await emails(), ['in the dump']);

  writeFileSync(join(folder, 'latchkey.dump'), readFileSync(join(folder, 'latchkey.dump')).subarray(0, -2000));
  {
    await using opened = open();
    await opened.db.all(ADD, ['later']);
  }
  assert.match(run(restore).stderr, /pg_restore: error/);
  assert.deepEqual(await emails(), ['in the dump', 'later'], 'a dump that was cut off changes nothing');
});
