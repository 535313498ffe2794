import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { copyContent } from '../../src/cli/backup/sqlite-copy.ts';
import { explainError } from '../../src/cli/explain-error.ts';
import { chownToFolderOwner } from '../../src/lib/file-ownership.ts';
import { migrate } from '../../src/store/engine/migrate.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand, runProgramLimited, startProgram } from '../support/command.ts';
import { createEmptyDatabase, describeOnBothDatabases } from '../support/databases.ts';
import { openSqlite } from '../support/raw-database.ts';
import { loggedIn, logIn, resetToken, SIGNING_SECRET, startService } from '../support/service.ts';
import { createServiceProcess } from '../support/service-process.ts';

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-backup-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('a backup made under way restores whole, and does not bring ended sessions, links and accounts back', async (t) => {
  const folder = temporaryFolder(t);
  const backup = join(folder, 'backup.db');
  const database = await createEmptyDatabase(t, 'sqlite');
  const path = new URL(database.url).pathname;
  const settings = { DATABASE_URL: database.url };
  const before = await startService(t, 'sqlite', {}, database);
  const [session, leaver] = [await loggedIn(before), await loggedIn(before)];
  const link = await resetToken(before, session.email);
  const made = await runCommand(['backup', backup], settings);
  assert.deepEqual([made.code, made.stderr], [0, '']);
  assert.equal(statSync(backup).mode & 0o777, 0o600);
  assert.match(made.stdout, /backup\.db holds the whole database .*latchkey\.db; it is as secret/);
  assert.match((await runCommand(['backup', backup], settings)).stderr, /exists already, and is not overwritten\n$/);
  // After the backup the session, the link and an account end; the backup knows nothing of it.
  const body = { new_password: 'Different1' };
  assert.equal((await before.request('POST', '/api/reset-password', { token: link, body })).status, 200);
  assert.equal((await runCommand(['users', 'delete', leaver.email, '--yes'], settings)).code, 0);
  const restore = (...options: string[]) => runCommand(['restore', backup, ...options], settings);
  assert.match((await restore('--yes')).stderr, /^latchkey: restore: .* is in use\. Stop the service/);
  const checked = await restore();
  await before.stop();

  assert.match(
    checked.stdout,
    /backup\.db is complete, and holds 2 accounts\ndeleted since .*: 1 account\. .*--delete-again.*\nNothing was changed\. .* --yes\n$/,
  );
  assert.deepEqual(readdirSync(dirname(path)), ['latchkey.db']);
  const restored = await restore('--yes', '--delete-again');
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(restored.stdout, /^2 accounts restored; 2 sessions ended, and every outstanding reset link$/m);
  assert.match(restored.stdout, /^1 account deleted again, as since the backup$/m);
  const [, aside = ''] = /^the previous database is (.*); remove it/m.exec(restored.stdout) ?? [];
  const old = openSqlite(aside);
  const kept = await old.all('SELECT event FROM audit_events WHERE event = $1', ['reset_done']);
  await old.close();
  assert.equal(kept.length, 1, 'what happened after the backup is in the one set aside');

  const after = await startService(t, 'sqlite', {}, database);
  const { refreshToken: refresh_token } = session;
  assert.equal((await after.request('POST', '/api/refresh', { body: { refresh_token } })).status, 401);
  assert.equal((await after.request('POST', '/api/reset-password', { token: link, body })).status, 401);
  await logIn(after, session);
  const { email, password } = leaver;
  assert.equal((await after.request('POST', '/api/login', { body: { email, password } })).status, 401);
});

