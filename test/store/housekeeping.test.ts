import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sweep } from '../../src/store/housekeeping.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { loggedIn, startService } from '../support/service.ts';

const AUDIT_KEPT_MS = 90 * 24 * 3_600_000;

describeOnBothDatabases('housekeeping', (kind) => {
  it('removes what has run its course, and nothing that is still needed', async (t) => {
    const service = await startService(t, kind);
    const session = await loggedIn(service);
    await service.request('POST', '/api/login', { body: { email: session.email, password: 'Wrong1234' } });
    await service.request('POST', '/api/forgot-password', { body: { email: 'nobody@example.com' } });
    await service.emailsTo('');
    const rows = async () => {
      const counts: Record<string, number> = {};
      for (const table of ['users', 'refresh_tokens', 'outbox', 'throttles']) {
        counts[table] = (await service.db.all(`SELECT 1 AS one FROM ${table}`)).length;
      }
      return counts;
    };
    const all = { users: 1, refresh_tokens: 1, outbox: 2, throttles: 3 };
    await sweep(service.db, AUDIT_KEPT_MS);
    assert.deepEqual(await rows(), all);
    await service.clock.advance(8 * 24 * 3_600_000);
    assert.equal(await sweep(service.db, AUDIT_KEPT_MS), false);
    assert.deepEqual(await rows(), { users: 1, refresh_tokens: 0, outbox: 0, throttles: 0 });
  });
});
