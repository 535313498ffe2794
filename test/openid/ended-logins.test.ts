import assert from 'node:assert/strict';
import { it } from 'node:test';
import { resetSecondFactors } from '../../src/administration/reset-second-factors.ts';
import { OPERATOR } from '../../src/cli/framework/operator.ts';
import { requestDeletion, sweepDeletions } from '../../src/core/lifecycle/delete-account.ts';
import { endAllSessions, endOneSession, endSessionsOfMany, logOut } from '../../src/core/sign-in/end-sessions.ts';
import { operatorLogin } from '../../src/core/sign-in/recent-login.ts';
import { removeApp } from '../../src/features/openid/apps/app-access.ts';
import * as records from '../../src/features/openid/provider/record-table.ts';
import { deleteExpiredRows } from '../../src/store/tables/delete-expired-rows.ts';
import type { User } from '../../src/store/tables/user.ts';
import { byId } from '../../src/store/tables/users.ts';
import { addApp } from '../support/authenticator.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import {
  askForAddress,
  changeAddress,
  freeAddress,
  revert,
  revertToken,
  stop,
  stopToken,
} from '../support/email-change.ts';
import { addOpenIdApp, OPENID } from '../support/openid.ts';
import { deleteUser, suspend } from '../support/operator.ts';
import { sharedService } from '../support/scenarios.ts';
import { claimsOf, loggedIn, logIn, resetToken, type Service, type Session } from '../support/service.ts';

const DAY_MS = 86_400_000;
const NOBODY = { address: null, userAgent: null };

/** An account that is logged in at an app which wants to know of logouts, and at one that does not. */
interface AtApps {
  readonly service: Service;
  readonly session: Session;
  readonly sid: string;
  /** The app that wants to know. */
  readonly app: string;
  /** The id of one of the two grants that this app has. */
  readonly grant: string;
}

const post = ({ service, session }: AtApps, path: string, body: unknown = {}) =>
  service.request('POST', path, { token: session.accessToken, body });
/** From another device. */
const another = async ({ service, session }: AtApps): Promise<Session> => {
  const { data } = await logIn(service, session);
  return { ...session, accessToken: data.access_token, refreshToken: data.refresh_token };
};
const fromAnother = async (login: AtApps): Promise<AtApps> => ({ ...login, session: await another(login) });
const userOf = async ({ service, session }: AtApps): Promise<User> => (await byId(service.db, session.id)) as User;

type Way = (login: AtApps) => Promise<unknown>;

/** Every way in which a session ends. */
const ENDED: Readonly<Record<string, Way>> = {
  'a logout': (login) => post(login, '/api/logout', { refresh_token: login.session.refreshToken }),
  'a logout at an app': ({ service, session, sid }) => logOut(service.db, session.id, sid, NOBODY),
  'a refresh token that comes back': async ({ service, session }) => {
    const refresh = (refresh_token = '') => service.request('POST', '/api/refresh', { body: { refresh_token } });
    const next = (await refresh(session.refreshToken)).data.refresh_token;
    assert.equal((await refresh(next)).status, 200);
    assert.equal((await refresh(session.refreshToken)).status, 401);
  },
  'its owner ends it': async (login) => {
    const { service, session } = await fromAnother(login);
    await service.request('DELETE', `/api/me/sessions/${login.sid}`, { token: session.accessToken });
  },
  'its owner ends all others': async (login) => post(await fromAnother(login), '/api/me/sessions/end-others'),
  'the operator ends it': ({ service, session, sid }) =>
    endOneSession(service.db, session.id, sid, operatorLogin(), OPERATOR),
  'the operator ends everybody’s': ({ service }) => endAllSessions(service.db, OPERATOR),
  MAX_SESSIONS: async (login) => {
    for (let more = 0; more < 2; more += 1) await another(login);
  },
  'SESSIONS=single': async (login) => {
    await another(login);
    await endSessionsOfMany(login.service.db);
  },
  'another password': (login) =>
    post(login, '/api/change-password', { current_password: login.session.password, new_password: 'Another-one-1' }),
  'a reset of the password': async ({ service, session }) => {
    const token = await resetToken(service, session.email);
    await service.request('POST', '/api/reset-password', { token, body: { new_password: 'Another-one-1' } });
  },
  'an authenticator app': async (login) => {
    const { service, session } = await fromAnother(login);
    await addApp(service, session, session.accessToken);
  },
  'a reset of the factors': async (login) => {
    const { service, session } = login;
    await addApp(service, session, session.accessToken);
    await resetSecondFactors(service.db, await userOf(login), operatorLogin(), OPERATOR);
  },
  'another address': async (login) => {
    const { service, session } = await fromAnother(login);
    await changeAddress(service, session, freeAddress());
  },
  'a stopped change of the address': async ({ service, session }) => {
    await askForAddress(service, session, freeAddress());
    await stop(service, await stopToken(service, session.email));
  },
  'a reverted change of the address': async ({ service, session }) => {
    await changeAddress(service, session, freeAddress());
    assert.equal((await revert(service, await revertToken(service, session.email))).status, 200);
  },
  'a suspension': ({ service, session }) => suspend(service, session.email),
  'a deletion by the operator': ({ service, session }) => deleteUser(service, session),
  'a deletion at once': async (login) => {
    const request = { user: await userOf(login), requester: NOBODY, language: undefined, graceMs: 0 };
    await requestDeletion(login.service.db, request, operatorLogin());
  },
  'a deletion some day': async (login) => {
    const request = { user: await userOf(login), requester: NOBODY, language: undefined, graceMs: DAY_MS };
    await requestDeletion(login.service.db, request, operatorLogin());
  },
  'a deletion that is due': async ({ service, session }) => {
    await service.db.all('UPDATE users SET deletion_due_at = now() WHERE id = $1', [session.id]);
    await sweepDeletions(service.db);
  },
  time: async ({ service, session }) => {
    await service.db.all('UPDATE refresh_tokens SET expires_at = now() - ms($2) WHERE user_id = $1', [session.id, 1]);
    await deleteExpiredRows(service.db, DAY_MS);
  },
};

