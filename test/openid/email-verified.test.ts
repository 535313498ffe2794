import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as client from 'openid-client';
import { exportPage } from '../../src/store/tables/imported-accounts.ts';
import { loggedInAdmin } from '../support/admin.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { changeAddress, freeAddress, revert, revertToken } from '../support/email-change.ts';
import { addOpenIdApp, Browser, discover, OPENID, tokensFor } from '../support/openid.ts';
import { loggedIn, logIn, resetToken, type Service, type Session, startService } from '../support/service.ts';

const PASSWORD = 'Another1!';

/** What the owner does next, and whether that shows that the address is theirs. */
const NEXT: Readonly<
  Record<string, readonly [isConfirmed: boolean, act: (service: Service, session: Session) => Promise<Session>]>
> = {
  nothing: [false, async (_service, session) => session],
  'a new password, by the old one': [
    false,
    async (service, session) => {
      const body = { current_password: session.password, new_password: PASSWORD };
      await service.request('POST', '/api/change-password', { token: session.accessToken, body });
      return again(service, { ...session, password: PASSWORD });
    },
  ],
  'a new password, by a mailed link': [
    true,
    async (service, session) => {
      const token = await resetToken(service, session.email);
      await service.request('POST', '/api/reset-password', { token, body: { new_password: PASSWORD } });
      return again(service, { ...session, password: PASSWORD });
    },
  ],
  'a change to another address': [
    true,
    async (service, session) => {
      const email = freeAddress();
      await changeAddress(service, session, email);
      return again(service, { ...session, email });
    },
  ],
};

async function again(service: Service, session: Session): Promise<Session> {
  const { data } = await logIn(service, session);
  return { ...session, accessToken: data.access_token, refreshToken: data.refresh_token };
}

/** In every place that says it. */
async function saidOf(service: Service, session: Session): Promise<unknown[]> {
  const configuration = await discover(service, await addOpenIdApp(service));
  const tokens = await tokensFor(configuration, new Browser(service), session);
  const seen = await client.fetchUserInfo(configuration, tokens.access_token, String(session.id));
  const refreshed = await client.refreshTokenGrant(configuration, String(tokens.refresh_token));
  assert.equal(seen.email, session.email);
  const exported = (await exportPage(service.db, session.id - 1, 1))[0];
  const claims = [tokens.claims(), seen, refreshed.claims()].map((one) => one?.email_verified);
  return [...claims, exported?.unconfirmed_email !== session.email];
}

describeOnBothDatabases('email_verified', (kind) => {
  for (const [what, [isConfirmed, act]] of Object.entries(NEXT)) {
    it(`is ${isConfirmed} for an address that an administrator set at once, after ${what}`, async (t) => {
      const service = await startService(t, kind, { ...OPENID, SESSIONS: 'many', ADMIN_EMAIL_CHANGE: 'at-once' });
      const session = await loggedIn(service);
      assert.deepEqual(new Set(await saidOf(service, session)), new Set([true]));
      const { accessToken: token } = await loggedInAdmin(service);
      const email = freeAddress();
      const body = { email, at_once: true, reason: 'asked by phone' };
      const changed = await service.request('POST', `/api/admin/users/${session.id}/email`, { token, body });
      assert.equal(changed.status, 200, changed.text);
      const after = await act(service, await again(service, { ...session, email }));
      assert.deepEqual(new Set(await saidOf(service, after)), new Set([isConfirmed]));

      if (what !== 'nothing') return;
      assert.equal((await revert(service, await revertToken(service, session.email))).status, 200);
      const reset = await resetToken(service, session.email);
      await service.request('POST', '/api/reset-password', { token: reset, body: { new_password: PASSWORD } });
      const back = await again(service, { ...session, password: PASSWORD });
      assert.deepEqual(new Set(await saidOf(service, back)), new Set([true]));
    });
  }
});
