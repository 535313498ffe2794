import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deleteExpiredRows } from '../../../src/store/tables/delete-expired-rows.ts';
import { bearerScenarios, forgeToken } from '../../support/bearer-scenarios.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import {
  askForAddress,
  changeAddress,
  confirm,
  confirmToken,
  freeAddress,
  revert,
  revertToken,
  stop,
  stopToken,
} from '../../support/email-change.ts';
import { suspend } from '../../support/operator.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import {
  type Account,
  claimsOf,
  loggedIn,
  logIn,
  newestToken,
  registered,
  registration,
  resetToken,
  type Service,
  type Session,
  verificationToken,
} from '../../support/service.ts';

const ASKED = 'If the address can be used, a confirmation has been sent';
const DAY_MS = 86_400_000;

const statusOfLogin = async ({ request }: Service, { email, password }: Pick<Account, 'email' | 'password'>) =>
  (await request('POST', '/api/login', { body: { email, password } })).status;

const statusOfRefresh = async ({ request }: Service, { refreshToken }: Pick<Session, 'refreshToken'>) =>
  (await request('POST', '/api/refresh', { body: { refresh_token: refreshToken } })).status;

const subjectsTo = async (service: Service, address: string): Promise<string[]> =>
  (await service.emailsTo(address)).map(({ subject }) => subject);

const addressOf = async ({ db }: Service, { id }: Pick<Account, 'id'>): Promise<string | undefined> =>
  (await db.one<{ email: string }>('SELECT email FROM users WHERE id = $1', [id]))?.email;

/** What the audit trail has of changes of the address. */
const trailOf = async ({ db }: Service, { id }: Pick<Account, 'id'>): Promise<string[]> => {
  const sql = "SELECT event FROM audit_events WHERE user_id = $1 AND event LIKE 'email%' ORDER BY id";
  return (await db.all<{ event: string }>(sql, [id])).map(({ event }) => event);
};

/** The documented order: token, user, status, recent login, session, body. */
const REFUSALS: readonly Scenario<Session>[] = [
  ...bearerScenarios<Session>({ wrongPurpose: 401 }),
  {
    name: 'a user that is gone, before the body',
    needsNothing: true,
    when: async () => ({ token: await forgeToken({ sub: '999999', purpose: 'auth' }), body: '{' }),
    status: 404,
    message: 'User not found',
  },
  {
    name: 'a suspended account, before the login is looked at',
    when: async ({ id, email }, service) => {
      await suspend(service, email);
      return { token: await forgeToken({ sub: String(id), purpose: 'auth' }), body: '{' };
    },
    status: 403,
    message: 'Account is SUSPENDED',
  },
  {
    name: 'a login that is not recent, before the body',
    changesNothing: true,
    when: async ({ id, accessToken }) => {
      const { sid } = claimsOf(accessToken);
      const auth_time = Math.floor(Date.now() / 1000) - 601;
      return { token: await forgeToken({ sub: String(id), purpose: 'auth', sid, auth_time }), body: '{' };
    },
    status: 401,
    message: 'Please confirm that it is you',
  },
  {
    name: 'no address',
    changesNothing: true,
    when: ({ accessToken }) => ({ token: accessToken, body: { email: ' ' } }),
    status: 400,
    message: 'Email is required',
  },
  ...['nobody', 'a@b', 'ada\u202e@example.com', '"ada"@example.com'].map(
    (email): Scenario<Session> => ({
      name: `no address: ${JSON.stringify(email)}`,
      changesNothing: true,
      when: ({ accessToken }) => ({ token: accessToken, body: { email } }),
      status: 400,
      message: 'The email address is not valid.',
    }),
  ),
  {
    name: 'the address that it has, however it is written',
    changesNothing: true,
    when: ({ accessToken, email }) => ({ token: accessToken, body: { email: ` ${email.toUpperCase()} ` } }),
    status: 400,
    message: 'This is the email address of the account already',
  },
];

