import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { toPrometheusText } from '../../../src/monitoring/prometheus-text.ts';
import { loggedInAdmin } from '../../support/admin.ts';
import { cleanUpAfter } from '../../support/clean-up.ts';
import { runCommand } from '../../support/command.ts';
import { createEmptyDatabase, describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { parseMetrics } from '../../support/metrics.ts';
import type { RawDatabase } from '../../support/raw-database.ts';
import { createSchemaOf060 } from '../../support/schema-0.6.0.ts';
import { loggedIn, type Service, startService } from '../../support/service.ts';

const PASSWORD = 'Analytical1';
const COST = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

/** An account without a phone number and an industry, as 0.6.0 has imported it. */
const importAs060 = (db: RawDatabase, email: string, passwordHash: string) =>
  db.one(
    `INSERT INTO users (full_name, email, phone_number, industry, password_hash, account_status, name_key, phone_key,
      created_at, updated_at) VALUES ('Ada', $1, $2, '', $3, 'ACTIVE', 'ada', $4, now(), now()) RETURNING id`,
    [email, ` random ${email}`, passwordHash, `random${email}`],
  );

const logInOf = (service: Service, email: string, password: string) =>
  service.request('POST', '/api/login', { body: { email, password } });

describeWhereDatabasesDiffer('what an account lacks', (kind) => {
  it('is NULL after the migration, and answered as before; the same where 0.6.0 writes it later', async (t) => {
    const database = await createEmptyDatabase(t, kind);
    const db: RawDatabase = database.open();
    cleanUpAfter(t, () => db.close());
    await createSchemaOf060(db);
    const passwordHash = await hash(PASSWORD, COST);
    for (const name of ['with', 'without']) {
      await importAs060(db, `${name}@before.example`, name === 'with' ? passwordHash : '{none}');
    }
    const service = await startService(t, kind, {}, database);
    await importAs060(db, 'with@later.example', passwordHash);
    await importAs060(db, 'without@later.example', '{none}');

    const stored = (email: string) =>
      service.db.one('SELECT phone_number, industry, phone_key, password_hash FROM users WHERE email = $1', [email]);
    const nothing = { phone_number: null, industry: null, phone_key: '' };
    assert.deepEqual(await stored('with@before.example'), { ...nothing, password_hash: passwordHash });
    // 0.6.0 would take the password of another account where this is NULL.
    assert.deepEqual(await stored('without@before.example'), { ...nothing, password_hash: '{none}' });
    assert.deepEqual(await stored('with@later.example'), { ...nothing, password_hash: passwordHash });

    const admin = await loggedInAdmin(service);
    const body = { email: 'invited@later.example', full_name: 'Grace', industry: 'Navy', phone_number: '+1 1' };
    await service.request('POST', '/api/admin/users', { token: admin.accessToken, body });
    assert.equal((await stored('invited@later.example'))?.password_hash, '{none}');
    for (const at of ['before.example', 'later.example']) {
      const { status, data } = await logInOf(service, `with@${at}`, PASSWORD);
      assert.deepEqual([status, data.user.phone_number, data.user.industry], [200, '', ''], at);
      const token = data.access_token;
      const me = await service.request('GET', '/api/me', { token });
      assert.deepEqual([me.data.phone_number, me.data.industry], ['', '']);
      const refresh = { refresh_token: data.refresh_token };
      const refreshed = await service.request('POST', '/api/refresh', { body: refresh });
      assert.deepEqual([refreshed.data.user.phone_number, refreshed.data.user.industry], ['', '']);
      for (const password of ['{none}', PASSWORD])
        assert.equal((await logInOf(service, `without@${at}`, password)).message, 'Invalid credentials');
      const list = await service.request('GET', `/api/admin/users?query=with@${at}`, { token: admin.accessToken });
      assert.deepEqual(
        list.data.items.map((user) => user.phone_number),
        [''],
      );
      const { text } = await service.request('GET', '/api/me/export', { token });
      assert.match(text, /"phone_number":"","industry":""/);

      const phone_number = `+44 20 ${at}`;
      const filled = await service.request('PUT', '/api/me', { token, body: { phone_number, industry: 'Steam' } });
      assert.deepEqual([filled.status, filled.data.phone_number, filled.data.industry], [200, phone_number, 'Steam']);
      const event = await service.db.one<{ subject: string }>(
        "SELECT subject FROM audit_events WHERE event = 'profile_updated' AND user_id = $1",
        [data.user.id],
      );
      assert.equal(event?.subject, 'profile:industry,phone_number');
    }
    const lines = (await runCommand(['export', '--hashes'], { DATABASE_URL: database.url })).stdout
      .trimEnd()
      .split('\n');
    const without = lines.map((line) => JSON.parse(line)).filter(({ email }) => email.startsWith('without@'));
    assert.deepEqual(
      without.map((one) => [one.phone_number, one.industry, one.password_hash]),
      [
        ['', '', '{none}'],
        ['', '', '{none}'],
      ],
    );
  });

  it('is no password of an invited account: it costs the same hash, also of another account that stands in', async (t) => {
    const service = await startService(t, kind);
    const admin = await loggedInAdmin(service);
    await loggedIn(service, { password: PASSWORD });
    const email = 'invited@example.com';
    const body = { email, full_name: 'Grace', industry: 'Navy', phone_number: '+1 1', confirmed: true };
    const invited = await service.request('POST', '/api/admin/users', { token: admin.accessToken, body });
    assert.equal(invited.status, 201);
    assert.deepEqual(await service.db.one('SELECT password_hash FROM users WHERE email = $1', [email]), {
      password_hash: null,
    });
    const hashes = async () =>
      parseMetrics(toPrometheusText(await service.metrics())).get('latchkey_password_hashes_total{outcome="done"}') ??
      0;
    const before = await hashes();
    const { status, message } = await logInOf(service, email, PASSWORD);
    assert.deepEqual([status, message], [401, 'Invalid credentials']);
    assert.equal((await hashes()) - before, 1);
  });
});