it('what was deleted since the backup is counted by a check, and can be deleted after a restore as well', async (t) => {
  const backup = join(temporaryFolder(t), 'backup.db');
  const database = await createEmptyDatabase(t, 'sqlite');
  const service = await startService(t, 'sqlite', {}, database);
  const [admin, leaver, other] = [await loggedIn(service), await loggedIn(service), await loggedIn(service)];
  const run = (...args: string[]) => runCommand(args, { DATABASE_URL: database.url });
  await run('users', 'promote', admin.email);
  assert.equal((await run('backup', backup)).code, 0);
  // The last administrator of the backup is none of now; and whoever came since is not in the backup.
  const latecomer = await loggedIn(service);
  await run('users', 'promote', other.email);
  const gone = [admin, leaver, latecomer].map(({ email }) => email);
  const deleted = await run('users', 'delete', ...gone, leaver.email, '--yes');
  assert.equal(deleted.stdout.split('is deleted').length, 4, deleted.stderr);
  assert.match((await run('restore', backup)).stdout, /^deleted since the backup: 2 accounts\./m, 'beside the service');
  assert.equal(JSON.parse((await run('restore', backup, '--json')).stdout).deleted_since, 2);
  await service.stop();

  const again = await run('restore', backup, '--yes', '--delete-again', '--json');
  const { deleted_since, back } = JSON.parse(again.stdout);
  assert.deepEqual([again.code, deleted_since, back], [0, 2, [admin.id]], again.stderr);
  await run('users', 'promote', other.email);
  assert.equal((await run('users', 'delete', String(admin.id), '--yes')).code, 0);

  assert.match((await run('restore', backup)).stdout, /^deleted since the backup: 2 accounts\./m);
  const restored = await run('restore', backup, '--yes');
  const [, printed = ''] = /: 2 accounts\. To delete again: latchkey (.*)$/m.exec(restored.stdout) ?? [];
  assert.equal(printed, `users delete ${admin.id} ${leaver.id} --yes`);
  await run('users', 'promote', other.email);
  assert.equal((await run(...printed.split(' '))).code, 0);
  assert.match((await run('users', 'list')).stdout, new RegExp(`^id.*\n${other.id}\t.*\n$`));
  const missing = await run('users', 'delete', other.email, 'nobody@example.com', '--yes');
  assert.match(missing.stderr, /there is no account with the e-mail nobody@example\.com/);
  assert.equal((await run('users', 'show', other.email)).code, 0, 'nothing is deleted if a name is wrong');
  assert.equal((await run('users', 'delete', '--yes')).code, 2);
});

it('a restore refuses what is no whole backup, and takes the place of a database that cannot be read', async (t) => {
  const folder = temporaryFolder(t);
  const settings = { DATA_DIR: join(folder, 'data') };
  const present = join(folder, 'data/latchkey.db');
  const db = openSqlite(present);
  await migrate(db);
  await db.close();
  const backup = join(folder, 'backup.db');
  assert.equal((await runCommand(['backup', backup], settings)).code, 0);
  const whole = readFileSync(backup);
  const other = openSqlite(join(folder, 'other.db'));
  await other.all('CREATE TABLE other (id INTEGER)');
  await other.close();
  writeFileSync(join(folder, 'cut.db'), whole.subarray(0, whole.length / 2));
  writeFileSync(join(folder, 'text.db'), 'no database');
  writeFileSync(join(folder, 'locked.db'), whole, { mode: 0o000 });
  for (const [name, reason] of [
    ['cut.db', /cut\.db is not a complete SQLite database: /],
    ['text.db', /text\.db is not a complete SQLite database: file is not a database/],
    ['other.db', /other\.db is not a Latchkey database/],
    ['missing.db', /there is no file .*missing\.db/],
    ['data', /there is no file .*data/],
    ...(process.getuid?.() === 0
      ? []
      : [['locked.db', /no permission to use .*locked\.db\. Run the command as root/] as const]),
  ] as const) {
    const refused = await runCommand(['restore', join(folder, name), '--yes'], settings);
    assert.equal(refused.code, 1, name);
    assert.match(refused.stderr, reason);
    assert.deepEqual(readdirSync(join(folder, 'data')), ['latchkey.db'], name);
  }
  writeFileSync(present, 'damaged');
  writeFileSync(`${present}-wal`, 'changes of the damaged one');
  const restored = await runCommand(['restore', backup, '--yes'], settings);
  assert.match(
    restored.stdout,
    /^the current .*latchkey\.db cannot be read: .*\n.* is complete, and holds 0 accounts$/m,
  );
  assert.equal(existsSync(`${present}-wal`), false, 'not taken for changes of the restored one');
  assert.equal((await runCommand(['users', 'list'], settings)).code, 0);
});

