import assert from 'node:assert/strict';
import { it } from 'node:test';
import { housekeepingStep } from '../../src/app/housekeeping.ts';
import { toPrometheusText } from '../../src/monitoring/prometheus-text.ts';
import { apiKeyOf, loggedInAdmin } from '../support/admin.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { holdBody } from '../support/held-requests.ts';
import { parseMetrics } from '../support/metrics.ts';
import { loggedIn, newestToken, registration, startService } from '../support/service.ts';

const DAY_MS = 86_400_000;
const RETENTION = { auditKeptMs: 90 * DAY_MS, unverifiedKeptMs: 0 };

describeOnBothDatabases('the metrics of the administration', (kind) => {
  it('tell what became of API keys, who can administrate, and how far the statistics are', async (t) => {
    const service = await startService(t, kind, { TRUST_PROXY: '127.0.0.1', SESSIONS: 'many' });
    const { clock, db } = service;
    const [admin, other] = [await loggedInAdmin(service), await loggedInAdmin(service)];
    const key = await apiKeyOf(service, admin, { scopes: ['users:read', 'users:write'], days: 30 });
    const short = await apiKeyOf(service, admin, { scopes: ['users:read'], days: 1 });
    const near = await apiKeyOf(service, admin, { scopes: ['users:read'], networks: ['192.0.2.0/24'] });
    const ofOther = await apiKeyOf(service, other, { scopes: ['users:read'] });
    const revoked = await apiKeyOf(service, admin, { scopes: ['users:read'] });
    const asAdmin = { token: admin.accessToken };
    await service.request('DELETE', `/api/admin/api-keys/${revoked.split('_')[1]}`, asAdmin);
    await service.request('POST', `/api/admin/users/${other.id}/role`, { ...asAdmin, body: { role: 'USER' } });
    const { password: _, ...invitation } = registration();
    assert.equal((await service.request('POST', '/api/admin/users', { token: key, body: invitation })).status, 201);
    const accept = { token: await newestToken(service, invitation.email, '/invitation') };
    const body = { new_password: 'Chosen-it-1' };
    assert.equal((await service.request('POST', '/api/invitation/accept', { ...accept, body })).status, 200);
    // Administrators who cannot administrate: invited, and about to be deleted.
    const { password: _secret, ...waiting } = registration();
    const invited = await service.request('POST', '/api/admin/users', {
      ...asAdmin,
      body: { ...waiting, role: 'ADMIN' },
    });
    assert.equal(invited.status, 201, invited.text);
    const leaving = await loggedIn(service);
    await service.db.one("UPDATE users SET role = 'ADMIN', deletion_due_at = now() + ms($2) WHERE id = $1", [
      leaving.id,
      30 * DAY_MS,
    ]);
    const samples = async () => parseMetrics(toPrometheusText(await service.metrics()));
    const states = ['valid', 'expiring', 'expired'].map((state) => `latchkey_api_keys{state="${state}"}`);
    const pick = async (names: readonly string[]) => {
      const all = await samples();
      return names.map((name) => all.get(name));
    };
    assert.deepEqual(await pick(states), [3, 1, 0]);
    await clock.advance(2 * DAY_MS);
    assert.deepEqual(await pick(states), [3, 0, 1]);

    const status = async (token: string, path = 'users') =>
      (await service.request('GET', `/api/admin/${path}`, { token })).status;
    const outcomes = {
      accepted: await status(key),
      scope: await status(key, 'audit'),
      malformed: await status('lk_nonsense'),
      unknown: await status(revoked),
      expired: await status(short),
      network: await status(near),
      orphaned: await status(ofOther),
    };
    assert.deepEqual(Object.values(outcomes), [200, 403, 401, 401, 401, 401, 401]);
    const counted = Object.keys(outcomes).map((outcome) => `latchkey_api_key_requests_total{outcome="${outcome}"}`);
    // The invitation was accepted too.
    assert.deepEqual(await pick(counted), [2, 1, 1, 1, 1, 1, 1]);
    assert.deepEqual(
      await pick(['made', 'accepted'].map((outcome) => `latchkey_invitations_total{outcome="${outcome}"}`)),
      [2, 1],
    );
    assert.deepEqual(await pick(['latchkey_administrators']), [1]);

    const lag = async () => Number((await pick(['latchkey_statistics_lag_seconds']))[0]);
    while (await housekeepingStep(db, RETENTION));
    await db.all("INSERT INTO audit_events (happened_at, event) VALUES (now() - ms($1), 'key_rotated')", [1_000_000]);
    assert.ok((await lag()) >= 1000);
    while (await housekeepingStep(db, RETENTION));
    assert.ok((await lag()) < 60, String(await lag()));
  });

  it('count an API key once for each request, also when its rights change while the body is on its way', async (t) => {
    const service = await startService(t, kind);
    const admin = await loggedInAdmin(service);
    const key = await apiKeyOf(service, admin, { scopes: ['users:write'] });
    const { id } = await loggedIn(service);
    const held = await holdBody(service, {
      ...{ method: 'PATCH', path: `/api/admin/users/${id}`, token: key },
      body: { full_name: 'Changed' },
    });
    const revoked = `/api/admin/api-keys/${key.split('_')[1]}`;
    assert.equal((await service.request('DELETE', revoked, { token: admin.accessToken })).status, 200);
    assert.deepEqual(await held.release(), { status: 401, code: 'invalid_api_key' });
    const samples = parseMetrics(toPrometheusText(await service.metrics()));
    const counted = [...samples].filter(([name]) => name.startsWith('latchkey_api_key_requests_total'));
    assert.deepEqual(
      counted.filter(([, count]) => count > 0),
      [['latchkey_api_key_requests_total{outcome="accepted"}', 1]],
    );
  });
});
