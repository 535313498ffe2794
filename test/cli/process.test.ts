import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { migrate } from '../../src/store/engine/migrate.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { type Ended, runCommand, runProgram } from '../support/command.ts';
import { answersIn, rawClient } from '../support/raw-client.ts';
import { openSqlite } from '../support/raw-database.ts';
import { refusedStart, registration } from '../support/service.ts';
import { createServiceProcess, type ServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-cli-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One line for the operator, exit code 1, or 2 for what was typed wrong, and no stack trace. */
function assertRefusal({ code, stdout, stderr }: Ended, line: RegExp, exitCode = 1): void {
  assert.match(stderr, line);
  assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
  assert.equal(stdout, '');
  assert.equal(code, exitCode);
}

describe('starting', () => {
  it('refuses a port that is taken', async (t) => {
    const holder = createServer().listen(0, '127.0.0.1');
    cleanUpAfter(t, () => holder.close());
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    assert.match(await refusedStart(t, { PORT: String(port) }), new RegExp(`^port ${port} is already in use`));
  });

  it('refuses an address that is not of this machine', async (t) => {
    for (const HOST of ['203.0.113.99', 'no-such-host.invalid']) {
      const line = await refusedStart(t, { HOST });
      assert.equal(line, `HOST ${HOST} is not an address of this machine. Example: HOST=127.0.0.1`);
    }
  });

  it('refuses a socket that cannot be made', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'file'), '');
    const reasons = {
      [join(folder, 'none', 'x')]: `there is no folder ${join(folder, 'none')}. Make it, and let the user of the`,
      [join(folder, 'file', 'x')]: `there is no folder ${join(folder, 'file')}. Make it, and let the user of the`,
      // Where not even root can make one.
      ...(process.platform === 'linux' && { '/proc/x': 'permission denied. Let the user of the service write to' }),
    };
    for (const [HOST, reason] of Object.entries(reasons)) {
      const line = await refusedStart(t, { HOST, FRONTEND_URL: 'http://localhost' });
      assert.ok(line.startsWith(`HOST ${HOST} cannot be used: ${reason}`), line);
    }
  });

  it('reads a .env file, and refuses what is wrong in it', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, '.env'), 'ACCESS_TOKEN_TTL=soon\n');
    assertRefusal(await runProgram([], {}, folder), /^latchkey: ACCESS_TOKEN_TTL must be a time.* Example: .*\n$/);
  });

  it('refuses a data folder that cannot be used', async (t) => {
    const folder = temporaryFolder(t);
    const startWith = (name: string) => runProgram([], { DATA_DIR: join(folder, name), PORT: '0' }, folder);
    writeFileSync(join(folder, 'file'), '');
    assertRefusal(await startWith('file'), /cannot open the database/);
    const aFolder = { DATABASE_URL: `sqlite:${folder}`, PORT: '0' };
    assertRefusal(await runProgram([], aFolder, folder), /^latchkey: cannot open the database \S+: it is a folder\n$/);
    assertRefusal(
      await runCommand(['users', 'list'], aFolder, folder),
      /: it is a folder\. Name a file in it: DATABASE_URL=sqlite:<path>\n$/,
    );
    // Where not even root can make one.
    if (process.platform === 'linux') {
      const refused = await runProgram([], { DATA_DIR: '/proc/latchkey/data', PORT: '0' }, folder);
      assertRefusal(refused, /^latchkey: cannot open the database .*ENOENT.*'\/proc\/latchkey'\n$/);
    }
    if (process.getuid?.() === 0) return;
    mkdirSync(join(folder, 'locked'));
    chmodSync(join(folder, 'locked'), 0o000);
    const refused = await startWith('locked');
    // Nobody but root could remove it as it is.
    chmodSync(join(folder, 'locked'), 0o700);
    assertRefusal(refused, /cannot/);
  });

  it('refuses a database that a newer version made', async (t) => {
    const folder = temporaryFolder(t);
    const db = openSqlite(join(folder, 'latchkey.db'));
    await migrate(db);
    await db.one("INSERT INTO schema_migrations (version, name) VALUES (999, 'from the future')");
    await db.close();
    const started = await runProgram([], { DATA_DIR: folder, PORT: '0' }, folder);
    assertRefusal(started, /made by a newer Latchkey \(schema 999,/);
  });
});

