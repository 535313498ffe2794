import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothDatabases } from '../support/databases.ts';
import { loggedIn, startService } from '../support/service.ts';

describeOnBothDatabases('POST /api/login', (kind) => {
  it('works', async (t) => {
    const service = await startService(t, kind);
    const session = await loggedIn(service);
    const me = await service.request('GET', '/api/me', { token: session.accessToken });
    assert.equal(me.status, 200);
  });
});
