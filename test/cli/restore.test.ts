import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  cpSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { chownToFolderOwner } from '../../src/files/file-ownership.ts';
import { openSqlite } from '../../src/store/drivers/sqlite.ts';
import { migrate } from '../../src/store/migrate.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand, startProgram } from '../support/command.ts';
import { createEmptyDatabase, describeOnBothDatabases } from '../support/databases.ts';
import { loggedIn, logIn, resetToken, SIGNING_SECRET, startService } from '../support/service.ts';
import { createServiceProcess } from '../support/service-process.ts';

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-backup-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('a backup made under way restores whole, and does not bring ended sessions and links back', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-backup-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true }));
  const backup = join(folder, 'backup.db');
  const database = await createEmptyDatabase(t, 'sqlite');
  const before = await startService(t, 'sqlite', {}, database);
  const session = await loggedIn(before);
  const link = await resetToken(before, session.email);
  const made = await runCommand(['backup', backup], { DATABASE_URL: database.url });
  assert.deepEqual([made.code, made.stderr], [0, '']);
  assert.equal(statSync(backup).mode & 0o777, 0o600);
  const again = await runCommand(['backup', backup], { DATABASE_URL: database.url });
  assert.match(again.stderr, /^latchkey: backup: .* exists already, and is not overwritten\n$/);
  // After the backup the session and the link end; the restored file knows nothing of it.
  const body = { new_password: 'Different1' };
  assert.equal((await before.request('POST', '/api/reset-password', { token: link, body })).status, 200);
  await before.stop();

  assert.match(made.stdout, /backup\.db holds the whole database .*latchkey\.db; it is as secret/);

  const restored = join(folder, 'latchkey.db');
  copyFileSync(backup, restored);
  const revoked = await runCommand(['sessions', 'revoke-all'], { DATABASE_URL: `sqlite:${restored}` });
  assert.match(revoked.stdout, /^1 sessions ended, and every outstanding reset link of 1 accounts\n$/);
  const open = () => openSqlite(restored, database.clock.nowMs);
  const after = await startService(t, 'sqlite', {}, { ...database, url: `sqlite:${restored}`, open });
  const { refreshToken: refresh_token } = session;
  assert.equal((await after.request('POST', '/api/refresh', { body: { refresh_token } })).status, 401);
  assert.equal((await after.request('POST', '/api/reset-password', { token: link, body })).status, 401);
  await logIn(after, session);
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

    mkdirSync(after);
    copyFileSync(file, join(after, 'latchkey.db'));
    copyFileSync(`${file}.signing-secret`, join(after, 'signing-secret'));
    cpSync(`${file}.keys`, join(after, 'keys'), { recursive: true });
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

  it('can be read by nobody else at any moment', async (t) => {
    const folder = temporaryFolder(t);
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
      const found = statSync(file, { throwIfNoEntry: false });
      if (found) modes.add(found.mode & 0o777);
      await setTimeout(1);
    }
    assert.equal((await ended).code, 0);
    assert.deepEqual([...modes], [0o600]);
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
