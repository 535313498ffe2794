import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Row } from '../../../src/store/engine/database.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { sharedService } from '../../support/scenarios.ts';
import { loggedIn, logIn } from '../../support/service.ts';

/** A session is known by these; all else belongs to the one that is there. */
const KEY = ['user_id', 'slot'];

describeOnBothDatabases('a session that takes the place of another', (kind) => {
  const service = sharedService(kind, { SESSIONS: 'single', REFRESH_ROTATION: 'on', TRUST_PROXY: '127.0.0.1' });

  it('takes nothing over from it, in whichever column', async () => {
    const { db, request, clock } = service();
    const { id, email, password, refreshToken } = await loggedIn(service());
    for (let refresh_token: string | undefined = refreshToken, times = 0; times < 3; times += 1) {
      refresh_token = (await request('POST', '/api/refresh', { body: { refresh_token } })).data.refresh_token;
    }
    await db.all(
      `UPDATE refresh_tokens SET amr = '["hwk"]', address = 'before', user_agent = 'Before/1', is_unproven = 1,
        ends_at = expires_at WHERE user_id = $1`,
      [id],
    );
    const read = async () => (await db.one<Row>('SELECT * FROM refresh_tokens WHERE user_id = $1', [id])) ?? {};
    const before = await read();
    assert.deepEqual(
      Object.keys(before).filter((column) => before[column] === null || before[column] === 0),
      ['slot'],
      'every column has a value that a new session does not have',
    );
    await clock.advance(1000);
    const headers = { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'After/1' };
    const login = await request('POST', '/api/login', { body: { email, password }, headers });
    const after = await read();
    const same = Object.keys(after).filter((column) => after[column] === before[column]);
    assert.deepEqual(same.sort(), KEY.toSorted());
    const { refresh_token } = login.data;
    assert.equal((await request('POST', '/api/refresh', { body: { refresh_token } })).status, 200);
    await logIn(service(), { email, password });
  });
});
