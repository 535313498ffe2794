import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { deleteUserCommand, usersCommand } from '../../src/cli/users.ts';
import { migrate } from '../../src/store/engine/migrate.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { type Ended, runCommand, runProgram, runProgramUnread, runSlowlyRead, runUnread } from '../support/command.ts';
import { createEmptyDatabase, describeOnBothDatabases } from '../support/databases.ts';
import { openSqlite } from '../support/raw-database.ts';
import { createSchemaOf060, SCHEMA_OF_0_6_0 } from '../support/schema-0.6.0.ts';
import { loggedIn, registered, startService } from '../support/service.ts';
import { createServiceProcess } from '../support/service-process.ts';

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-settings-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One line, exit code 1, or 2 for what was typed wrong, no answer. */
function assertRefusal({ code, stdout, stderr }: Ended, line: RegExp, exitCode = 1): void {
  assert.match(stderr, line);
  assert.deepEqual([code, stdout, stderr.trimEnd().split('\n').length], [exitCode, '', 1]);
}

const ON_A_DATABASE: readonly string[][] = [
  ['users', 'list'],
  ['users', 'suspend', 'ada@example.com'],
  ['audit'],
  ['sessions', 'revoke-all'],
  ['mail', 'list'],
  ['mail', 'drop', 'dead'],
  ['keys', 'rotate'],
  ['backup', 'copy.db'],
  ['migrate-to', 'postgres://127.0.0.1:1/none'],
];

describe('a command without the settings of the service', () => {
  for (const args of ON_A_DATABASE) {
    it(`${args.join(' ')} says that there is no database, and makes none`, async (t) => {
      const folder = temporaryFolder(t);
      assertRefusal(
        await runCommand(args, {}, folder),
        /^latchkey: there is no database .*\/data\/latchkey\.db: the service creates it .* --env-file <file>\n$/,
      );
      assert.deepEqual(readdirSync(folder), []);
    });
  }

  it('keys list looks, and makes nothing', async (t) => {
    const folder = temporaryFolder(t);
    assert.deepEqual(await runCommand(['keys', 'list'], {}, folder), {
      code: 0,
      stdout: 'key\talgorithm\tstate\tsigns from\tfingerprint\n',
      stderr: '',
    });
    assert.deepEqual(readdirSync(folder), []);
  });
});

/** Refuses every client, with the words and the code of PgBouncer. */
async function startRefusingPooler(t: TestContext): Promise<number> {
  const words = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0';
  const answer = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), Buffer.from(words)]);
  answer.writeInt32BE(answer.length - 1, 1);
  const pooler = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(answer)));
  cleanUpAfter(t, () => pooler.close());
  await once(pooler.listen(0, '127.0.0.1'), 'listening');
  return (pooler.address() as AddressInfo).port;
}

