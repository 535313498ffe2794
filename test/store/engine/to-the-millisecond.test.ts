import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixedRing, secretKey, signingKeyAt } from '../../../src/keys/signing-key.ts';
import { openSqlite } from '../../../src/store/engine/drivers/sqlite.ts';
import { migrate } from '../../../src/store/engine/migrate.ts';
import { insertSession } from '../../../src/store/tables/new-session.ts';
import * as sessions from '../../../src/store/tables/sessions.ts';
import * as users from '../../../src/store/tables/users.ts';
import { cleanUpAfter } from '../../support/clean-up.ts';
import { insertUser } from '../../support/insert-user.ts';

const NOW_MS = Date.UTC(2030, 0, 1);

// On the embedded database alone: only there can the clock stand still to the millisecond.
describe('at the very millisecond', () => {
  it('a refresh token has ended at its expiry, and lives one before', async (t) => {
    let nowMs = NOW_MS;
    const db = openSqlite(':memory:', () => nowMs);
    cleanUpAfter(t, () => db.close());
    await migrate(db);
    const ada = { fullName: 'Ada', email: 'a@example.com', phoneNumber: '1', industry: 'x', language: 'en' };
    const user = await insertUser(db, { ...ada, passwordHash: 'x' });
    await db.batch([users.activate(user.id)]);
    const requester = { address: null, userAgent: null };
    const times = { ttlMs: 1000, longestMs: null };
    const session = { valueHash: 'hash', ...times, slot: 0, amr: ['pwd'], requester, isUnproven: false };
    await db.batch([insertSession(user, session)]);
    nowMs = NOW_MS + 999;
    assert.equal((await sessions.find(db, 'hash', { withRotationAndUse: true }))?.owner?.id, user.id);
    nowMs = NOW_MS + 1000;
    assert.equal(await sessions.find(db, 'hash', { withRotationAndUse: true }), undefined);
  });

  it('a key signs from its time on', () => {
    const keys = fixedRing(secretKey('newer', 'newer', NOW_MS), secretKey('older', 'older', 0)).current();
    assert.equal(signingKeyAt(keys, NOW_MS - 1)?.kid, 'older');
    assert.equal(signingKeyAt(keys, NOW_MS)?.kid, 'newer');
  });
});
