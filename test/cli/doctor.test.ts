import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { CHECKS } from '../../src/cli/doctor/checks.ts';
import { runDoctorInWorker } from '../../src/cli/doctor/doctor-worker.ts';
import { judgeConnection } from '../../src/cli/doctor/frontend-checks.ts';
import type { Finding } from '../../src/cli/framework/finding.ts';
import { addSigningKey } from '../../src/keys/signing-key-folder.ts';
import { migrate } from '../../src/store/engine/migrate.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand, runProgramLimited } from '../support/command.ts';
import { createEmptyDatabase, createTestDatabase } from '../support/databases.ts';
import { createPostgres } from '../support/postgres-server.ts';
import { openSqlite } from '../support/raw-database.ts';
import { SIGNING_SECRET, startService } from '../support/service.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { startTransactionPooler } from '../support/transaction-pooler.ts';

type Line = Omit<Finding, 'message'> & { readonly check: string; readonly says: string };
type Settings = Readonly<Record<string, string>>;

/** What Node, PostgreSQL and mail servers say. */
const OF_OTHER_PROGRAMS =
  /^(E[A-Z_]{6,}|5\d\d|password authentication|no pg_hba|self-signed|unable to|attempt to|certificate|wrong version|prepared statement|malformed|not a database|permission denied for table)/;