it('backups into a folder are named by their time, and the oldest are removed', async (t) => {
  const folder = temporaryFolder(t);
  const settings = { DATA_DIR: join(folder, 'data') };
  const db = openSqlite(join(folder, 'data/latchkey.db'));
  await migrate(db);
  await db.close();
  assert.equal((await runCommand(['keys', 'rotate', '--now'], settings)).code, 0);
  const into = join(folder, 'backups');
  mkdirSync(join(into, 'latchkey-2020-01-01T030000Z.db.keys'), { recursive: true });
  for (const name of ['2020-01-01T030000Z.db', '2021-01-01T030000Z.db', '2022-01-01T030000Z.db.partial-journal'])
    writeFileSync(join(into, `latchkey-${name}`), '');
  writeFileSync(join(into, 'mine.db'), '');
  // What its owner has compressed needs the data key beside it; another machine is just making one.
  for (const ending of ['.gz', '.data-key']) writeFileSync(join(into, `latchkey-2019-01-01T030000Z.db${ending}`), '');
  writeFileSync(join(into, `latchkey-${new Date().toISOString().slice(0, 10)}T000000Z.dump.partial`), '');
  const run = (...options: string[]) => runCommand(['backup', '--into', into, ...options], settings);
  assert.match((await run('--keep', '0')).stderr, /--keep 0: how many\?/);
  // As of a variable that is not set; the working folder is not meant.
  const nowhere = await runCommand(['backup', '--into', ''], settings, folder);
  assert.deepEqual([nowhere.code, nowhere.stderr], [2, 'latchkey: backup: --into names no folder\n']);
  const made = await run('--keep', '2');
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /latchkey-2020-01-01T030000Z\.db is removed: the newest 2 are kept\n/);
  const year = new Date().getUTCFullYear();
  assert.deepEqual(
    readdirSync(into).map((name) => name.replace(/^(latchkey-20\d\d).*Z/, '$1')),
    [
      ...['latchkey-2019.db.data-key', 'latchkey-2019.db.gz', 'latchkey-2021.db', `latchkey-${year}.dump.partial`],
      ...[`latchkey-${year}.db`, `latchkey-${year}.db.keys`, 'mine.db'],
    ],
  );
});

describe('a backup', () => {
  it('brings the signing keys along: tokens from before are good after a restore of it alone', async (t) => {
    const folder = temporaryFolder(t);
    const [before, after] = [join(folder, 'before'), join(folder, 'after')];
    const settings = { DATA_DIR: before };
    const first = await createServiceProcess(t, { settings: { ...settings, SIGNING_SECRET: '', FRONTEND_URL: '' } });
    await first.start();
    const rotated = await runCommand(['keys', 'rotate', '--now'], settings);
    assert.equal(rotated.code, 0, rotated.stderr);
    const file = join(folder, 'backup.db');
    const { stdout } = await runCommand(['backup', file], settings);
    assert.match(
      stdout,
      /backup\.db\.keys holds the signing keys of .*\n.*backup\.db\.signing-secret holds the signing secret of /,
    );
    assert.doesNotMatch(stdout, /is a setting/);

    const restored = await runCommand(['restore', file, '--yes'], { DATA_DIR: after });
    assert.match(restored.stdout, /^1 signing key restored to .*\n.*signing-secret is back$/m);
    const [here, there] = await Promise.all(
      [before, after].map((dir) => runCommand(['keys', 'list'], { DATA_DIR: dir })),
    );
    assert.equal(here?.stdout.trim().split('\n').length, 3, 'a header and two keys');
    assert.equal(there?.stdout, here?.stdout, 'the same keys with the same fingerprints');
    for (const path of [
      `${file}.signing-secret`,
      ...readdirSync(`${file}.keys`).map((name) => join(`${file}.keys`, name)),
    ]) {
      assert.equal(statSync(path).mode & 0o777, 0o600, path);
    }
    assert.equal(statSync(`${file}.keys`).mode & 0o777, 0o700);
  });

  it('says which settings it does not hold', async (t) => {
    const database = await createEmptyDatabase(t, 'sqlite');
    const service = await startService(t, 'sqlite', {}, database);
    await service.stop();
    const secrets = { SIGNING_SECRET, SIGNING_SECRETS: `a:${SIGNING_SECRET}` };
    const { stdout } = await runCommand(['backup', join(temporaryFolder(t), 'backup.db')], {
      DATABASE_URL: database.url,
      ...secrets,
    });
    assert.match(stdout, /^SIGNING_SECRET is a setting, and not in the backup/m);
    assert.match(stdout, /^SIGNING_SECRETS is a setting, and not in the backup/m);
  });

  it('can be read by nobody else at any moment, and neither can what is restored', async (t) => {
    const folder = temporaryFolder(t);
    const [others, copy] = [join(folder, 'others'), join(folder, 'copy')];
    writeFileSync(others, 'x', { mode: 0o644 });
    await copyContent(others, copy);
    assert.deepEqual([readFileSync(copy, 'utf8'), statSync(copy).mode & 0o777], ['x', 0o600]);
    const database = await createEmptyDatabase(t, 'sqlite');
    const db = database.open();
    await migrate(db);
    await db.all(`INSERT INTO audit_events (happened_at, event, user_agent)
      WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 20000)
      SELECT n, 'logged_in', hex(randomblob(500)) FROM counted`);
    await db.close();
    const file = join(folder, 'backup.db');
    const { child, ended } = startProgram(['backup', file], { DATABASE_URL: database.url });
    const modes = new Set<number>();
    while (child.exitCode === null && child.signalCode === null) {
      for (const path of [`${file}.partial`, file]) {
        const found = statSync(path, { throwIfNoEntry: false });
        if (found) modes.add(found.mode & 0o777);
      }
      await setTimeout(1);
    }
    assert.equal((await ended).code, 0);
    assert.deepEqual([...modes], [0o600]);

    // Of two into one file the second is refused; what a killed one has left does not stay for ever.
    const [next, partial] = [join(folder, 'next.db'), join(folder, 'next.db.partial')];
    const again = () => runCommand(['backup', next], { DATABASE_URL: database.url });
    writeFileSync(partial, 'PGDMP of another');
    assert.match(
      (await again()).stderr,
      /^latchkey: backup: another backup is writing .* If that was killed: rm .*\n$/,
    );
    assert.equal(readFileSync(partial, 'utf8'), 'PGDMP of another');
    utimesSync(partial, 0, Date.now() / 1000 - 601);
    writeFileSync(`${partial}-journal`, '');
    assert.equal((await again()).code, 0);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('next')),
      ['next.db'],
    );
  });
});

