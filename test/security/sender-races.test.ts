import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loggedInAdmin } from '../support/admin.ts';
import { setNewPassword } from '../support/changing-operations.ts';
import { type DatabaseKind, describeOnBothDatabases } from '../support/databases.ts';
import { holdBody } from '../support/held-requests.ts';
import { postPasskey, withPasskey } from '../support/passkey.ts';
import { sharedService } from '../support/scenarios.ts';
import { EVERY_FEATURE, loggedIn, logIn, type Session, startService, verified } from '../support/service.ts';

/** The account is suspended, or was read before and its session has gone with the suspension. */
const REFUSED = [403, 401];

const SETTINGS = { ...EVERY_FEATURE, SESSIONS: 'many', MAX_EMAIL_BURST: '0' };

describeOnBothDatabases('a request that comes at the same moment as what forbids it', (kind: DatabaseKind) => {
  const service = sharedService(kind, SETTINGS);
  const change = (path: string, { accessToken: token }: Session, body?: object) =>
    service().request('POST', `/api/admin/users/${path}`, { token, body });

  it('comes before it, or is refused: nothing is done by whoever is suspended', async () => {
    await loggedInAdmin(service());
    for (let round = 0; round < 10; round += 1) {
      const [admin, other, { id }] = [
        await loggedInAdmin(service()),
        await loggedInAdmin(service()),
        await loggedIn(service()),
      ];
      const [promoted, suspended] = await Promise.all([
        change(`${id}/role`, admin, { role: 'ADMIN' }),
        change(`${admin.id}/suspend`, other),
      ]);
      assert.equal(suspended.status, 200, suspended.text);
      assert.ok([200, ...REFUSED].includes(promoted.status), promoted.text);
      const events = await service().db.all<{ event: string }>(
        `SELECT event FROM audit_events WHERE (actor = $1 AND event = 'role_changed') OR (user_id = $2 AND event = ` +
          `'suspended') ORDER BY id`,
        [`user:${admin.id}`, admin.id],
      );
      const expected = promoted.status === 200 ? ['role_changed', 'suspended'] : ['suspended'];
      assert.deepEqual(
        events.map(({ event }) => event),
        expected,
      );
    }
  });

  it('lets one of two administrators suspend the other', async () => {
    await loggedInAdmin(service());
    for (let round = 0; round < 3; round += 1) {
      const [one, two] = [await loggedInAdmin(service()), await loggedInAdmin(service())];
      const answers = await Promise.all([change(`${two.id}/suspend`, one), change(`${one.id}/suspend`, two)]);
      const [done = 0, refused = 0] = answers.map(({ status }) => status).sort();
      assert.ok(done === 200 && REFUSED.includes(refused), `${done} ${refused}`);
    }
  });
});

describeOnBothDatabases('a held request where more ends the access', (kind: DatabaseKind) => {
  it('is refused after a new password with PROFILE=hardened, whatever it is', async (t) => {
    const service = await startService(t, kind, { ...SETTINGS, PROFILE: 'hardened' });
    for (const body of [{ industry: 'Poetry' }, undefined]) {
      const sender = await loggedIn(service);
      const { password, accessToken: token } = sender;
      const held = await holdBody(service, {
        ...(body ? { method: 'PUT', path: '/api/me' } : { method: 'POST', path: '/api/change-password' }),
        token,
        body: body ?? { current_password: password, new_password: 'Thiefs-own-1' },
      });
      await setNewPassword(service, sender);
      assert.deepEqual(await held.release(), { status: 401, code: 'invalid_token' });
      await logIn(service, { ...sender, password: 'Owners-own-1' });
    }
  });

  it('is refused once the passkey is gone that SECOND_FACTOR demanded', async (t) => {
    const service = await startService(t, kind, { ...SETTINGS, SECOND_FACTOR: 'required' });
    const account = await verified(service);
    const authenticator = await withPasskey(service, account);
    const { access_token: token } = (await postPasskey(service, authenticator)).data;
    const held = await holdBody(service, { method: 'PUT', path: '/api/me', token, body: { industry: 'Poetry' } });
    const [passkey] = (await service.request('GET', '/api/me/passkeys', { token })).data.passkeys;
    assert.equal((await service.request('DELETE', `/api/me/passkeys/${passkey?.id}`, { token })).status, 200);
    assert.deepEqual(await held.release(), { status: 403, code: 'second_factor_setup_required' });
  });
});
