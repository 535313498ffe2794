import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { INTERVAL_MS } from '../../../src/app/housekeeping.ts';
import { deleteUserCommand, usersCommand } from '../../../src/cli/users.ts';
import { lockAdmins } from '../../../src/store/tables/locks.ts';
import { loggedInAdmin } from '../../support/admin.ts';
import { bearerScenarios } from '../../support/bearer-scenarios.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { askForAddress, changeAddress, freeAddress, revert, revertToken } from '../../support/email-change.ts';
import { addOpenIdApp, Browser, discover, OPENID, tokensFor } from '../../support/openid.ts';
import { reinstate, suspend } from '../../support/operator.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import {
  loggedIn,
  logIn,
  registration,
  resetToken,
  type Service,
  startService,
  verificationToken,
} from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { whileUncommitted } from '../../support/while-uncommitted.ts';

const DAY_MS = 24 * 3_600_000;

const given = async (service: Service) => {
  const { accessToken: token, ...account } = await loggedIn(service);
  return { ...account, token };
};
type Given = Awaited<ReturnType<typeof given>>;

const promote = (service: Service, email: string) => usersCommand(service.db, ['promote', email], () => {});

const AT_ONCE: Scenario<Given>[] = [
  ...bearerScenarios<Given>({ wrongPurpose: 401 }),
  {
    name: 'a suspended account',
    when: async ({ email, token }, service) => {
      await suspend(service, email);
      return { token };
    },
    status: 403,
    message: 'Account is SUSPENDED',
  },
  {
    name: 'a login that is not recent',
    when: async ({ token }, service) => {
      await service.clock.advance(11 * 60_000);
      return { token };
    },
    status: 401,
    message: 'Please confirm that it is you',
  },
  {
    name: 'the last administrator, although others are suspended',
    when: async ({ email, token }, service) => {
      const other = await given(service);
      await promote(service, email);
      await promote(service, other.email);
      await suspend(service, other.email);
      return { token };
    },
    status: 409,
    message: 'The last administrator cannot be deleted',
    and: async (service, { email, token }) => {
      await assert.rejects(
        deleteUserCommand(service.db, [email], () => {}, { yes: true }),
        /is the last ADMIN\. Promote another account first, or demote this one/,
      );
      // Another one makes it possible.
      await promote(service, (await given(service)).email);
      assert.equal((await service.request('POST', '/api/me/delete', { token })).status, 200);
    },
  },
  {
    name: 'at once',
    when: ({ token }) => ({ token }),
    status: 200,
    message: 'Your account has been deleted',
    data: { deletes_at: null },
    emails: ({ email }) => [[email, 'Your Latchkey account is deleted']],
    and: async (service, { email, phoneNumber, password, token, refreshToken }) => {
      const { request } = service;
      const statuses = [
        await request('GET', '/api/me', { token }),
        await request('POST', '/api/me/delete', { token }),
        await request('POST', '/api/verify', { token: await verificationToken(service, email) }),
        await request('POST', '/api/refresh', { body: { refresh_token: refreshToken } }),
        await request('POST', '/api/login', { body: { email, password } }),
      ].map(({ status, message }) => `${status} ${message}`);
      assert.deepEqual(statuses, [
        '404 User not found',
        '404 User not found',
        '404 User not found',
        '401 Invalid or expired refresh token',
        '401 Invalid credentials',
      ]);
      // The address and the number are free at once, and the account that takes them is a new one.
      const again = await request('POST', '/api/register', {
        body: registration({ email, phone_number: phoneNumber, password }),
      });
      assert.equal(again.status, 201);
      assert.equal((await request('GET', '/api/me', { token })).status, 404);
    },
  },
];