/** Steps of one life of the program, in this order: each start of it costs half a second of processor time. */
describe('the service without a setting', () => {
  const cleanUps: (() => unknown)[] = [];
  const account = registration();
  let service: ServiceProcess;
  let session: { access_token: string; refresh_token: string };
  before(async () => {
    const t = { after: (cleanUp: () => unknown) => cleanUps.push(cleanUp) };
    service = await createServiceProcess(t, { settings: { SIGNING_SECRET: '', FRONTEND_URL: '' } });
    await service.start();
  });
  after(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });
  const logIn = () => service.request('POST', '/api/login', { body: account });

  it('says where everything is, and keeps its secrets to itself', () => {
    const text = service.output();
    const url = service.url.replace('127.0.0.1', 'localhost');
    assert.match(text, new RegExp(`Latchkey [\\d.]+ listens on ${url}`));
    assert.ok(text.includes(`${service.dataDir}/latchkey.db`));
    assert.ok(text.includes(`${url}/dev/inbox`));
    for (const file of ['signing-secret', 'latchkey.db']) {
      assert.equal(statSync(join(service.dataDir, file)).mode & 0o777, 0o600, file);
    }
  });

  it('is changed by commands while it runs', async () => {
    await service.request('POST', '/api/register', { body: account });
    const settings = { DATA_DIR: service.dataDir };
    const users = (...args: string[]) => runCommand(['users', ...args], settings, service.dataDir);
    assertRefusal(await users('show'), /which account\?/, 2);
    assertRefusal(await users('show', 'nobody@example.com'), /no account with the e-mail nobody@example\.com/);

    const suspended = await runProgram(['users', 'suspend', account.email], settings, service.dataDir);
    assert.equal(JSON.parse(suspended.stdout).account_status, 'SUSPENDED');
    assert.match(suspended.stderr, /^latchkey: changed in the database [^\n]*\n$/);
    assert.equal(suspended.code, 0);
    assert.equal((await logIn()).message, 'Account is SUSPENDED');
    assertRefusal(await users('suspend', account.email), /is SUSPENDED/);
    // It was never verified: to be reinstated is no way round that.
    assert.equal(JSON.parse((await users('reinstate', account.email)).stdout).account_status, 'INACTIVE');
    assert.equal((await logIn()).message, 'Account is INACTIVE');
    assert.equal(JSON.parse((await users('promote', account.email)).stdout).role, 'ADMIN');
    assert.equal(JSON.parse((await users('demote', account.email)).stdout).role, 'USER');

    const listed = await users('list');
    assert.match(listed.stdout, new RegExp(`^id\\t.*\\n1\\t${account.email}\\tINACTIVE\\tUSER\\tAda Lovelace\\n$`));
    assert.deepEqual([listed.code, listed.stderr], [0, '']);
    const { stdout: json } = await users('list', '--json');
    assert.deepEqual(JSON.parse(json), JSON.parse((await users('show', account.email)).stdout));
    assert.match(service.output(), / times {4}local: UTC[+-]\d\d:\d\d \(.+\)\n/);
    assert.match(service.output(), /^\d\d:\d\d:\d\d POST \/api\/register 201 \d+ ms$/m);
  });

  it('survives SIGHUP, serves on and says how it is restarted', async () => {
    service.child.kill('SIGHUP');
    await until('it says so', () => service.output().includes('SIGHUP'));
    assert.match(service.output(), /warning: SIGHUP is ignored: .*Restart the service, or set WORKERS=2 or more/);
    assert.equal((await service.request('GET', '/readyz')).status, 200);
  });

  /** Each e-mail is either in the inbox already or still in the database. */
  const countEmails = async (): Promise<number> => {
    const db = openSqlite(join(service.dataDir, 'latchkey.db'));
    const waiting = await db.all("SELECT id FROM outbox WHERE state = 'waiting'");
    const sent = readdirSync(join(service.dataDir, 'inbox')).filter((file) => file.endsWith('.eml'));
    await db.close();
    return waiting.length + sent.length;
  };

  const stopWhileBusy = async (signal: 'SIGTERM' | 'SIGINT') => {
    const registrations = 6;
    const [before, printed] = [await countEmails(), service.output().length];
    const answers = Array.from({ length: registrations }, () =>
      service.request('POST', '/api/register', { body: registration() }),
    );
    await answers[0];
    assert.equal(await service.end(signal), 0);
    const output = service.output().slice(printed);
    assert.match(output, new RegExp(` stopping: finishing work in progress signal=${signal}\n`));
    assert.match(output, / stopped ms=[\d.]+\n$/);
    assert.doesNotMatch(output, /without waiting/);
    for (const { status } of await Promise.all(answers)) assert.equal(status, 201);
    assert.equal((await countEmails()) - before, registrations);
  };

  it('finishes what was begun on SIGINT, and exits with 0', async () => {
    const token = await inboxToken(service.request, account.email);
    assert.equal((await service.request('POST', '/api/verify', { token })).status, 200);
    session = (await logIn()).data;
    await stopWhileBusy('SIGINT');
  });

  it('keeps accounts, sessions and the secret over a restart', async () => {
    await service.start();
    const { access_token: token, refresh_token } = session;
    assert.equal((await service.request('GET', '/api/me', { token })).status, 200);
    assert.equal((await service.request('POST', '/api/refresh', { body: { refresh_token } })).status, 200);
  });

  it('finishes what was begun on SIGTERM, exits with 0, and does not wait for what is not sent', async (t) => {
    const [head, body] = [await rawClient(t, service.url), await rawClient(t, service.url)];
    head.write('GET /healthz HTTP/1.1\r\nHos');
    body.write('POST /api/register HTTP/1.1\r\nHost: x\r\nContent-Length: 300\r\n\r\n{"email":');
    await stopWhileBusy('SIGTERM');
    assert.equal(head.heard(), '');
    const answers = answersIn(body.heard());
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('x-error-code'), headers.get('connection')]),
      [[503, 'unavailable', 'close']],
    );
    assert.match(String(answers[0]?.body), /"message":"Stopping"/);
  });
});

