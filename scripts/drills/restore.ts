import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { emailOf, PASSWORD, seedAccounts, seedHistory } from '../../bench/seed.ts';
import { openPostgres } from '../../src/store/engine/drivers/postgres.ts';
import { openSqlite } from '../../src/store/engine/drivers/sqlite.ts';
import { migrate } from '../../src/store/engine/migrate.ts';
import type { Lifetime } from '../../test/support/clean-up.ts';
import { runProgram } from '../../test/support/command.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { folderWithPostgresTools } from '../../test/support/postgres-tools.ts';
import { createServiceProcess } from '../../test/support/service-process.ts';

// npm run drill:restore -- --accounts 100000 --database sqlite: a service with that many accounts is backed up while it
// serves, killed, its database destroyed, and the backup restored. Prints how long each takes. PostgreSQL needs an
// installed server with its tools.

const seconds = async (work: () => Promise<unknown>): Promise<string> => {
  const startedMs = performance.now();
  await work();
  return `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
};

async function postgresUrl(t: Lifetime, bin: string): Promise<string> {
  const server = await startPostgres({ binaries: { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') } });
  t.after(() => server.stop());
  return server.url;
}

async function drill(t: Lifetime, kind: 'sqlite' | 'postgres', accounts: number): Promise<void> {
  const bin = folderWithPostgresTools ?? '';
  const url = kind === 'postgres' ? await postgresUrl(t, bin) : '';
  const service = await createServiceProcess(t, { settings: { DATABASE_URL: url } });
  const file = join(service.dataDir, 'latchkey.db');
  const db = kind === 'postgres' ? openPostgres({ url, maxConnections: 2, prepareStatements: true }) : openSqlite(file);
  await migrate(db);
  await seedAccounts(db, accounts);
  await seedHistory(db);
  await db.close();
  const settings = { DATA_DIR: service.dataDir, DATABASE_URL: url, PATH: `${bin}:${process.env.PATH}` };
  const run = async (...args: string[]) => {
    const { code, stderr } = await runProgram(args, settings);
    assert.equal(code, 0, stderr);
  };
  const logIn = () => service.request('POST', '/api/login', { body: { email: emailOf(accounts), password: PASSWORD } });

  await service.start();
  const backup = join(service.dataDir, 'backup');
  const backedUp = await seconds(() => run('backup', backup));
  await service.end('SIGKILL');
  await destroy(url, file);
  const restored = await seconds(() => run('restore', backup, '--yes'));
  const served = await seconds(() => service.start());
  assert.equal((await logIn()).status, 200);
  const { stdout } = await runProgram(['users', 'list', '--json'], settings);
  assert.equal(stdout.trimEnd().split('\n').length, accounts, 'all accounts are back');
  process.stdout.write(
    `${kind}, ${accounts} accounts: backup ${backedUp}, restore ${restored}, serving after ${served} more\n`,
  );
  await service.end('SIGTERM');
}

async function destroy(url: string, file: string): Promise<void> {
  if (url === '') {
    writeFileSync(file, 'gone');
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await client.end();
}

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '100000' },
    database: { type: 'string', default: 'sqlite,postgres' },
  },
});
for (const kind of ['sqlite', 'postgres'] as const) {
  if (!values.database.includes(kind)) continue;
  if (kind === 'postgres' && folderWithPostgresTools === undefined) {
    process.stdout.write('postgres: skipped, there is no installed PostgreSQL with its tools\n');
    continue;
  }
  const cleanUps: (() => unknown)[] = [];
  try {
    await drill({ after: (cleanUp) => cleanUps.push(cleanUp) }, kind, Number(values.accounts));
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}
