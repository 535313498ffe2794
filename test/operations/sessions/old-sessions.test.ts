import assert from 'node:assert/strict';
import { it } from 'node:test';
import { endSessions } from '../../../src/cli/sessions.ts';
import { endSessionsOfMany } from '../../../src/core/sign-in/end-sessions.ts';
import { loggedInAdmin } from '../../support/admin.ts';
import { addApp } from '../../support/authenticator.ts';
import { type DatabaseKind, describeOnBothDatabases } from '../../support/databases.ts';
import { askForAddress, changeAddress, freeAddress, stop, stopToken } from '../../support/email-change.ts';
import { suspend } from '../../support/operator.ts';
import type { RawDatabase } from '../../support/raw-database.ts';
import { sharedService } from '../../support/scenarios.ts';
import { loggedIn, logIn, resetToken, type Service, type Session } from '../../support/service.ts';

const NULLABLE: Readonly<Record<DatabaseKind, string>> = {
  sqlite: `SELECT name FROM pragma_table_info('refresh_tokens') WHERE "notnull" = 0`,
  postgres: `SELECT column_name AS name FROM information_schema.columns
    WHERE table_name = 'refresh_tokens' AND is_nullable = 'YES'`,
};

/** As migrations leave sessions of the first version: whatever can be missing is, but for the id. */
async function forgetAbout(db: RawDatabase, { id }: Session): Promise<void> {
  const columns = await db.all<{ name: string }>(NULLABLE[db.kind]);
  assert.ok(columns.length > 5);
  const missing = columns.filter(({ name }) => name !== 'id');
  const nothing = missing.map(({ name }) => `${name} = NULL`).join(', ');
  await db.all(`UPDATE refresh_tokens SET ${nothing} WHERE user_id = $1`, [id]);
}

interface Devices {
  readonly service: Service;
  /** On another device, just now. */
  readonly session: Session;
}
const post = ({ service, session }: Devices, path: string, body?: unknown) =>
  service.request('POST', path, { token: session.accessToken, body });

/** Whatever ends the sessions on all other devices. */
const ENDS: Readonly<Record<string, (devices: Devices) => Promise<unknown>>> = {
  'its owner ends all others': (devices) => post(devices, '/api/me/sessions/end-others'),
  'its owner ends each one of the list': async ({ service, session }) => {
    const token = session.accessToken;
    const { data } = await service.request('GET', '/api/me/sessions', { token });
    assert.equal(data.length, 2);
    for (const { id, current } of data) {
      if (!current) await service.request('DELETE', `/api/me/sessions/${id}`, { token });
    }
  },
  'an authenticator app is added': ({ service, session }) => addApp(service, session, session.accessToken),
  'the address is changed': ({ service, session }) => changeAddress(service, session, freeAddress()),
  'a change of the address is stopped': async ({ service, session }) => {
    await askForAddress(service, session, freeAddress());
    await stop(service, await stopToken(service, session.email));
  },
  'the password is changed': (devices) =>
    post(devices, '/api/change-password', {
      current_password: devices.session.password,
      new_password: 'Another-one-1',
    }),
  'the password is reset': async ({ service, session }) => {
    const token = await resetToken(service, session.email);
    await service.request('POST', '/api/reset-password', { token, body: { new_password: 'Another-one-1' } });
  },
  'the account is suspended': ({ service, session }) => suspend(service, session.email),
  'the account is deleted': (devices) => post(devices, '/api/me/delete'),
  'an administrator ends them': async ({ service, session }) => {
    const { accessToken: token } = await loggedInAdmin(service);
    await service.request('POST', `/api/admin/users/${session.id}/end-sessions`, { token });
  },
  'the operator ends them': ({ service, session }) => endSessions(service.db, [session.email], () => {}),
};

describeOnBothDatabases('a session of the first version', (kind) => {
  const service = sharedService(kind, { SESSIONS: 'many' });

  for (const [event, end] of Object.entries(ENDS)) {
    it(`goes on, and ends like any other when ${event}`, async () => {
      const old = await loggedIn(service());
      await forgetAbout(service().db, old);
      const refresh = async () =>
        (await service().request('POST', '/api/refresh', { body: { refresh_token: old.refreshToken } })).status;
      assert.equal(await refresh(), 200);
      await forgetAbout(service().db, old);
      const { access_token: accessToken, refresh_token: refreshToken } = (await logIn(service(), old)).data;
      await end({ service: service(), session: { ...old, accessToken, refreshToken } });
      assert.equal(await refresh(), 401);
    });
  }

  it('gives way to a newer one when SESSIONS=single leaves one of each account', async () => {
    const old = await loggedIn(service());
    await forgetAbout(service().db, old);
    const { refresh_token } = (await logIn(service(), old)).data;
    await endSessionsOfMany(service().db);
    const statusOf = async (token: string) =>
      (await service().request('POST', '/api/refresh', { body: { refresh_token: token } })).status;
    assert.deepEqual([await statusOf(old.refreshToken), await statusOf(refresh_token)], [401, 200]);
  });
});