describeOnBothDatabases('POST /api/me/delete', (kind) => {
  const service = sharedService(kind);
  runScenarios(service, ['POST', '/api/me/delete'], given, AT_ONCE);

  it('ten times at once, or of the last two administrators: one succeeds', async () => {
    const { token } = await given(service());
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => service().request('POST', '/api/me/delete', { token })),
    );
    const [first, ...others] = answers.map(({ status }) => status).sort();
    // Whoever was between two checks finds the session gone rather than the account.
    assert.deepEqual([first, others.filter((status) => status !== 404 && status !== 401)], [200, []]);

    const admins = [await given(service()), await given(service())];
    await service().db.one(`UPDATE users SET role = 'USER' WHERE role = 'ADMIN'`);
    for (const { email } of admins) await promote(service(), email);
    const both = await Promise.all(
      admins.map((admin) => service().request('POST', '/api/me/delete', { token: admin.token })),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  });

  it('waits while a change of address can be reverted from the old address, which is told', async () => {
    const session = await loggedIn(service());
    const stolen = freeAddress();
    await changeAddress(service(), session, stolen);
    const { access_token: token } = (await logIn(service(), { ...session, email: stolen })).data;
    const { status, data } = await service().request('POST', '/api/me/delete', { token });
    const deletesAtMs = Date.parse(String(data.deletes_at));
    assert.equal(status, 200);
    assert.ok(Math.abs(deletesAtMs - service().clock.nowMs() - 7 * DAY_MS) < 60_000);
    for (const address of [session.email, stolen]) {
      const subjects = (await service().emailsTo(address)).map(({ subject }) => subject);
      assert.ok(subjects.includes('Your Latchkey account will be deleted'), subjects.join());
    }
    assert.equal((await revert(service(), await revertToken(service(), session.email))).status, 200);
    const reset = { token: await resetToken(service(), session.email), body: { new_password: 'Of-the-owner-1' } };
    assert.equal((await service().request('POST', '/api/reset-password', reset)).status, 200);
    const back = await logIn(service(), { email: session.email, password: 'Of-the-owner-1' });
    assert.equal(back.headers.get('x-result'), null, 'the revert has cancelled it already');
  });

  it('and a login, refresh, reset link or registration at the same moment: no failure, nothing is left', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, email, password, phoneNumber, token, refreshToken } = await given(service());
      const { request } = service();
      const [deleted, login, refresh, forgot, resend, register] = await Promise.all([
        request('POST', '/api/me/delete', { token }),
        request('POST', '/api/login', { body: { email, password } }),
        request('POST', '/api/refresh', { body: { refresh_token: refreshToken } }),
        request('POST', '/api/forgot-password', { body: { email } }),
        request('POST', '/api/resend-verification', { body: { email } }),
        request('POST', '/api/register', { body: registration({ email, phone_number: phoneNumber }) }),
      ]);
      // A login that comes first ends the session whose recent login the deletion needs.
      assert.ok([200, 401].includes(deleted.status), deleted.text);
      assert.ok([200, 401].includes(login.status), login.text);
      assert.ok([200, 401, 404].includes(refresh.status), refresh.text);
      assert.deepEqual([forgot.status, resend.status], [200, 200]);
      assert.ok([201, 409].includes(register.status), register.text);
      if (deleted.status !== 200) continue;
      for (const table of ['refresh_tokens', 'outbox']) {
        assert.deepEqual(await service().db.all(`SELECT user_id FROM ${table} WHERE user_id = $1`, [id]), [], table);
      }
    }
  });
});