const OWNER = 12_345;
const isRoot = process.getuid?.() === 0;

describe('what root writes', { skip: isRoot ? false : 'only root can give files away' }, () => {
  const ownersIn = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
      const { uid, gid } = lstatSync(join(folder, name));
      return `${name} ${uid}:${gid}`;
    });
  const assertOwned = (folder: string, count: number) => {
    const owners = ownersIn(folder);
    assert.ok(owners.length >= count, owners.join(', '));
    assert.deepEqual(
      owners.filter((line) => !line.endsWith(` ${OWNER}:${OWNER}`)),
      [],
    );
  };

  it('belongs to the owner of the folder: database, keys, secret, backup, templates and a restored copy', async (t) => {
    const folder = temporaryFolder(t);
    const data = join(folder, 'data');
    mkdirSync(data);
    chownSync(data, OWNER, OWNER);
    const service = await createServiceProcess(t, {
      settings: { DATA_DIR: data, SIGNING_SECRET: '', FRONTEND_URL: '' },
    });
    await service.start();
    assertOwned(data, 4);
    assert.ok(readdirSync(data).includes('latchkey.db-wal'), 'also what SQLite keeps beside it');
    for (const args of [
      ['keys', 'rotate'],
      ['backup', join(data, 'backup.db')],
      ['mail', 'templates', join(data, 'mail')],
    ]) {
      const { code, stderr } = await runCommand(args, { DATA_DIR: data });
      assert.equal(code, 0, stderr);
    }
    assertOwned(data, 10);

    await service.end('SIGTERM');
    copyFileSync(join(data, 'backup.db'), join(data, 'latchkey.db'));
    chownSync(join(data, 'latchkey.db'), 0, 0);
    assert.equal((await runCommand(['sessions', 'revoke-all'], { DATA_DIR: data })).code, 0);
    assertOwned(data, 10);
  });

  it('is no key that the service cannot read, because its folder belongs to root', async (t) => {
    const folder = temporaryFolder(t);
    const [data, keys] = [join(folder, 'data'), join(folder, 'etc/keys')];
    mkdirSync(data);
    chownSync(data, OWNER, OWNER);
    const db = openSqlite(join(data, 'latchkey.db'));
    await migrate(db);
    await db.close();
    const settings = { DATA_DIR: data, KEYS_DIR: keys, SIGNING_SECRET: 'kR8vZ1pW4xQ7mT2nB5cY9dF3gH6jL0sA' };
    const refused = await runCommand(['keys', 'rotate'], settings);
    assert.equal(refused.code, 1);
    const [, remedy = ''] =
      /^latchkey: keys rotate: .*could not read the key\. First: (.*)\n$/.exec(refused.stderr) ?? [];
    execFileSync('/bin/sh', ['-ec', remedy]);
    const { code, stderr } = await runCommand(['keys', 'rotate'], settings);
    assert.equal(code, 0, stderr);
    assertOwned(keys, 1);
  });

  it('is never what a link points to', (t) => {
    const folder = temporaryFolder(t);
    const own = join(folder, 'own');
    mkdirSync(own);
    chownSync(own, OWNER, OWNER);
    const precious = join(folder, 'precious');
    writeFileSync(precious, '');
    symlinkSync(precious, join(own, 'link'));
    linkSync(precious, join(own, 'second-name'));
    for (const name of ['link', 'second-name']) chownToFolderOwner(join(own, name));
    assert.equal(statSync(precious).uid, 0);
  });
});

