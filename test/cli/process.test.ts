import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openSqlite } from '../../src/store/drivers/sqlite.ts';
import { migrate } from '../../src/store/migrate.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { registration } from '../support/service.ts';
import { createServiceProcess } from '../support/service-process.ts';

const MAIN = resolve(import.meta.dirname, '../../src/start.js');

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-cli-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs Latchkey to its end, as a shell would. */
function run(folder: string, args: string[], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...environment },
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, stdout, stderr };
}

/** One line for the operator, exit code 1, and no stack trace. */
function assertRefusal({ status, stdout, stderr }: ReturnType<typeof run>, line: RegExp): void {
  assert.match(stderr, line);
  assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
  assert.equal(stdout, '');
  assert.equal(status, 1);
}

describe('starting', () => {
  it('needs no setting, says where everything is, and keeps its secrets to itself', async (t) => {
    const service = await createServiceProcess(t, { settings: { SIGNING_SECRET: '', FRONTEND_URL: '' } });
    await service.start();
    const text = service.output();
    const url = service.url.replace('127.0.0.1', 'localhost');
    assert.match(text, new RegExp(`Latchkey [\\d.]+ listens on ${url}`));
    assert.ok(text.includes(`${service.dataDir}/latchkey.db`));
    assert.ok(text.includes(`${url}/dev/inbox`));
    for (const file of ['signing-secret', 'latchkey.db']) {
      assert.equal(statSync(join(service.dataDir, file)).mode & 0o777, 0o600, file);
    }
  });

  it('keeps accounts, sessions and the secret over a restart', async (t) => {
    const service = await createServiceProcess(t, { settings: { SIGNING_SECRET: '', FRONTEND_URL: '' } });
    await service.start();
    const body = registration();
    assert.equal((await service.request('POST', '/api/register', { body })).status, 201);
    const token = await inboxToken(service.request, body.email);
    assert.equal((await service.request('POST', '/api/verify', { token })).status, 200);
    const { data } = await service.request('POST', '/api/login', { body });
    assert.equal(await service.end('SIGINT'), 0);

    await service.start();
    assert.equal((await service.request('GET', '/api/me', { token: data.access_token })).status, 200);
    const { refresh_token } = data;
    assert.equal((await service.request('POST', '/api/refresh', { body: { refresh_token } })).status, 200);
  });

  it('refuses a port that is taken', async (t) => {
    const holder = createServer().listen(0, '127.0.0.1');
    cleanUpAfter(t, () => holder.close());
    const address = await new Promise<number>((done) =>
      holder.on('listening', () => done((holder.address() as { port: number }).port)),
    );
    assertRefusal(
      run(temporaryFolder(t), [], { PORT: String(address) }),
      new RegExp(`port ${address} is already in use`),
    );
  });

  it('refuses a wrong setting', (t) => {
    assertRefusal(run(temporaryFolder(t), [], { PORT: 'http' }), /^latchkey: PORT must be .* Example: PORT=3000\n$/);
    assertRefusal(run(temporaryFolder(t), [], { NODE_ENV: 'production' }), /^latchkey: SIGNING_SECRET is required/);
    assertRefusal(
      run(temporaryFolder(t), [], { HOST: '203.0.113.99', PORT: '0' }),
      /^latchkey: HOST .*no address of this machine/,
    );
    assertRefusal(
      run(temporaryFolder(t), [], { HOST: 'no-such-host.invalid', PORT: '0' }),
      /^latchkey: HOST no-such-host\.invalid is no address of this machine/,
    );
  });

  it('reads a .env file, and refuses what is wrong in it', (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, '.env'), 'ACCESS_TOKEN_TTL=soon\n');
    assertRefusal(run(folder, []), /ACCESS_TOKEN_TTL must be a time/);
  });

  it('refuses a data folder that cannot be used', (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'file'), '');
    assertRefusal(run(folder, [], { DATA_DIR: join(folder, 'file'), PORT: '0' }), /cannot open the database/);
    mkdirSync(join(folder, 'full'));
    writeFileSync(join(folder, 'full', 'latchkey.db'), 'this is no database, whatever its name says. '.repeat(100));
    assertRefusal(
      run(folder, [], { DATA_DIR: join(folder, 'full'), PORT: '0' }),
      /cannot open the database .*not a database/,
    );
    if (process.getuid?.() === 0) return;
    mkdirSync(join(folder, 'locked'));
    chmodSync(join(folder, 'locked'), 0o000);
    assertRefusal(run(folder, [], { DATA_DIR: join(folder, 'locked'), PORT: '0' }), /cannot/);
  });

  it('refuses a database that a newer version made', async (t) => {
    const folder = temporaryFolder(t);
    const db = openSqlite(join(folder, 'latchkey.db'));
    await migrate(db);
    await db.one("INSERT INTO schema_migrations (version, name) VALUES (999, 'from the future')");
    await db.close();
    assertRefusal(run(folder, [], { DATA_DIR: folder, PORT: '0' }), /made by a newer Latchkey \(schema 999,/);
  });

  it('refuses a PostgreSQL that is not there', (t) => {
    const settings = { DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/db', DATA_DIR: temporaryFolder(t), PORT: '0' };
    const refused = run(temporaryFolder(t), [], settings);
    assertRefusal(refused, /^latchkey: .*ECONNREFUSED/);
    assert.ok(!refused.stderr.includes('hidden'));
  });
});