describeOnBothDatabases('POST /api/me/delete with DELETION_GRACE', (kind) => {
  const service = sharedService(kind, { DELETION_GRACE: '14d' });
  const pending = async () => {
    const account = await given(service());
    const { data, message } = await service().request('POST', '/api/me/delete', { token: account.token });
    assert.equal(message, 'Your account will be deleted');
    return { ...account, deletesAt: data.deletes_at ?? '' };
  };
  const exists = async (id: number) =>
    (await service().db.one('SELECT id FROM users WHERE id = $1', [id])) !== undefined;

  it('says when, tells the owner, and lets nobody use the account until then', async () => {
    const account = await pending();
    const { email, token, refreshToken, deletesAt } = account;
    assert.ok(Math.abs(Date.parse(deletesAt) - service().clock.nowMs() - 14 * DAY_MS) < 60_000);
    const notice = (await service().emailsTo(email)).at(-1);
    assert.equal(notice?.subject, 'Your Latchkey account will be deleted');
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(deletesAt));
    assert.match(notice?.text ?? '', new RegExp(`on ${day} at \\d\\d:\\d\\d UTC`));

    for (const [method, path] of [
      ['GET', '/api/me'],
      ['PUT', '/api/me'],
      ['POST', '/api/me/delete'],
      ['GET', '/api/me/export'],
      ['POST', '/api/change-password'],
    ] as const) {
      const refused = await service().request(method, path, { token, ...(method === 'PUT' && { body: {} }) });
      assert.deepEqual([refused.status, refused.headers.get('x-error-code')], [403, 'deletion_pending'], path);
    }
    const refresh = await service().request('POST', '/api/refresh', { body: { refresh_token: refreshToken } });
    assert.equal(refresh.status, 401);
    const taken = registration({ email, phone_number: account.phoneNumber });
    assert.equal((await service().request('POST', '/api/register', { body: taken })).status, 409);
  });

  it('takes back a change of address that waits', async () => {
    const account = await loggedIn(service());
    assert.equal((await askForAddress(service(), account, freeAddress())).status, 200);
    await service().request('POST', '/api/me/delete', { token: account.accessToken });
    const { access_token: token } = (await logIn(service(), account)).data;
    assert.equal((await service().request('GET', '/api/me/security', { token })).data.pending_email, null);
  });

  it('is cancelled by a login, and by nothing else', async () => {
    const account = await pending();
    await service().request('POST', '/api/verify', { token: await verificationToken(service(), account.email) });
    await service().clock.advance(13 * DAY_MS);
    const wrong = { email: account.email, password: 'Wrong-one-1' };
    assert.equal((await service().request('POST', '/api/login', { body: wrong })).status, 401);
    const { headers, data } = await logIn(service(), account);
    assert.equal(headers.get('x-result'), 'deletion_cancelled');
    assert.equal((await service().request('GET', '/api/me', { token: data.access_token })).status, 200);
    const { headers: next } = await logIn(service(), account);
    assert.equal(next.get('x-result'), null);
    await service().clock.advance(2 * DAY_MS);
    assert.ok(await exists(account.id));
    const events = await service().db.all('SELECT event FROM audit_events WHERE user_id = $1 ORDER BY id', [
      account.id,
    ]);
    assert.ok(String(events.map(({ event }) => event)).endsWith('logged_in,deletion_cancelled,logged_in'));
  });

  it('and a login at the same moment: the account waits for its deletion without a session, or is kept', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, email, password, token } = await given(service());
      await Promise.all([
        service().request('POST', '/api/login', { body: { email, password } }),
        // The password takes a moment to be checked; the account is read before.
        service().request('POST', '/api/me/delete', { token }),
      ]);
      const waiting = await service().db.one<{ waits: number | null; session: string | null }>(
        `SELECT deletion_due_at AS waits, refresh_tokens.id AS session FROM users
          LEFT JOIN refresh_tokens ON refresh_tokens.user_id = users.id WHERE users.id = $1`,
        [id],
      );
      assert.ok((waiting?.waits === null) !== (waiting?.session === null), JSON.stringify(waiting));
    }
  });

  it('is done when its time has come, unless the account is suspended: then when it is reinstated', async () => {
    const [account, held] = [await pending(), await pending()];
    await suspend(service(), held.email);
    await service().clock.advance(14 * DAY_MS - INTERVAL_MS);
    assert.ok(await exists(account.id));
    await service().clock.advance(2 * INTERVAL_MS);
    await until('it is deleted', async () => !(await exists(account.id)));
    assert.equal((await service().emailsTo(account.email)).at(-1)?.subject, 'Your Latchkey account is deleted');
    assert.ok(await exists(held.id));
    await reinstate(service(), held.email);
    await service().clock.advance(2 * INTERVAL_MS);
    await until('it is deleted too', async () => !(await exists(held.id)));
  });
});

describe('a request while another account is being deleted (postgres)', () => {
  const requestWhileDeleting = <A>(t: TestContext, service: Service, id: number, send: () => Promise<A>) => {
    // As every deletion begins.
    const locks = lockAdmins(id).map(({ sql, params }) => [sql, params] as const);
    return whileUncommitted(t, service, [...locks, ['DELETE FROM users WHERE id = $1', [id]]], send);
  };

  it('that would write something about it does not find it, which is no failure', async (t) => {
    const service = await startService(t, 'postgres');
    const { id, email } = await given(service);
    const forgot = () => service.request('POST', '/api/forgot-password', { body: { email } });
    assert.equal((await requestWhileDeleting(t, service, id, forgot)).status, 200);
  });

  it('that notes something about it does not find it either', async (t) => {
    const service = await startService(t, 'postgres');
    const { accessToken: token } = await loggedInAdmin(service);
    const { id } = await given(service);
    const note = () => service.request('POST', `/api/admin/users/${id}/notes`, { token, body: { text: 'Called.' } });
    assert.equal((await requestWhileDeleting(t, service, id, note)).message, 'User not found');
  });

  it('that comes from an app, of a browser that it was logged in with, leaves nothing of it', async (t) => {
    const service = await startService(t, 'postgres', OPENID);
    const session = await loggedIn(service);
    const app = await addOpenIdApp(service);
    const browser = new Browser(service);
    await tokensFor(await discover(service, app), browser, session);
    const logout = () => browser.get('/oidc/logout');
    assert.equal((await requestWhileDeleting(t, service, session.id, logout)).status, 200);
    assert.ok(await browser.begin(app));
  });

  it('does not delete the other of the last two administrators', async (t) => {
    const service = await startService(t, 'postgres');
    const [first, second] = [await given(service), await given(service)];
    for (const { email } of [first, second]) await promote(service, email);
    const remove = () => service.request('POST', '/api/me/delete', { token: second.token });
    assert.equal((await requestWhileDeleting(t, service, first.id, remove)).status, 409);
  });
});
