import assert from 'node:assert/strict';
import { it } from 'node:test';
import { beginSession, type Proven } from '../../../src/core/sign-in/begin-session.ts';
import { KEPT } from '../../../src/store/audit/record.ts';
import { UniqueViolation } from '../../../src/store/engine/database.ts';
import * as users from '../../../src/store/tables/users.ts';
import type { SignedTokens } from '../../../src/tokens/signed-tokens.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { type Service, startService, verified } from '../../support/service.ts';

const sessionsOf = (service: Service, id: number) =>
  service.db.all<Record<string, string | number | null>>('SELECT * FROM refresh_tokens WHERE user_id = $1', [id]);

/** Begins sessions of a new account as the steps after a proof do, without the proof. */
async function withoutProof(service: Service) {
  const { id } = await verified(service);
  const user = await users.byId(service.db, id);
  assert.ok(user);
  const services = {
    db: service.db,
    tokens: { access: () => 'access' } as unknown as SignedTokens,
    secondFactorPolicy: 'optional',
    features: { passkeys: true, identities: false },
    sessionPolicy: { mode: 'single', lifetimeMs: 1000, rotatesTokens: false, previousAcceptedMs: 0 },
    notifyNewDevice: false,
    registrationPolicy: { termsVersion: undefined },
  } as const;
  const requester = { address: null, userAgent: null };
  const begin = (amr: Proven['amr'], spend: Proven['spend'] = []) =>
    beginSession(services, { user, amr, requester, isUnproven: false, spend, acceptsTerms: false });
  return { id, begin };
}

const logInFrom = (service: Service, body: object, userAgent: string) =>
  service.request('POST', '/api/login', { body, headers: { 'user-agent': userAgent } });

describeOnBothDatabases('a session', (kind) => {
  it('has an id of its own, and what is known of its device and of how it began', async (t) => {
    const service = await startService(t, kind);
    const { id, email, password } = await verified(service);
    const userAgent = 'Browser/1';
    await logInFrom(service, { email, password }, userAgent);
    const [first] = await sessionsOf(service, id);
    const { address, user_agent, amr, ends_at, created_at, last_used_at, authenticated_at } = first ?? {};
    assert.deepEqual(
      { address, user_agent, amr, ends_at },
      {
        address: '127.0.0.1',
        user_agent: userAgent,
        amr: '["pwd"]',
        ends_at: null,
      },
    );
    assert.ok(typeof created_at === 'number' && Math.abs(created_at - service.clock.nowMs()) < 60_000);
    assert.deepEqual([last_used_at, authenticated_at], [created_at, created_at]);
    assert.match(String(first?.id), /^[0-9a-f-]{36}$/);

    await service.clock.jump(5000);
    await logInFrom(service, { email, password }, 'Browser/2');
    const [second, ...more] = await sessionsOf(service, id);
    assert.deepEqual(more, []);
    assert.notEqual(second?.id, first?.id);
    assert.equal(second?.user_agent, 'Browser/2');
    assert.ok(Number(second?.created_at) >= Number(created_at) + 5000);
  });

  it('is the only one of its user in its slot, as the database has it', async (t) => {
    const { db, ...service } = await startService(t, kind);
    const account = await verified({ db, ...service });
    await logInFrom({ db, ...service }, account, 'Browser/1');
    assert.deepEqual(await db.all('SELECT slot FROM refresh_tokens'), [{ slot: 0 }]);
    const insert = `INSERT INTO refresh_tokens (user_id, slot, value_hash, expires_at) VALUES ($1, 0, 'second', now())`;
    await assert.rejects(db.one(insert, [account.id]), UniqueViolation);
  });

  it('begins together with the end of what was proven, or not at all', async (t) => {
    const service = await startService(t, kind);
    const { db } = service;
    const { id, begin } = await withoutProof(service);
    const events = () => db.all(`SELECT id FROM audit_events WHERE event = 'logged_in'`);
    // A proof that works once: a row that is there to be deleted.
    await db.one(`INSERT INTO throttles (key, failures, counted_since, busy_until) VALUES ('code', 0, now(), now())`);
    const used = new Error('it was used before');
    const code = { sql: `DELETE FROM throttles WHERE key = 'code' RETURNING key`, params: [], required: used };
    const beginOnce = () => begin(['otp'], [code]);

    const begun = await Promise.allSettled([beginOnce(), beginOnce(), beginOnce()]);
    assert.equal(begun.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal((await sessionsOf(service, id)).length, 1);
    assert.equal((await events()).length, 1);
    await assert.rejects(beginOnce(), used);
    assert.equal((await events()).length, 1, 'nothing is recorded of a session that did not begin');
  });

  it('is recorded each time if a password limits how often it begins, and otherwise counted', async (t) => {
    const service = await startService(t, kind);
    const { events } = KEPT.counted;
    for (const [amr, kept, counts] of [
      [['pwd'], events + 3, []],
      [['pwd', 'otp', 'mfa'], events + 3, []],
      [['otp'], events, [{ count: 3 }]],
    ] as const) {
      const { id, begin } = await withoutProof(service);
      for (let time = 0; time < events + 3; time += 1) await begin(amr);
      const rows = `SELECT count FROM audit_events WHERE event = 'logged_in' AND user_id = $1 AND repeat_of IS`;
      assert.equal((await service.db.all(`${rows} NULL`, [id])).length, kept, amr.join());
      assert.deepEqual(await service.db.all(`${rows} NOT NULL`, [id]), counts, amr.join());
    }
  });
});