describeOnBothDatabases('latchkey sessions revoke-all', (kind) => {
  it('ends every session and every outstanding link', async (t) => {
    const service = await startService(t, kind);
    const sessions = [await loggedIn(service), await loggedIn(service)];
    const [first] = sessions;
    assert.ok(first);
    const link = await resetToken(service, first.email);
    const { stdout } = await runCommand(['sessions', 'revoke-all'], { DATABASE_URL: service.database.url });
    assert.match(stdout, /^2 sessions ended, and every outstanding reset link of 2 accounts\n$/);
    const trail = await runCommand(['audit', '--event', 'sessions_revoked'], { DATABASE_URL: service.database.url });
    assert.match(trail.stdout, /\tsessions_revoked\t-\t-\tlatchkey command\toperator\n$/);
    for (const { refreshToken: refresh_token } of sessions) {
      assert.equal((await service.request('POST', '/api/refresh', { body: { refresh_token } })).status, 401);
    }
    const answer = await service.request('POST', '/api/reset-password', {
      token: link,
      body: { new_password: 'Different1' },
    });
    assert.equal(answer.status, 401);
    await logIn(service, first);
  });
});

describeOnBothDatabases('latchkey sessions', (kind) => {
  it("lists the devices of an account, and ends its sessions and nobody else's", async (t) => {
    const service = await startService(t, kind, { SESSIONS: 'many' });
    const [ada, eve] = [await loggedIn(service), await loggedIn(service)];
    await logIn(service, ada);
    const run = (...args: string[]) => runCommand(['sessions', ...args], { DATABASE_URL: service.database.url });
    const [header, ...rows] = (await run('list', ada.email)).stdout.trimEnd().split('\n');
    assert.equal(header, 'id\tdevice\taddress\tbegan\tlast used');
    assert.equal(rows.length, 2);
    for (const row of rows) assert.match(row, /^[0-9a-f-]{36}\t\S+\t127\.0\.0\.1\t\S+Z\t\S+Z$/);

    assert.equal((await run('end', ada.email)).stdout, '2 sessions ended\n');
    const refresh = (refresh_token: string) => service.request('POST', '/api/refresh', { body: { refresh_token } });
    assert.equal((await refresh(ada.refreshToken)).status, 401);
    assert.equal((await refresh(eve.refreshToken)).status, 200);
    const events = await service.db.all('SELECT user_id, actor FROM audit_events WHERE event = $1', ['session_ended']);
    assert.deepEqual(events, [{ user_id: ada.id, actor: 'operator' }]);
    assert.equal((await run('end', 'nobody@example.com')).code, 1);
    assert.equal((await run('list')).code, 2);
  });
});

it('a full disk, and folders that cannot be used, are told in one line', async (t) => {
  const folder = temporaryFolder(t);
  const settings = { DATA_DIR: join(folder, 'data') };
  const db = openSqlite(join(folder, 'data/latchkey.db'));
  await migrate(db);
  await db.close();
  const full = await runProgramLimited('ulimit -f 64', ['backup', join(folder, 'backup.db')], settings);
  assert.match(full.stderr, /^latchkey: backup: the copy to .*backup\.db\.partial failed: [^\n]*\n$/);
  assert.deepEqual(readdirSync(folder), ['data'], 'nothing is left of it');
  symlinkSync('loop', join(folder, 'loop'));
  const hidden = await runCommand(['users', 'list'], { DATA_DIR: join(folder, 'loop') });
  assert.match(hidden.stderr, /^latchkey: cannot access the database: cannot use .*: ELOOP[^\n]*\n$/);
  writeFileSync(join(folder, 'file'), '');
  const keys = await runCommand(['keys', 'list'], { ...settings, KEYS_DIR: join(folder, 'file') });
  assert.match(keys.stderr, /^latchkey: KEYS_DIR must be a readable folder: ENOTDIR[^\n]*\n$/);
  const noSpace = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', path: '/backup.db', dest: '/data/latchkey.db' });
  assert.equal(explainError(noSpace), 'there is no space left for /data/latchkey.db: make room, and try again');
});