describe('stopping', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`finishes what was begun on ${signal}, and exits with 0`, async (t) => {
      const service = await createServiceProcess(t);
      await service.start();
      const answers = Array.from({ length: 10 }, () =>
        service.request('POST', '/api/register', { body: registration() }),
      );
      await answers[0];
      assert.equal(await service.end(signal), 0);
      assert.match(service.output(), new RegExp(` stopping: what was begun is finished signal=${signal}\n`));
      assert.match(service.output(), / stopped ms=[\d.]+\n$/);
      assert.doesNotMatch(service.output(), /without waiting/);
      for (const { status } of await Promise.all(answers)) assert.equal(status, 201);
      // Each e-mail is either in the inbox already or still in the database.
      const db = openSqlite(join(service.dataDir, 'latchkey.db'));
      const waiting = await db.all("SELECT id FROM outbox WHERE state = 'waiting'");
      const sent = readdirSync(join(service.dataDir, 'inbox')).filter((file) => file.endsWith('.eml'));
      await db.close();
      assert.equal(waiting.length + sent.length, 10);
    });
  }
});

describe('the commands', () => {
  it('--help names the commands, help settings every setting, --version the version', (t) => {
    const folder = temporaryFolder(t);
    const help = run(folder, ['--help']);
    assert.equal(help.status, 0);
    assert.match(help.stdout, /latchkey users .*suspend/);
    assert.match(run(folder, ['help', 'settings']).stdout, /ACCESS_TOKEN_TTL/);
    const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'));
    assert.equal(run(folder, ['--version']).stdout, `${version}\n`);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('that do not exist are refused', (t) => {
    assertRefusal(run(temporaryFolder(t), ['fly']), /^latchkey: fly: no such command, see latchkey --help/);
    assertRefusal(run(temporaryFolder(t), ['users', 'fly', 'a@b.c']), /no such command/);
  });

  it('suspend, reinstate and promote an account of a running service', async (t) => {
    const service = await createServiceProcess(t);
    await service.start();
    const body = registration();
    await service.request('POST', '/api/register', { body });
    const users = (action: string, ...email: string[]) =>
      run(service.dataDir, ['users', action, ...email], { DATA_DIR: service.dataDir });
    assertRefusal(users('show'), /which account\?/);
    assertRefusal(users('show', 'nobody@example.com'), /no account with the e-mail nobody@example\.com/);
    const login = () => service.request('POST', '/api/login', { body });

    assert.equal(JSON.parse(users('suspend', body.email).stdout).account_status, 'SUSPENDED');
    assert.equal((await login()).message, 'Account is SUSPENDED');
    assertRefusal(users('suspend', body.email), /is SUSPENDED/);
    // It was never verified: to be reinstated is no way round that.
    assert.equal(JSON.parse(users('reinstate', body.email).stdout).account_status, 'INACTIVE');
    assert.equal((await login()).message, 'Account is INACTIVE');
    assert.equal(JSON.parse(users('promote', body.email).stdout).role, 'ADMIN');
    assert.equal(JSON.parse(users('demote', body.email).stdout).role, 'USER');
    const listed = run(service.dataDir, ['users', 'list'], { DATA_DIR: service.dataDir });
    assert.match(listed.stdout, new RegExp(`^id\\t.*\\n1\\t${body.email}\\tINACTIVE\\tUSER\\tAda Lovelace\\n$`));
    const { stdout: json } = run(service.dataDir, ['users', 'list', '--json'], { DATA_DIR: service.dataDir });
    assert.deepEqual(JSON.parse(json), JSON.parse(users('show', body.email).stdout));
    assert.match(service.output(), / times {4}below are local: UTC[+-]\d\d:\d\d \(.+\)\n/);
    assert.match(service.output(), /^\d\d:\d\d:\d\d POST \/api\/register 201 \d+ ms$/m);
  });
});

async function inboxToken(request: Awaited<ReturnType<typeof createServiceProcess>>['request'], email: string) {
  for (;;) {
    const { data } = await request('GET', `/dev/inbox?to=${encodeURIComponent(email)}`);
    const link = data[0]?.links[0];
    if (link) return new URL(link).searchParams.get('token') ?? '';
  }
}