/** Put together from parts that the sources have. */
const NEEDS_KEY = 'OPENID=on needs a key that apps can verify with';
const COMPOSED = ['signs for', 'has other signing keys', 'has other data keys', NEEDS_KEY];

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-doctor-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const linesOf = (stdout: string): Line[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

async function doctor(settings: Settings, command = 'doctor') {
  const { code, stdout, stderr } = await runCommand([command, '--json'], settings);
  assert.equal(stderr, '');
  const lines = linesOf(stdout);
  return { code, lines, faults: lines.filter(({ state }) => state === 'fault') };
}

const DATA_KEYS = 'nov2026:oGZ0p8VtYxK3m1QwR7sL5bN2cJ9dH4fT';

/** A service that runs, and the settings that it has. */
async function healthyService(t: TestContext, more: Settings = {}) {
  const folder = temporaryFolder(t);
  const own = { DATA_DIR: folder, DATA_KEYS, ...more };
  const service = await startService(t, 'sqlite', own);
  const { SMTP_URL, MAIL_FROM } = { SMTP_URL: service.smtp.url, MAIL_FROM: 'Latchkey <accounts@latchkey.test>' };
  const settings = { ...own, SIGNING_SECRET, DATABASE_URL: service.database.url, FRONTEND_URL: service.url };
  return { service, folder, settings: { ...settings, SMTP_URL, MAIL_FROM } };
}

/** Passes requests on as a proxy does that nobody has told Latchkey about. */
async function startProxy(t: TestContext, target: string): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': `${incoming.headers['x-forwarded-for']}, 203.0.113.9` };
    const passed = httpRequest(`${target}${incoming.url}`, { headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.end();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  cleanUpAfter(t, () => proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

describe('latchkey doctor', () => {
  it('finds nothing wrong with a service that is as it should be, and looks at everything', async (t) => {
    const { settings, service } = await healthyService(t);
    const { code, lines, faults } = await doctor(settings);
    assert.deepEqual([code, faults], [0, []]);
    assert.deepEqual([...new Set(lines.map(({ check }) => check))], [...CHECKS]);
    const says = (check: string) => lines.find((line) => line.check === check)?.says ?? '';
    assert.match(says('instances'), /serves with Latchkey \d/);
    assert.match(says('frontend'), new RegExp(`^${service.url} leads to Latchkey`));
    assert.match(says('mail'), /answers, without a login/);
    assert.deepEqual(service.smtp.received, [], 'no e-mail was sent');
    const text = await runCommand(['doctor'], settings);
    assert.match(text.stdout, /^ok {7}settings {6}\d+ settings of the environment/);
    const stranger = await service.request('GET', '/healthz/connection');
    assert.equal(stranger.status, 404, 'nobody else is told how requests arrive');
  });

  it('names each planted fault, and what to do about it', async (t) => {
    const { service, settings, folder } = await healthyService(t);
    const mail = await startSmtpSink(t, { login: { user: 'ada', pass: 'right' } });
    let told = 'hello';
    const stranger = createServer((_, answer) => answer.end(told)).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    cleanUpAfter(t, () => stranger.close());
    const strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    const keys = join(folder, 'keys');
    mkdirSync(keys, { mode: 0o700 });
    utimesSync(keys, 0, 0);
    const production = { NODE_ENV: 'production', SIGNING_SECRET: 'kR8vZ1pW4xQ7mT2nB5cY9dF3gH6jL0sA' };
    const planted: readonly [fault: string, check: string, says: RegExp, remedy: RegExp, settings: Settings][] = [
      ['a wrong setting', 'settings', /^PORT must be/, /configuration\.md/, { PORT: 'x' }],
      [
        'no folder of texts',
        'settings',
        /cannot be read: it does not exist/,
        /remove the setting/,
        { TEXTS_DIR: join(folder, 'nowhere') },
      ],
      [
        'no database server',
        'database',
        /ECONNREFUSED/,
        /start PostgreSQL/,
        { DATABASE_URL: 'postgres://latchkey@127.0.0.1:1/latchkey' },
      ],
      [
        'a login that the mail server refuses',
        'mail',
        /535/,
        /password of SMTP_URL/,
        { SMTP_URL: mail.url.replace(':right@', ':wrong@') },
      ],
      [
        'a provider that nobody answers for',
        'providers',
        /^the metadata of corp: .*ECONNREFUSED/,
        /OPENID_PROVIDERS/,
        { OPENID_PROVIDERS: 'Corp http://127.0.0.1:1 id secret' },
      ],
      [
        'a provider with another issuer',
        'providers',
        /^the metadata of corp: .*content-type/,
        /name it/,
        { OPENID_PROVIDERS: `Corp ${strangerUrl} id secret` },
      ],
      ['another frontend', 'frontend', /not as Latchkey/, /FRONTEND_URL/, { FRONTEND_URL: strangerUrl }],
      ['no frontend', 'frontend', /cannot be reached/, /DNS/, { FRONTEND_URL: 'http://127.0.0.1:1' }],
      [
        'another signing secret',
        'key-folders',
        /has other signing keys/,
        /SIGNING_SECRET/,
        { SIGNING_SECRET: 'another-test-key-that-nobody-knows-91c' },
      ],
      [
        'a proxy that is not trusted',
        'proxy',
        /proxy at 127\.0\.0\.1 that is not trusted/,
        /TRUST_PROXY=127\.0\.0\.1/,
        { FRONTEND_URL: await startProxy(t, service.url) },
      ],
      [
        'no key that apps can verify with',
        'signing-keys',
        /OPENID=on needs a key that apps can verify with/,
        /remove OPENID and MCP_RESOURCES/,
        { ...production, OPENID: 'on', FRONTEND_URL: 'https://accounts.example.invalid' },
      ],
      [
        'no https in production',
        'frontend',
        /is not https/,
        /TLS/,
        { ...production, FRONTEND_URL: 'http://accounts.example.invalid' },
      ],
    ];
    for (const [name, check, says, remedy, changed] of planted) {
      const { code, faults } = await doctor({ ...settings, ...changed });
      const found = faults.find((one) => one.check === check);
      assert.match(found?.says ?? '', says, name);
      assert.match(found?.remedy ?? '', remedy, name);
      assert.equal(code, 1, name);
    }

    told = JSON.stringify({ version: '\u001b[2J', peer: '\u009b', client: 'x', forwarded_for: 'y' });
    const { stdout } = await runCommand(['doctor'], { ...settings, FRONTEND_URL: strangerUrl });
    assert.match(stdout, /leads to Latchkey \\u001b\[2J/);
    assert.doesNotMatch(stdout.replaceAll('\n', ''), /\p{Cc}/u);

    const only = async (check: string, says: RegExp) => {
      const { faults } = await doctor(settings);
      assert.deepEqual(
        faults.map((one) => one.check),
        [check],
      );
      assert.match(faults[0]?.says ?? '', says);
    };
    // What `mkdir` and `cp .env.example .env` leave is a fault on a server alone; what the service writes is private.
    const file = join(folder, '.env');
    writeFileSync(file, 'LOG_LEVEL=info\n', { mode: 0o644 });
    chmodSync(folder, 0o755);
    const openFiles = async (more: Settings) => {
      const { stdout } = await runCommand(['doctor', '--json', '--env-file', file], { ...settings, ...more });
      const lines = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, string>);
      return lines.filter(({ check }) => check === 'files').map(({ state, says = '' }) => `${state} ${says}`);
    };
    const found = (state: string) => [
      `${state} ${folder} is open to every user of this machine (mode 755)`,
      `${state} ${file} is open to every user of this machine (mode 644)`,
    ];
    assert.deepEqual(await openFiles({}), found('warning'));
    assert.deepEqual((await doctor(settings)).faults, []);
    assert.deepEqual(await openFiles(production), found('fault'));
    rmSync(file);
    chmodSync(folder, 0o700);
    writeFileSync(join(folder, 'copied.db'), '', { mode: 0o644 });
    await only('files', /copied\.db is open to every user of this machine \(mode 644\)/);
    rmSync(join(folder, 'copied.db'));
    writeFileSync(join(keys, 'torn.jwk'), '{"kty":', { mode: 0o600 });
    await only('signing-keys', /torn\.jwk holds no private key/);
    rmSync(join(keys, 'torn.jwk'));
    await service.request('POST', '/api/register', {
      body: {
        full_name: 'Ada Lovelace',
        email: 'ada@example.com',
        phone_number: '+15550100',
        industry: 'Computing',
        password: 'Correct-horse-1',
      },
    });
    await service.db.all("INSERT INTO totp (user_id, sealed) SELECT id, 'may2026:AAAA' FROM users");
    await only('data-keys', /sealed with the data key may2026, which is not among DATA_KEYS/);
    await service.db.all('DELETE FROM totp');
    await service.db.all('UPDATE schema_migrations SET version = 37');
    await only('schema', /is older than this version/);
  });

  it('compares key folders and clocks of all instances', async (t) => {
    const { settings, service, folder } = await healthyService(t);
    const rotated = temporaryFolder(t);
    addSigningKey(rotated, 'EdDSA', Date.now(), Date.now() + 60_000);
    const { faults: none } = await doctor({ ...settings, KEYS_DIR: rotated });
    assert.deepEqual(none, [], 'a key that signs later is not missing yet');
    const elsewhere = temporaryFolder(t);
    addSigningKey(join(elsewhere, 'keys'), 'EdDSA', Date.now(), Date.now());
    await startService(t, 'sqlite', { DATA_DIR: elsewhere, DATA_KEYS }, service.database);
    const { faults } = await doctor(settings);
    assert.deepEqual(
      faults.map(({ check }) => check),
      ['signing-keys', 'key-folders'],
    );
    assert.match(
      faults[1]?.says ?? '',
      /has other signing keys than this machine: it also has \d{4}-\d\d-\d\d-\w+=\w+/,
    );
    // As an instance on a machine with another clock writes it.
    await service.db.all('UPDATE instances SET clock_at = last_at + ms($1)', [90_000]);
    await service.db.all(
      "UPDATE instances SET version = '0.3.9' WHERE instance = (SELECT MAX(instance) FROM instances)",
    );
    const { lines } = await doctor({ ...settings, DATA_DIR: folder });
    const about = (check: string) => lines.filter((line) => line.check === check).map(({ says }) => says);
    assert.match(about('clock').join('\n'), /is 90 s ahead of the database's/);
    assert.match(about('instances').join('\n'), /several versions are in use: .*0\.3\.9/);
  });

  it('knows each address of this machine that is served, and links lead to the latest', async (t) => {
    const service = await startService(t, 'sqlite');
    const { port } = new URL(service.url);
    const settings = { DATA_DIR: temporaryFolder(t), DATABASE_URL: service.database.url };
    const linked = async (more: Record<string, string> = {}) =>
      new URL((await runCommand(['admin', 'link'], { ...settings, ...more })).stdout).origin;
    assert.equal(await linked(), `http://localhost:${port}`);
    assert.equal(await linked({ PORT: '4321' }), 'http://localhost:4321');
    assert.equal(await linked({ FRONTEND_URL: 'https://example.com' }), 'https://example.com');
    // Elsewhere a machine has no second address without further ado.
    if (process.platform !== 'linux') return;
    await startService(t, 'sqlite', { HOST: '127.0.0.2', PORT: port }, service.database);
    const { lines } = await doctor(settings);
    const served = lines.filter(({ check }) => check === 'instances').map(({ says }) => says.split(' ')[1]);
    assert.deepEqual(served, [`127.0.0.1:${port}`, `127.0.0.2:${port}`]);
    assert.equal(await linked(), `http://127.0.0.2:${port}`);
    await service.db.all('UPDATE instances SET last_at = last_at - ms($1)', [180_000]);
    assert.equal(await linked(), 'http://localhost:3000', 'nobody has told anything for minutes');
  });

  it('does not take for a fault what instances have had no time to tell', async (t) => {
    const { settings, folder } = await healthyService(t);
    const keys = join(folder, 'keys');
    addSigningKey(keys, 'EdDSA', Date.now(), Date.now());
    const keyFolders = async () => (await doctor(settings)).lines.filter(({ check }) => check === 'key-folders');
    assert.match((await keyFolders())[0]?.says ?? '', /has just changed: check again in half a minute/);
    utimesSync(keys, 0, Date.now() / 1000 - 31);
    assert.match((await keyFolders())[0]?.says ?? '', /has other signing keys .* lacks /);
  });

  it("tells when this machine's clock is not the database's", async (t) => {
    const database = await createTestDatabase(t, 'postgres');
    await database.clock.jump(-3_600_000);
    const settings = { DATA_DIR: temporaryFolder(t), DATABASE_URL: database.url, SIGNING_SECRET };
    const { faults } = await doctor(settings);
    assert.match(faults.find(({ check }) => check === 'clock')?.says ?? '', /this machine is 3\d{3} s ahead/);
  });

  it('names a default isolation level that Latchkey does not use', async (t) => {
    const { url } = await createTestDatabase(t, 'postgres');
    const says = async (DATABASE_URL: string) =>
      (await doctor({ DATA_DIR: temporaryFolder(t), DATABASE_URL, SIGNING_SECRET })).lines
        .filter(({ says }) => says.startsWith('default_'))
        .map(({ state, says }) => `${state}: ${says}`);
    assert.deepEqual(await says(url), []);
    const [found] = await says(`${url}+-c+default_transaction_isolation%3Dserializable`);
    assert.match(found ?? '', /^ok: default_transaction_isolation is serializable here; Latchkey's/);
  });

  it('names the engine, warns of one that was not tried, and refuses CockroachDB', async (t) => {
    const { url, open } = await createTestDatabase(t, 'postgres');
    const db = open();
    cleanUpAfter(t, () => db.close());
    const findings = async () =>
      (await doctor({ DATA_DIR: temporaryFolder(t), DATABASE_URL: url, SIGNING_SECRET })).lines
        .filter(({ check }) => check === 'database' || check === 'schema')
        .map(({ state, says }) => `${state}: ${says}`);
    assert.match((await findings()).join('\n'), /^ok: the database is PostgreSQL \d+\.\d+$/m);
    const pretend = (version: string) =>
      db.all(`CREATE OR REPLACE FUNCTION public.version() RETURNS text LANGUAGE sql AS $$ SELECT '${version}' $$`);
    await pretend('PostgreSQL 15.12-YB-2025.2.1.0-b0 on x86_64-pc-linux-gnu');
    assert.match(
      (await findings()).join('\n'),
      /^warning: the database is YugabyteDB 2025\.2\.1\.0, which .* not tried/m,
    );
    await pretend('CockroachDB CCL v25.2.1 (x86_64-pc-linux-gnu)');
    assert.match((await findings()).join('\n'), /^fault: CockroachDB is not supported/m);
    await assert.rejects(migrate(db), /^Error: CockroachDB is not supported: name a PostgreSQL database/);
    const { code, stderr } = await runCommand(['migrate'], { DATABASE_URL: url });
    assert.deepEqual([code, stderr.split('\n').length], [1, 2], stderr);
  });

  it('names what the database refuses, and what to do about it, in check and in doctor', async (t) => {
    const database = await createTestDatabase(t, 'postgres');
    const admin = database.open();
    const role = `operator_${process.pid}`;
    await admin.all(`CREATE ROLE ${role}`);
    cleanUpAfter(t, async () => {
      await admin.all(`DROP OWNED BY ${role}`);
      await admin.all(`DROP ROLE ${role}`);
      await admin.close();
    });
    const asRole = `${database.url}+-c+role%3D${role}`;
    const all = 'SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public';
    const pooler = (refuses?: string) => startTransactionPooler(t, database.url, { ...(refuses && { refuses }) });
    const refused: readonly [name: string, url: string, sql: string, check: string, says: RegExp, remedy: RegExp][] = [
      [
        'no grants',
        asRole,
        '',
        'database',
        /lacks SELECT, INSERT, UPDATE, DELETE on \d\d tables/,
        /^GRANT .* public TO/,
      ],
      ['no table of versions', asRole, '', 'schema', /^permission denied for table schema_migrations/, /GRANT/],
      [
        'a table that can only be read',
        asRole,
        `GRANT ${all} TO ${role}; REVOKE INSERT, UPDATE ON users FROM ${role}`,
        'database',
        /lacks INSERT, UPDATE on users$/,
        /^GRANT/,
      ],
      ['no CREATE', asRole, `GRANT ${all} TO ${role}`, 'schema', /schema public: .* would not start/, /GRANT CREATE/],
      [
        'no schema',
        `${asRole}+-c+search_path%3Dpublic`,
        'REVOKE USAGE ON SCHEMA public FROM PUBLIC',
        'schema',
        /every schema of the search_path/,
        /GRANT USAGE, CREATE/,
      ],
      [
        'a server that is read-only',
        `${database.url}+-c+default_transaction_read_only%3Don`,
        'GRANT USAGE ON SCHEMA public TO PUBLIC',
        'database',
        /takes no writes: default_transaction_read_only is on/,
        /RESET default_transaction_read_only/,
      ],
      ['a pooler', await pooler(), '', 'database', /through a pooler|prepared statement/, /DATABASE_PREPARE=off/],
      [
        'a pooler that refuses timeouts',
        await pooler('statement_timeout'),
        '',
        'database',
        /unsupported startup parameter/,
        /^set DATABASE_PREPARE=off/,
      ],
    ];
    for (const [name, url, sql, check, says, remedy] of refused) {
      for (const one of sql.split('; ').filter(Boolean)) await admin.all(one);
      for (const command of ['check', 'doctor']) {
        const { code, lines, faults } = await doctor({ DATA_DIR: temporaryFolder(t), DATABASE_URL: url }, command);
        const found = faults.find((one) => one.check === check);
        assert.match(found?.says ?? '', says, `${name}: ${JSON.stringify(lines)}`);
        assert.match(found?.remedy ?? '', remedy, name);
        assert.equal(code, 1, name);
        if (check === 'database') assert.ok(!lines.some((line) => /can be read and written/.test(line.says)), name);
      }
    }
    const asTold = { DATA_DIR: temporaryFolder(t), DATABASE_URL: await pooler('statement_timeout') };
    assert.deepEqual((await doctor({ ...asTold, DATABASE_PREPARE: 'off' }, 'check')).faults, []);
    await admin.all(`GRANT CREATE ON SCHEMA public TO ${role}`);
    const { code, lines } = await doctor({ DATA_DIR: temporaryFolder(t), DATABASE_URL: asRole }, 'check');
    assert.equal(code, 0);
    assert.match(lines.find(({ state }) => state === 'warning')?.says ?? '', /tables belong to .*: the next upgrade/);
  });

  it('knows a standby', async (t) => {
    const primary = await createPostgres();
    const standby = await primary.createStandby();
    cleanUpAfter(t, async () => {
      await standby.stop();
      await primary.stop();
    });
    await Promise.all([primary.start(), standby.start()]);
    const { faults } = await doctor({ DATA_DIR: temporaryFolder(t), DATABASE_URL: standby.url }, 'check');
    assert.match(faults[0]?.says ?? '', /takes no writes: it is a standby/);
    assert.match(faults[0]?.remedy ?? '', /^name the primary in DATABASE_URL/);
  });

  it('finds damage in the file of the embedded database, and a file that is none', async (t) => {
    const DATA_DIR = temporaryFolder(t);
    const path = join(DATA_DIR, 'latchkey.db');
    await runCommand(['doctor'], { DATA_DIR });
    const db = openSqlite(path);
    await migrate(db);
    const [{ rootpage, page_size } = { rootpage: 0, page_size: 0 }] = await db.all<{
      rootpage: number;
      page_size: number;
    }>("SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = 'user_notes'");
    await db.close();
    const state = async () => (await doctor({ DATA_DIR }, 'check')).lines.find(({ check }) => check === 'database');
    assert.match((await state())?.says ?? '', /can be read and written, and is not damaged$/);
    const whole = readFileSync(path);
    const torn = Buffer.from(whole);
    torn.fill(0xa5, (rootpage - 1) * page_size, rootpage * page_size);
    for (const [content, says] of [
      [torn, /is damaged: /],
      [Buffer.alloc(whole.length, 0xa5), /not a database|malformed/],
    ] as const) {
      writeFileSync(path, content, { mode: 0o600 });
      const found = await state();
      assert.equal(found?.state, 'fault');
      assert.match(found?.says ?? '', says);
      assert.match(found?.remedy ?? '', /latchkey restore/);
    }
  });

  it('misses a key folder that was lost, until there is a key again or it is not meant to be', async (t) => {
    const DATA_DIR = temporaryFolder(t);
    const keys = join(DATA_DIR, 'keys');
    const { kid } = addSigningKey(keys, 'EdDSA', Date.now(), 0);
    const database = await createTestDatabase(t, 'sqlite');
    const settings = { DATA_DIR, SIGNING_SECRET, DATABASE_URL: database.url };
    const restarted = async () => {
      const service = await startService(t, 'sqlite', { DATA_DIR }, database);
      await service.stop();
    };
    await restarted();
    rmSync(keys, { recursive: true });
    const lost = async () => {
      const { lines } = await doctor(settings, 'check');
      return lines.filter(({ check, state }) => check === 'signing-keys' && state !== 'ok');
    };
    for (const passedMs of [0, 30 * 86_400_000]) {
      await database.clock.advance(passedMs);
      await restarted();
      const [found] = await lost();
      assert.equal(found?.state, 'fault');
      assert.match(found?.says ?? '', new RegExp(`^${kid} \\(EdDSA\\) signed until .* the key set is empty`));
      assert.match(found?.remedy ?? '', /restore the key folder from a backup, or latchkey keys rotate/);
      assert.equal((await doctor(settings, 'check')).lines.filter(({ says }) => /HS256\) signs/.test(says)).length, 0);
    }
    const retired = await runCommand(['keys', 'retire', kid ?? ''], settings);
    assert.equal(retired.code, 0, retired.stderr);
    assert.deepEqual(await lost(), []);
  });

  it('tells before the first start that tables cannot be made', async (t) => {
    const database = await createEmptyDatabase(t, 'postgres');
    const role = `without_create_${process.pid}`;
    const db = database.open();
    await db.all(`CREATE ROLE ${role}`);
    cleanUpAfter(t, async () => {
      await db.all(`DROP OWNED BY ${role}`);
      await db.all(`DROP ROLE ${role}`);
      await db.close();
    });
    const check = (DATABASE_URL: string) => doctor({ DATA_DIR: temporaryFolder(t), DATABASE_URL }, 'check');
    assert.deepEqual((await check(database.url)).faults, []);
    const { faults } = await check(`${database.url}+-c+role%3D${role}`);
    assert.deepEqual(
      faults.map(({ check: name }) => name),
      ['schema'],
    );
    assert.match(faults[0]?.says ?? '', /^permission denied for schema public/);
    // In a schema of its own it may.
    await db.all(`CREATE SCHEMA AUTHORIZATION ${role}`);
    const ofItsOwn = `${database.url}+-c+role%3D${role}+-c+search_path%3D${role}`;
    assert.deepEqual((await check(ofItsOwn)).faults, []);
  });

  it('finds the same for the metrics of a service, in a thread of it', async (t) => {
    const { settings, folder } = await healthyService(t);
    const file = { path: undefined, names: new Set<string>(), isOfUnit: false };
    for (const changed of [{}, { SIGNING_SECRET: 'another-test-key-that-nobody-knows-91c' }, { PORT: 'x' }]) {
      chmodSync(folder, 'PORT' in changed ? 0o700 : 0o755);
      const environment = { ...settings, ...changed };
      const counts = await runDoctorInWorker(environment, file, AbortSignal.timeout(60_000));
      const { lines } = await doctor(environment);
      const count = (check: string, state: string) =>
        lines.filter((line) => line.check === check && line.state === state).length;
      assert.deepEqual(
        counts,
        Object.fromEntries(
          CHECKS.map((check) => [check, { fault: count(check, 'fault'), warning: count(check, 'warning') }]),
        ),
      );
      assert.ok(Object.values(counts).some(({ fault, warning }) => fault + warning > 0));
    }
  });

  it('notices a disk on which nothing can be written', async (t) => {
    const DATA_DIR = temporaryFolder(t);
    const { stdout, code } = await runProgramLimited('ulimit -f 64', ['check', '--json'], { DATA_DIR });
    const disk = linesOf(stdout).find(({ check }) => check === 'disk');
    assert.match(disk?.says ?? '', /^nothing can be written in .*EFBIG/);
    assert.equal(code, 1);
  });

  it('judges by how its own request arrived', () => {
    const INVENTED = '198.51.100.77';
    const judged = (peer: string, forwarded_for: string | null, client: string, trust: string[], scheme = 'https') =>
      judgeConnection({ version: '', peer, forwarded_for, client }, trust, `${scheme}://accounts.example.com`).state;
    const chain = `${INVENTED}, 203.0.113.9`;
    assert.equal(judged('10.0.0.1', chain, '203.0.113.9', ['10.0.0.1']), 'ok');
    assert.equal(judged('10.0.0.1', '203.0.113.9', '203.0.113.9', ['10.0.0.1']), 'ok', 'replaced');
    assert.equal(judged('127.0.0.1', `${INVENTED}, 127.0.0.1`, INVENTED, ['127.0.0.1']), 'ok', 'on one machine');
    assert.equal(judged('127.0.0.1', '127.0.0.1', '127.0.0.1', ['127.0.0.1']), 'ok', 'on one machine, replaced');
    assert.equal(judged('', chain, '203.0.113.9', []), 'ok', 'on a Unix socket');
    assert.equal(judged('10.0.0.1', chain, '10.0.0.1', []), 'fault', 'not trusted');
    assert.equal(judged('10.0.0.1', chain, '10.0.0.1', ['10.0.0.1']), 'fault', 'trusted, and not restarted');
    assert.equal(judged('10.0.0.1', INVENTED, INVENTED, ['10.0.0.1']), 'fault', 'passed on as it is');
    assert.equal(judged('10.0.0.1', null, '10.0.0.1', ['10.0.0.1']), 'fault', 'nothing passed on');
    assert.equal(judged('10.0.0.7', INVENTED, '10.0.0.7', [], 'http'), 'ok', 'no proxy');
    assert.equal(judged('10.0.0.7', INVENTED, INVENTED, ['10.0.0.7'], 'http'), 'warning', 'no proxy, and trusted');
  });

  it('says what docs/troubleshooting.md explains, to the letter', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../docs/troubleshooting.md'), 'utf8');
    const sources = globSync('src/**/*.ts', { cwd: resolve(import.meta.dirname, '../..') })
      .map((file) => readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8'))
      .join('\n')
      // A text over several lines of code.
      .replaceAll(/['`] \+\n\s*['`]/g, '');
    const ours = [...page.matchAll(/^- ((?:`[^`]+`,\s+)*`[^`]+`): /gm)]
      .flatMap(([, messages = '']) => [...messages.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message))
      .filter((message) => !OF_OTHER_PROGRAMS.test(message))
      .flatMap((message) => message.split('…').map((part) => part.trim()));
    assert.ok(ours.length > 50);
    assert.deepEqual([...new Set(ours.filter((part) => !sources.includes(part) && !COMPOSED.includes(part)))], []);
  });

  it('has a section for each check in docs/troubleshooting.md', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../docs/troubleshooting.md'), 'utf8');
    for (const check of CHECKS) assert.match(page, new RegExp(`^### ${check}$`, 'm'));
  });
});

describe('latchkey check', () => {
  it('is content before the first start, and writes nothing', async (t) => {
    const DATA_DIR = join(temporaryFolder(t), 'data');
    const { code, lines } = await doctor({ DATA_DIR, SIGNING_SECRET }, 'check');
    assert.equal(code, 0);
    assert.match(
      lines.find(({ check }) => check === 'database')?.says ?? '',
      /no database .* yet: the service creates it/,
    );
    assert.deepEqual(
      lines.filter(({ check }) => check === 'instances' || check === 'frontend'),
      [],
    );
    assert.throws(() => readFileSync(join(DATA_DIR, 'latchkey.db')));
  });
});
