import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { cleanUpAfter } from '../../support/clean-up.ts';
import { startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** The moment between a login's check and its write, held open by a lock on the user's row. */
describe('a login that was checked before a new password was committed', () => {
  it('waits for it, leaves no session and is refused', async (t) => {
    const service = await startService(t, 'postgres');
    const account = await verified(service);
    const other = new pg.Client({ connectionString: service.database.url });
    await other.connect();
    cleanUpAfter(t, () => other.end());

    await other.query('BEGIN');
    await other.query(
      "UPDATE users SET password_hash = 'x', credential_version = credential_version + 1 WHERE id = $1",
      [account.id],
    );
    await other.query('DELETE FROM refresh_tokens WHERE user_id = $1', [account.id]);
    let answered = false;
    const login = service.request('POST', '/api/login', { body: account }).finally(() => {
      answered = true;
    });
    const waiting = 'SELECT 1 AS one FROM pg_catalog.pg_locks WHERE NOT granted';
    await until('it waits, or is answered', async () => answered || (await service.db.one(waiting)));
    await other.query('COMMIT');

    assert.equal((await login).message, 'Invalid credentials');
    assert.deepEqual(await service.db.all('SELECT user_id FROM refresh_tokens'), []);
  });
});