describeOnBothDatabases('POST /api/me/email', (kind) => {
  const service = sharedService(kind);
  runScenarios(service, ['POST', '/api/me/email'], loggedIn, REFUSALS);

  it('answers the same, and writes to both addresses, whether or not the address is taken', async () => {
    const taken = await loggedIn(service());
    const inactive = await registered(service());
    const moved = await loggedIn(service());
    await changeAddress(service(), moved, freeAddress());
    const answers = new Map<string, string>();
    for (const address of [freeAddress(), taken.email, inactive.email, moved.email]) {
      const asking = await loggedIn(service());
      const before = (await service().emailsTo(address)).length;
      const { status, text, headers } = await askForAddress(service(), asking, address);
      answers.set(address, JSON.stringify([status, text, [...headers.keys()].sort()]));
      assert.equal((await service().emailsTo(address)).length, before + 1);
      // Otherwise the own mailbox would tell.
      assert.ok(await stopToken(service(), asking.email));
      assert.equal(await addressOf(service(), asking), asking.email);
    }
    assert.equal(new Set(answers.values()).size, 1);
    assert.match([...answers.values()][0] ?? '', new RegExp(`^\\[200,.*${ASKED}.*"data\\\\":{}`));
    const last = async (address: string) => (await service().emailsTo(address)).at(-1);
    for (const { email } of [taken, inactive, moved]) {
      const notice = await last(email);
      assert.equal(notice?.subject, 'Someone wants to use your email address for another Latchkey account');
      assert.doesNotMatch(notice?.text ?? '', /token=/);
    }
  });

  it('is no more than five times in quick succession, and then keeps the change that waits', async () => {
    const session = await loggedIn(service());
    const addresses = Array.from({ length: 7 }, freeAddress);
    for (const [at, address] of addresses.entries()) {
      assert.equal((await askForAddress(service(), session, address)).message, ASKED);
      assert.equal((await subjectsTo(service(), address)).length, at < 5 ? 1 : 0, `e-mail ${at}`);
    }
    assert.equal((await confirm(service(), await confirmToken(service(), String(addresses[4])))).status, 200);
  });

  it('needs a session that has not ended: an access token that outlives it does not do', async () => {
    const { request } = service();
    const ends: readonly ((session: Session) => Promise<unknown>)[] = [
      ({ refreshToken }) => request('POST', '/api/logout', { body: { refresh_token: refreshToken } }),
      (session) => logIn(service(), session),
      ({ accessToken: token, password }) =>
        request('POST', '/api/change-password', {
          token,
          body: { current_password: password, new_password: 'Difference2' },
        }),
    ];
    for (const end of ends) {
      const session = await loggedIn(service());
      await end(session);
      const address = freeAddress();
      assert.equal((await askForAddress(service(), session, address)).message, 'Invalid or expired token');
      assert.deepEqual(await subjectsTo(service(), address), []);
    }
  });
});