describe('a PostgreSQL that cannot be used', () => {
  it('is reported by a command in one line, without the password', async () => {
    for (const args of [['users', 'list'], ['audit'], ['sessions', 'revoke-all'], ['mail', 'list']]) {
      const ended = await runCommand(args, { DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/db' });
      assertRefusal(ended, /^latchkey: cannot use PostgreSQL: connect ECONNREFUSED 127\.0\.0\.1:1\n$/);
    }
  });

  it('for a pooler that refuses our limits is reported with the setting that helps', async (t) => {
    const folder = temporaryFolder(t);
    const settings = { DATABASE_URL: `postgres://user:pass@127.0.0.1:${await startRefusingPooler(t)}/db`, PORT: '0' };
    const line =
      /^latchkey: cannot use PostgreSQL: unsupported startup parameter: statement_timeout\. Behind a pooler, set DATABASE_PREPARE=off\n$/;
    assertRefusal(await runCommand(['users', 'list'], settings, folder), line);
  });

  it('because its role may make no tables is reported by the service in one line', async (t) => {
    const url = new URL(process.env.TEST_DATABASE_URL ?? '');
    url.searchParams.set('options', '-c role=pg_monitor');
    const ended = await runProgram([], { DATABASE_URL: url.href, PORT: '0' }, temporaryFolder(t));
    assertRefusal(ended, /^latchkey: cannot use PostgreSQL: permission denied for schema public\n$/);
  });
});

describe('the first key of a folder', () => {
  it('can be made before the service has started, which needs it', async (t) => {
    const folder = temporaryFolder(t);
    const settings = { KEYS_DIR: join(folder, 'keys'), DATA_DIR: join(folder, 'data') };
    const first = await runCommand(['keys', 'rotate'], settings, folder);
    assert.deepEqual([first.code, readdirSync(folder)], [0, ['keys']]);
    assert.match(
      first.stderr,
      /^latchkey: changed in the key folder .*\/keys; there is no database yet, so this is not in the audit trail\n$/,
    );
    assertRefusal(await runCommand(['keys', 'rotate'], settings, folder), /^latchkey: there is no database /);
    assert.equal(readdirSync(join(folder, 'keys')).length, 1);
  });
});

describeOnBothDatabases('the database of a command', (kind) => {
  it('is never migrated by it', async (t) => {
    const database = await createEmptyDatabase(t, kind);
    const db = database.open();
    cleanUpAfter(t, () => db.close());
    const run = () => runCommand(['sessions', 'revoke-all'], { DATABASE_URL: database.url });
    const empty = await run();
    assertRefusal(empty, /^latchkey: there are no tables of Latchkey in .*: the service creates it .*\n$/);
    await createSchemaOf060(db);
    assertRefusal(
      await run(),
      /^latchkey: the database .* was made by an older Latchkey: the service upgrades it when it starts.*\n$/,
    );
    assert.deepEqual(await db.all('SELECT MAX(version) AS version FROM schema_migrations'), [
      { version: SCHEMA_OF_0_6_0 },
    ]);
    await migrate(db);
    assert.equal((await run()).code, 0);
    await db.one("INSERT INTO schema_migrations (version, name) VALUES (999, 'from the future')");
    assertRefusal(await run(), /^latchkey: the database was made by a newer Latchkey .*\n$/);
  });

  it('is named by every command that changes it, without its password', async (t) => {
    const service = await startService(t, kind);
    service.smtp.follow({ recipient: () => '550 5.1.1 no such user' });
    const { email } = await registered(service);
    const url = new URL(service.database.url);
    const name = kind === 'sqlite' ? url.pathname : `postgres://***@${url.host}${url.pathname}`;
    for (const args of [
      ['users', 'promote', email],
      ['users', 'demote', email],
      ['users', 'suspend', email],
      ['users', 'reinstate', email],
      ['sessions', 'revoke-all'],
      ['mail', 'retry', 'dead'],
      ['mail', 'drop', 'dead'],
    ]) {
      const { code, stderr } = await runCommand(args, { DATABASE_URL: service.database.url });
      assert.equal(code, 0, stderr);
      assert.ok(stderr.startsWith(`latchkey: changed in the database ${name}`), `${args.join(' ')}: ${stderr}`);
      assert.ok(!stderr.includes(`:${url.password}@`));
    }
    const listed = await runCommand(['users', 'list'], { DATABASE_URL: service.database.url });
    assert.equal(listed.stderr, '', 'what only looks says nothing of it');
  });
});

describe('a database that fails while a command runs', () => {
  it('is told in one line, and no key is made that could not be recorded', async (t) => {
    const folder = temporaryFolder(t);
    const path = join(folder, 'latchkey.db');
    const db = openSqlite(path);
    await migrate(db);
    await db.close();
    const settings = { DATA_DIR: folder };
    const holder = new DatabaseSync(path);
    holder.exec('BEGIN IMMEDIATE');
    const line = /^latchkey: the database .*latchkey\.db cannot be used: database is locked\. Try again, .* doctor\n$/;
    assertRefusal(await runCommand(['keys', 'rotate'], settings), line);
    assert.deepEqual(existsSync(join(folder, 'keys')), false);
    holder.exec('ROLLBACK');
    holder.close();
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(4096 * 100, 7), 0, undefined, 4096);
    closeSync(file);
    const damaged = /^latchkey: .*latchkey\.db: database disk image is malformed\. Put a backup in its place: .*\n$/;
    assertRefusal(await runCommand(['users', 'list'], settings), damaged);
  });
});

describeOnBothDatabases('an account', (kind) => {
  it('is named to commands by its number too, as the audit trail names it', async (t) => {
    const service = await startService(t, kind);
    const { id, email } = await registered(service);
    const lines: string[] = [];
    await usersCommand(service.db, ['show', String(id)], (line) => lines.push(line));
    assert.equal(JSON.parse(lines.join('')).email, email);
    await deleteUserCommand(service.db, [String(id)], (line) => lines.push(line), { yes: true });
    assert.match(lines.at(-1) ?? '', new RegExp(`^account ${id} is deleted`));
    await assert.rejects(
      deleteUserCommand(service.db, [String(id)], () => {}, { yes: true }),
      {
        message: `users delete: there is no account with the number ${id}`,
      },
    );
  });
});

describeOnBothDatabases('users list', (kind) => {
  const withAccounts = async (t: TestContext, count: number) => {
    const database = await createEmptyDatabase(t, kind);
    const db = database.open();
    await migrate(db);
    const columns = 'full_name, email, phone_number, industry, password_hash, created_at, updated_at';
    await db.all(`INSERT INTO users (${columns})
      WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${count})
      SELECT 'Ada', 'ada' || n || '@example.com', '+44 ' || n, 'Computing', 'none', now(), now() FROM counted`);
    await db.close();
    return database;
  };

  it('is printed as it is read, however many there are', async (t) => {
    const accounts = 5000;
    const { url } = await withAccounts(t, accounts);
    const { code, stdout, stderr, most } = await runSlowlyRead(['users', 'list', '--json'], { DATABASE_URL: url });
    assert.equal(code, 0, stderr);
    assert.equal(stdout.trimEnd().split('\n').length, accounts);
    assert.ok(most < stdout.length / 4, `${most} bytes of ${stdout.length} were kept at once`);
  });

  it('lists every account, also those after the five hundredth', async (t) => {
    const database = await withAccounts(t, 501);
    const { code, stdout, stderr } = await runCommand(['users', 'list'], { DATABASE_URL: database.url });
    assert.equal(code, 0, stderr);
    const addresses = stdout
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t')[1]);
    assert.deepEqual(new Set(addresses), new Set(Array.from({ length: 501 }, (_, at) => `ada${at + 1}@example.com`)));
    assert.equal(addresses.length, 501);
    const unread = await runUnread(['users', 'list'], { DATABASE_URL: database.url });
    assert.deepEqual([unread.code, unread.stderr], [0, '']);
    assert.ok(unread.writes < 502, 'when nobody reads any more, it asks the database for no more of them');
  });
});

describe('--env-file', () => {
  it('gives a command the settings of the service; the environment wins, and .env is not read beside it', async (t) => {
    const folder = temporaryFolder(t);
    const service = await startService(t, 'sqlite');
    await loggedIn(service);
    const file = join(folder, 'latchkey.env');
    writeFileSync(file, `# of the service\nDATABASE_URL="${service.database.url}"\nLOG_LEVEL=info\n`);
    writeFileSync(join(folder, '.env'), 'PORT=wrong\n');
    for (const [args, environment] of [
      [['sessions', 'revoke-all', '--env-file', file], {}],
      [['--env-file', file, 'sessions', 'revoke-all'], {}],
      [[`--env-file=${file}`, 'sessions', 'revoke-all'], { LATCHKEY_ENV_FILE: '/no/such/file' }],
      [['sessions', 'revoke-all'], { LATCHKEY_ENV_FILE: file }],
    ] as const) {
      const { code, stderr } = await runCommand(args, environment, folder);
      assert.equal(code, 0, stderr);
      assert.ok(stderr.includes(service.database.url.slice('sqlite:'.length)), stderr);
    }
    assertRefusal(
      await runCommand(['users', 'list', '--env-file', file], { DATABASE_URL: `sqlite:${folder}/other.db` }, folder),
      /^latchkey: there is no database .*\/other\.db: .* The settings are those of .*\/latchkey\.env\n$/,
    );
    assertRefusal(await runCommand(['users', 'list'], {}, folder), /^latchkey: PORT must be /);
  });

  it('that cannot be read, or holds something wrong, is refused in one line', async (t) => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'latchkey.env');
    const refuse = async (args: string[], line: RegExp, exitCode?: number) =>
      assertRefusal(await runCommand(args, {}, folder), line, exitCode);
    const unreadable = (reason: string) => new RegExp(`^latchkey: the file \\S+ cannot be read: ${reason}\n$`);
    await refuse(['users', 'list', '--env-file', file], unreadable('it does not exist\\. Correct --env-file'));
    assertRefusal(
      await runCommand(['users', 'list'], { LATCHKEY_ENV_FILE: file }, folder),
      unreadable('it does not exist\\. Correct LATCHKEY_ENV_FILE'),
    );
    await refuse(['users', 'list', '--env-file', folder], unreadable('it is a folder\\. Correct --env-file'));
    await refuse(['--env-file', join(folder, 'none', 'x')], unreadable('it does not exist\\. Correct --env-file'));
    if (process.getuid?.() !== 0) {
      writeFileSync(file, '', { mode: 0o000 });
      await refuse(
        ['users', 'list', '--env-file', file],
        unreadable('permission denied\\. Run the command as root, .*'),
      );
      chmodSync(file, 0o600);
    }
    await refuse(['users', 'list', '--env-file'], /^latchkey: users list: --env-file needs a value/, 2);
    writeFileSync(file, Buffer.from([0x41, 0x3d, 0xff, 0xfe]));
    await refuse(
      ['users', 'list', '--env-file', file],
      /^latchkey: the file \S+ is not UTF-8 text\. Correct --env-file\n$/,
    );
    writeFileSync(file, 'PORT=3000\nSMTP_PASSWORD=canary#1\n');
    await refuse(['users', 'list', '--env-file', file], /^latchkey: the file \S+: line 2 is not NAME=value\. With/);
    writeFileSync(file, 'SMPT_URL=smtp://mail.example.com\n');
    const misspelt = /^latchkey: Unknown setting SMPT_URL\. Did you mean SMTP_URL\?/;
    await refuse(['users', 'list', '--env-file', file], misspelt);
    assertRefusal(await runProgram(['--env-file', file], {}, folder), misspelt);
    assert.ok(!existsSync(join(folder, 'data')));
  });

  it('starts the service, its workers too', async (t) => {
    const folder = temporaryFolder(t);
    mkdirSync(join(folder, 'data'));
    const file = join(folder, 'latchkey.env');
    const { url } = await createEmptyDatabase(t, 'postgres');
    writeFileSync(file, `DATA_DIR=${join(folder, 'data')}\nWORKERS=2\nDATABASE_URL="${url}"\n`);
    const service = await createServiceProcess(t, { settings: { LATCHKEY_ENV_FILE: file, DATA_DIR: '' } });
    await assert.doesNotReject(service.start());
  });
});

describe('a reader that has gone', () => {
  it('ends what only tells, without a word', async (t) => {
    const service = await startService(t, 'sqlite');
    await registered(service);
    for (const args of [['users', 'list'], ['audit'], ['mail', 'list'], ['--help']]) {
      const { code, stderr } = await runUnread(args, { DATABASE_URL: service.database.url });
      assert.deepEqual([code, stderr], [0, ''], args.join(' '));
    }
    const { code, stderr } = await runProgramUnread(['users', 'list'], { DATABASE_URL: service.database.url });
    assert.deepEqual([code, stderr], [0, '']);
  });

  it('does not keep a change from being made', async (t) => {
    const service = await startService(t, 'sqlite');
    const { email } = await registered(service);
    const settings = { DATABASE_URL: service.database.url };
    assert.equal((await runProgramUnread(['users', 'promote', email], settings)).code, 0);
    assert.deepEqual(await service.db.one('SELECT role FROM users'), { role: 'ADMIN' });
  });
});