/** What ends a login at an app, while the session goes on. */
const ENDED_ALONE: Readonly<Record<string, Way>> = {
  'its owner removes the app': ({ service, session, app }) => removeApp(service.db, session.id, app, OPERATOR),
  'the app revokes its tokens': ({ service, grant }) => records.removeOfGrant(service.db, grant),
  'a code is used twice': ({ service, grant }) => records.removeOfSameGrant(service.db, 'Grant', grant),
  'the grant is removed': ({ service, grant }) => records.remove(service.db, 'Grant', grant),
  'the grant expires': async ({ service, session }) => {
    await service.db.all('UPDATE openid_records SET expires_at = now() - ms($2) WHERE user_id = $1', [session.id, 1]);
    await deleteExpiredRows(service.db, DAY_MS);
  },
};

async function logInAtApps(service: Service): Promise<AtApps> {
  const session = await loggedIn(service);
  const sid = claimsOf(session.accessToken).sid ?? '';
  const app = await addOpenIdApp(service, { backchannelLogoutUri: 'http://127.0.0.1:9/logout' });
  const silent = await addOpenIdApp(service);
  const grants = [app, app, silent].map(({ id }, at) => ({ id: `${sid} ${at}`, clientId: id }));
  for (const { id, clientId } of grants) {
    await service.db.all(
      `INSERT INTO openid_grants (user_id, client_id, scopes, granted_at, last_used_at)
        VALUES ($1, $2, 'openid', now(), now()) ON CONFLICT (user_id, client_id) DO NOTHING`,
      [session.id, clientId],
    );
    for (const kind of ['Grant', 'RefreshToken']) {
      const of = { grantId: id, uid: undefined, network: undefined, clientId, userId: session.id, sessionId: sid };
      await records.upsert(service.db, id, { kind, payload: '{}', ...of, ttlMs: DAY_MS });
    }
  }
  return { service, session, sid, app: app.id, grant: grants[0]?.id ?? '' };
}

const logoutsOf = async ({ service, session, sid }: AtApps) =>
  (
    await service.db.all<{ receiver: string }>('SELECT receiver FROM deliveries WHERE payload = $1', [
      JSON.stringify({ account: `${session.id}.${sid}` }),
    ])
  ).map(({ receiver }) => receiver);
const recordsOf = async ({ service, sid }: AtApps) =>
  (await service.db.all('SELECT kind FROM openid_records WHERE session_id = $1', [sid])).length;

describeOnBothDatabases('an app is told once of a login that ends', (kind) => {
  const many = { ...OPENID, SESSIONS: 'many', MAX_SESSIONS: '2', REFRESH_ROTATION: 'on' };
  const service = sharedService(kind, many);
  const single = sharedService(kind, { ...OPENID, SESSIONS: 'single' });

  for (const [way, end] of Object.entries(ENDED))
    it(`with its session: ${way}`, async () => {
      const [login, other] = [await logInAtApps(service()), await logInAtApps(service())];
      await end(login);
      assert.deepEqual(await logoutsOf(login), [login.app]);
      assert.equal(await recordsOf(login), 0);
      if (way !== 'the operator ends everybody’s')
        assert.deepEqual(await logoutsOf(other), [], 'that of another account');
    });

  it('with its session, which another login replaces', async () => {
    const login = await logInAtApps(single());
    await another(login);
    assert.deepEqual(await logoutsOf(login), [login.app]);
    assert.equal(await recordsOf(login), 0);
  });

  for (const [way, end] of Object.entries(ENDED_ALONE))
    it(`while its session goes on: ${way}`, async () => {
      const login = await logInAtApps(service());
      await end(login);
      assert.deepEqual(await logoutsOf(login), [login.app]);
      await post(login, '/api/logout', { refresh_token: login.session.refreshToken });
      assert.equal(await recordsOf(login), 0);
    });

  it('and of none, without a trace, if nothing has ended', async () => {
    const login = await logInAtApps(service());
    await another(login);
    await logOut(service().db, login.session.id, 'of another account', NOBODY);
    assert.deepEqual(await logoutsOf(login), []);
    assert.equal(await recordsOf(login), 6);
  });
});