describeOnBothDatabases('a change of address', (kind) => {
  const service = sharedService(kind);

  it('changes nothing until it is confirmed, then the address, and ends all other sessions', async () => {
    const session = await loggedIn(service(), { email: 'Ada.Before@example.com' });
    const address = 'ada.after@example.org';
    assert.equal((await askForAddress(service(), session, ' Ada.After@Example.org ')).message, ASKED);
    const token = await confirmToken(service(), address);
    await logIn(service(), session);
    const asking = { ...session, ...(await logInAgain(service(), session)) };
    assert.equal((await askForAddress(service(), asking, address)).message, ASKED);

    assert.equal(
      (await confirm(service(), token)).message,
      'Invalid or expired token',
      'the first request was replaced',
    );
    const confirmed = await confirm(service(), await confirmToken(service(), address));
    assert.deepEqual([confirmed.status, confirmed.message], [200, 'Email changed successfully']);
    assert.deepEqual(Object.keys(confirmed.data), ['kept']);
    assert.deepEqual(
      confirmed.data.kept?.map((way) => way.kind),
      ['session'],
    );
    const { data } = await service().request('POST', '/api/refresh', { body: { refresh_token: asking.refreshToken } });
    assert.equal(data.user.email, address);
    assert.equal(await statusOfLogin(service(), session), 401);
    assert.equal(await statusOfLogin(service(), { ...session, email: address }), 200);
    assert.deepEqual((await subjectsTo(service(), session.email)).slice(-1), [
      'The email address of your Latchkey account was changed',
    ]);
  });

  const pending = async ({ accessToken: token }: Pick<Session, 'accessToken'>) =>
    (await service().request('GET', '/api/me/security', { token })).data.pending_email;

  it('is told to a session that began after it was asked for, and ends it', async () => {
    const session = await loggedIn(service());
    const address = freeAddress();
    await askForAddress(service(), session, address);
    const later = await logInAgain(service(), session);
    assert.equal(await pending(later), address, 'a thief may have asked for it, whose session this login has ended');
    await confirm(service(), await confirmToken(service(), address));
    assert.equal(await statusOfRefresh(service(), later), 401);
  });

  it('is told to the owner while its link works', async () => {
    const session = await loggedIn(service());
    assert.equal(await pending(session), null);
    const address = freeAddress();
    await askForAddress(service(), session, address);
    assert.equal(await pending(session), address);
    await confirm(service(), await confirmToken(service(), address));
    assert.equal(await pending(session), null, 'confirmed');
    await askForAddress(service(), session, freeAddress());
    await service().clock.advance(3_600_000);
    const { data } = await service().request('POST', '/api/refresh', { body: { refresh_token: session.refreshToken } });
    assert.equal(await pending({ accessToken: data.access_token }), null, 'expired');
    const later = await logInAgain(service(), { ...session, email: address });
    await askForAddress(service(), later, freeAddress());
    const body = { current_password: session.password, new_password: 'Another-one-1' };
    await service().request('POST', '/api/change-password', { token: later.accessToken, body });
    const changed = await logInAgain(service(), { ...session, email: address, password: body.new_password });
    assert.equal(await pending(changed), null, 'the link died with the password');
  });

  it('can be confirmed twice, and the second time says so', async () => {
    const session = await loggedIn(service());
    const address = freeAddress();
    await changeAddress(service(), session, address);
    const again = await confirm(service(), await confirmToken(service(), address));
    assert.deepEqual([again.status, again.message], [200, 'Email already changed']);
    assert.equal(again.headers.get('x-result'), 'already_changed');
    assert.equal((await subjectsTo(service(), session.email)).length, 3, 'verification, notice, revert link');
  });

  it('dies with the password: a link that somebody else still holds is worth nothing then', async () => {
    const session = await loggedIn(service());
    const address = freeAddress();
    await askForAddress(service(), session, address);
    const token = await confirmToken(service(), address);
    const body = { new_password: 'Difference2' };
    const reset = await resetToken(service(), session.email);
    assert.equal((await service().request('POST', '/api/reset-password', { token: reset, body })).status, 200);
    assert.equal((await confirm(service(), token)).message, 'Invalid or expired token');
    assert.equal(await addressOf(service(), session), session.email);
  });

  it('ends reset links that went to the old address, and those to verify it give nothing', async () => {
    const session = await loggedIn(service());
    const reset = await resetToken(service(), session.email);
    const verification = await verificationToken(service(), session.email);
    await changeAddress(service(), session, freeAddress());
    const body = { new_password: 'Difference2' };
    const { request } = service();
    assert.equal(
      (await request('POST', '/api/reset-password', { token: reset, body })).message,
      'Invalid or expired token',
    );
    assert.equal((await request('POST', '/api/verify', { token: verification })).message, 'Account already verified');
    for (const path of ['/api/forgot-password', '/api/resend-verification']) {
      const sent = (await service().emailsTo(session.email)).length;
      await request('POST', path, { body: { email: session.email } });
      assert.equal((await service().emailsTo(session.email)).length, sent, path);
    }
  });

  it('is refused when the account is suspended meanwhile, and does not wait for its end', async () => {
    const session = await loggedIn(service());
    const address = freeAddress();
    await askForAddress(service(), session, address);
    const token = await confirmToken(service(), address);
    await suspend(service(), session.email);
    assert.equal((await confirm(service(), token)).message, 'Account is SUSPENDED');
    assert.equal((await service().db.all('SELECT id FROM email_changes WHERE user_id = $1', [session.id])).length, 0);
  });

  it('is refused with 409 when the address was taken meanwhile', async () => {
    const session = await loggedIn(service());
    const address = freeAddress();
    await askForAddress(service(), session, address);
    await registered(service(), { email: address });
    const answer = await confirm(service(), await confirmToken(service(), address));
    assert.deepEqual([answer.status, answer.message], [409, 'Email already exists']);
    assert.equal(await addressOf(service(), session), session.email);
    assert.equal(await statusOfRefresh(service(), session), 200);
  });

  it('is over an hour after its e-mail', async () => {
    const own = service();
    const session = await loggedIn(own);
    const address = freeAddress();
    await askForAddress(own, session, address);
    const token = await confirmToken(own, address);
    await own.clock.advance(3_600_000);
    assert.equal((await confirm(own, token)).message, 'Invalid or expired token');
    await own.clock.advance(2 * DAY_MS);
    await deleteExpiredRows(own.db, 90 * DAY_MS);
    assert.deepEqual(await own.db.all('SELECT id FROM email_changes WHERE user_id = $1', [session.id]), []);
  });

  describe('by its stop link', () => {
    it('is stopped, whichever request waits, and every session ends', async () => {
      const session = await loggedIn(service());
      const [first, second] = [freeAddress(), freeAddress()];
      await askForAddress(service(), session, first);
      const token = await stopToken(service(), session.email);
      const links = [await confirmToken(service(), first)];
      await askForAddress(service(), session, second);
      links.push(await confirmToken(service(), second));
      const stopped = await stop(service(), token);
      assert.deepEqual(
        [stopped.status, stopped.message, stopped.data],
        [200, 'The change of the email address is stopped', {}],
      );
      for (const link of links) assert.equal((await confirm(service(), link)).status, 401);
      assert.equal(await addressOf(service(), session), session.email);
      assert.equal(await statusOfRefresh(service(), session), 401);

      const later = await logInAgain(service(), session);
      assert.equal((await stop(service(), token)).status, 200, 'a second time');
      assert.equal(await statusOfRefresh(service(), later), 200, 'a second time ends nothing');
      assert.deepEqual(await trailOf(service(), session), [
        'email_change_requested',
        'email_change_requested',
        'email_change_stopped',
      ]);
    });

    it('is not stopped once it is confirmed', async () => {
      const session = await loggedIn(service());
      const changed = await changeAddress(service(), session, freeAddress());
      const answer = await stop(service(), await stopToken(service(), session.email));
      assert.deepEqual([answer.status, answer.message], [409, 'The email address has been changed already']);
      assert.equal(await addressOf(service(), changed), changed.email);
      assert.equal(await statusOfRefresh(service(), changed), 200);
    });
  });

  describe('as its owner sees it', () => {
    const state = async ({ accessToken: token }: Pick<Session, 'accessToken'>) =>
      (await service().request('GET', '/api/me/email', { token })).data;
    const cancel = ({ accessToken: token }: Pick<Session, 'accessToken'>) =>
      service().request('DELETE', '/api/me/email', { token });

    it('waits for an hour, can be asked for again, and is cancelled without a recent login', async () => {
      const session = await loggedIn(service());
      const { email } = session;
      const none = { email, pending: null };
      assert.deepEqual(await state(session), none);
      const address = freeAddress();
      await askForAddress(service(), session, address);
      const first = await state(session);
      assert.deepEqual([first.email, first.pending?.email], [email, address]);
      const { requested_at = '', expires_at = '' } = first.pending ?? {};
      assert.equal(Date.parse(expires_at) - Date.parse(requested_at), 3_600_000);
      const links = [await confirmToken(service(), address)];
      await askForAddress(service(), session, address);
      links.push(await confirmToken(service(), address));
      assert.equal(new Set(links).size, 2);
      const old = await forgeToken({
        ...claimsOf(session.accessToken),
        auth_time: Math.floor(Date.now() / 1000) - 86_400,
      });

      const cancelled = await cancel({ accessToken: old });
      assert.deepEqual(
        [cancelled.status, cancelled.message, cancelled.data],
        [200, 'The change of the email address is cancelled', none],
      );
      assert.deepEqual((await cancel(session)).data, none, 'a second time');
      for (const link of links) assert.equal((await confirm(service(), link)).status, 401);
      assert.equal(await statusOfRefresh(service(), session), 200, 'no session ends');
      assert.deepEqual(await trailOf(service(), session), [
        'email_change_requested',
        'email_change_requested',
        'email_change_cancelled',
      ]);
    });

    it('waits no longer once its link has expired, and comes too late to be cancelled once it is confirmed', async () => {
      const session = await loggedIn(service());
      await askForAddress(service(), session, freeAddress());
      await service().clock.advance(3_600_000);
      const again = await logInAgain(service(), session);
      assert.equal((await state(again)).pending, null);
      const changed = await changeAddress(service(), { ...session, ...again }, freeAddress());
      assert.deepEqual((await cancel(again)).data, { email: changed.email, pending: null });
    });

    it('is not cancelled by a token whose session has ended', async () => {
      const session = await loggedIn(service());
      await service().request('POST', '/api/logout', { body: { refresh_token: session.refreshToken } });
      assert.equal((await cancel(session)).status, 401);
    });
  });

  describe('by its revert link', () => {
    it('is reverted: address, sessions and password are taken from whoever has them', async () => {
      const owner = await loggedIn(service());
      const thief = await changeAddress(service(), owner, freeAddress());
      const { request } = service();
      const change = { current_password: owner.password, new_password: 'Thieves123' };
      assert.equal(
        (await request('POST', '/api/change-password', { token: thief.accessToken, body: change })).status,
        200,
      );
      const later = await logInAgain(service(), { ...thief, password: 'Thieves123' });
      const next = freeAddress();
      assert.equal((await askForAddress(service(), later, next)).status, 200);

      const token = await revertToken(service(), owner.email);
      const reverted = await revert(service(), token);
      assert.equal(reverted.message, 'Email restored. Please choose a new password with the link that has been sent.');
      const { removed, kept } = reverted.data;
      assert.deepEqual([removed.map(({ kind: one }) => one), kept], [['session'], []]);
      assert.equal(await addressOf(service(), owner), owner.email);
      assert.equal(await statusOfRefresh(service(), later), 401);
      assert.equal((await confirm(service(), await confirmToken(service(), next))).status, 401, 'what waited is gone');
      for (const email of [owner.email, thief.email])
        for (const password of [owner.password, 'Thieves123'])
          assert.equal(await statusOfLogin(service(), { email, password }), 401);
      assert.equal(
        (await subjectsTo(service(), thief.email)).at(-1),
        'The email address of a Latchkey account was changed back',
      );

      const links = await subjectsTo(service(), owner.email);
      assert.equal(links.at(-1), 'Reset your Latchkey password');
      const reset = await newestReset(service(), owner.email);
      const body = { new_password: 'Difference2' };
      assert.equal((await request('POST', '/api/reset-password', { token: reset, body })).status, 200);
      assert.equal(await statusOfLogin(service(), { ...owner, password: 'Difference2' }), 200);
      assert.equal((await revert(service(), token)).message, 'Invalid or expired token', 'it works once');
      assert.deepEqual(await trailOf(service(), owner), [
        'email_change_requested',
        'email_changed',
        'email_change_requested',
        'email_change_reverted',
      ]);
      for (const line of service().logLines)
        for (const told of [owner.email, thief.email, token]) assert.ok(!line.includes(told), line);
      assert.equal((await confirm(service(), await confirmToken(service(), thief.email))).status, 401);
    });

    it('is reverted together with every change that followed it', async () => {
      const owner = await loggedIn(service());
      const thief = await changeAddress(service(), owner, freeAddress());
      const further = await changeAddress(service(), thief, freeAddress());
      const thiefs = await revertToken(service(), thief.email);
      assert.equal((await revert(service(), await revertToken(service(), owner.email))).status, 200);
      assert.equal(await addressOf(service(), owner), owner.email);
      assert.equal((await revert(service(), thiefs)).status, 401, 'the thief cannot take it back');
      // Nothing is reserved any more.
      await registered(service(), { email: thief.email });
      await registered(service(), { email: further.email });
    });

    it('is not reverted by whoever was put out by a change back', async () => {
      const owner = await loggedIn(service());
      const thief = await changeAddress(service(), owner, freeAddress());
      const back = await changeAddress(service(), thief, owner.email);
      assert.equal(
        (await subjectsTo(service(), thief.email)).at(-1),
        'The email address of a Latchkey account was changed back',
      );
      await assert.rejects(revertToken(service(), thief.email));
      assert.equal((await revert(service(), await revertToken(service(), owner.email))).status, 401);
      assert.equal(await statusOfRefresh(service(), back), 200);
      assert.deepEqual(await service().db.all('SELECT id FROM email_changes WHERE user_id = $1', [owner.id]), []);
    });

    it('works for a suspended account too, which stays suspended', async () => {
      const owner = await loggedIn(service());
      const thief = await changeAddress(service(), owner, freeAddress());
      await suspend(service(), thief.email);
      assert.equal((await revert(service(), await revertToken(service(), owner.email))).status, 200);
      const token = await newestReset(service(), owner.email);
      const body = { new_password: 'Difference2' };
      assert.equal((await service().request('POST', '/api/reset-password', { token, body })).status, 200);
      assert.equal(await statusOfLogin(service(), { ...owner, password: 'Difference2' }), 403);
    });

    it('is reverted for seven days, in which the old address is reserved', async () => {
      const own = service();
      const owner = await loggedIn(own);
      const moved = await changeAddress(own, owner, freeAddress());
      const token = await revertToken(own, owner.email);
      const taking = () => own.request('POST', '/api/register', { body: registration({ email: owner.email }) });
      await own.clock.advance(7 * DAY_MS - 60_000);
      const refused = await taking();
      assert.deepEqual([refused.status, refused.message], [409, 'Email already exists']);
      await own.clock.advance(120_000);
      assert.equal((await revert(own, token)).message, 'Invalid or expired token');
      assert.equal(await addressOf(own, moved), moved.email);
      await deleteExpiredRows(own.db, 90 * DAY_MS);
      assert.equal((await taking()).status, 201);
    });
  });
});

async function logInAgain(service: Service, account: Pick<Account, 'email' | 'password'>) {
  const { data } = await logIn(service, account);
  return { accessToken: data.access_token, refreshToken: data.refresh_token };
}

const newestReset = (service: Service, email: string) => newestToken(service, email, '/reset-password');