describe('the program', () => {
  it('--help names the commands, help settings every setting, --version the version', async (t) => {
    const folder = temporaryFolder(t);
    const help = await runProgram(['--help'], {}, folder);
    assert.equal(help.code, 0);
    assert.match(help.stdout, /latchkey users .*suspend/);
    assert.match((await runCommand(['help', 'settings'], {}, folder)).stdout, /ACCESS_TOKEN_TTL/);
    const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'));
    assert.deepEqual(await runCommand(['--version'], {}, folder), { code: 0, stdout: `${version}\n`, stderr: '' });
    assert.deepEqual(readdirSync(folder), []);
  });

  it('refuses a command that does not exist', async (t) => {
    const folder = temporaryFolder(t);
    assertRefusal(await runProgram(['fly'], {}, folder), /^latchkey: fly: no such command, see latchkey --help/, 2);
    assertRefusal(await runCommand(['users', 'fly', 'a@b.c'], {}, folder), /no such command/, 2);
  });
});

async function inboxToken(request: ServiceProcess['request'], email: string): Promise<string> {
  const linkIn = async () => (await request('GET', `/dev/inbox?to=${encodeURIComponent(email)}`)).data[0]?.links[0];
  await until('the link is in the inbox', linkIn);
  return new URL(String(await linkIn())).searchParams.get('token') ?? '';
}
