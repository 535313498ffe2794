import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { openSqlite } from '../../src/store/sqlite.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand } from '../support/command.ts';
import { createTestDatabase, describeOnBothDatabases } from '../support/databases.ts';
import { loggedIn, logIn, resetToken, startService } from '../support/service.ts';

it('a backup made under way restores whole, and does not bring ended sessions and links back', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-backup-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true }));
  const backup = join(folder, 'backup.db');
  const database = await createTestDatabase(t, 'sqlite');
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

describeOnBothDatabases('latchkey sessions revoke-all', (kind) => {
  it('ends every session and every outstanding link', async (t) => {
    const service = await startService(t, kind);
    const sessions = [await loggedIn(service), await loggedIn(service)];
    const [first] = sessions;
    assert.ok(first);
    const link = await resetToken(service, first.email);
    const { stdout } = await runCommand(['sessions', 'revoke-all'], { DATABASE_URL: service.database.url });
    assert.match(stdout, /^2 sessions ended, and every outstanding reset link of 2 accounts\n$/);
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
