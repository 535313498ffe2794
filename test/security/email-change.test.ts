import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Value } from '../../src/store/engine/database.ts';
import type { ClaimedEmail } from '../../src/store/queues/outbox.ts';
import { addressWaitingEmails } from '../../src/store/tables/email-changes.ts';
import { addApp, atNextStep, codeOfApp, protectedBy } from '../support/authenticator.ts';
import { createTestDatabase, describeOnBothDatabases, describeWhereDatabasesDiffer } from '../support/databases.ts';
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
} from '../support/email-change.ts';
import { suspend } from '../support/operator.ts';
import type { RawDatabase } from '../support/raw-database.ts';
import { sharedService } from '../support/scenarios.ts';
import {
  claimsOf,
  loggedIn,
  logIn,
  newestToken,
  registered,
  registration,
  resetToken,
  type Service,
  startService,
  verificationToken,
  verified,
} from '../support/service.ts';
import { until } from '../support/until.ts';

const emailOf = async ({ db }: Service, id: number) =>
  (await db.one<{ email: string }>('SELECT email FROM users WHERE id = $1', [id]))?.email;

const sessionsOf = async ({ db }: Service, id: number) =>
  (await db.all('SELECT user_id FROM refresh_tokens WHERE user_id = $1', [id])).length;

/**
 * Before the clock is turned, by less than a lease: otherwise an e-mail that is just being sent would be sent twice.
 */
const untilTried = ({ db }: Service) => {
  const untried = "SELECT id FROM outbox WHERE state = 'waiting' AND (attempts = 0 OR claimed_at IS NOT NULL)";
  return until('every e-mail was tried', async () => (await db.all(untried)).length === 0);
};

const statuses = (answers: readonly { status: number }[]): number[] => answers.map(({ status }) => status).sort();

describeOnBothDatabases('a change of address, against an attacker', (kind) => {
  const service = sharedService(kind);

  it('pre-hijacking by an unexpired e-mail change: recovering the account ends the change that waits', async () => {
    // The attacker registers the owner's address; the owner follows the link without a second thought.
    const account = await registered(service());
    await service().request('POST', '/api/verify', { token: await verificationToken(service(), account.email) });
    const { access_token: accessToken } = (await logIn(service(), account)).data;
    const attackers = freeAddress();
    await askForAddress(service(), { accessToken }, attackers);
    const kept = await confirmToken(service(), attackers);
    // Later the owner recovers the account.
    const token = await resetToken(service(), account.email);
    const body = { new_password: 'Difference2' };
    assert.equal((await service().request('POST', '/api/reset-password', { token, body })).status, 200);
    assert.equal((await confirm(service(), kept)).status, 401);
    assert.equal((await askForAddress(service(), { accessToken }, freeAddress())).status, 401);
    assert.equal(await emailOf(service(), account.id), account.email);
  });

  it('an address that is reserved cannot be confirmed by a link from before it was', async () => {
    const address = freeAddress();
    await askForAddress(service(), await loggedIn(service()), address);
    const link = await confirmToken(service(), address);
    await changeAddress(service(), await loggedIn(service(), { email: address }), freeAddress());
    assert.equal((await confirm(service(), link)).message, 'Email already exists');
  });

  it('the e-mails of a request that was replaced are not sent any more', async (t) => {
    const own = await startService(t, kind);
    const session = await loggedIn(own);
    own.smtp.follow({ recipient: () => '451 4.3.0 try again' });
    const [taken, first, second] = [await registered(own), freeAddress(), freeAddress()];
    for (const address of [taken.email, first, second]) {
      assert.equal((await askForAddress(own, session, address)).status, 200);
      await untilTried(own);
    }
    own.smtp.follow({});
    await own.clock.advance(10_000);
    const sent = async (address: string) => (await own.emailsTo(address)).map(({ subject }) => subject);
    assert.deepEqual(await sent(first), []);
    assert.deepEqual(await sent(second), ['Confirm your new email address for Latchkey']);
    assert.equal((await sent(taken.email)).length, 1, 'its verification');
    assert.equal((await sent(session.email)).length, 2, 'one notice, after the verification');
  });

  it('an e-mail that waits when the address changes goes to the address that it was caused for', async (t) => {
    const own = await startService(t, kind, { NOTIFY_PASSWORD_CHANGE: 'on' });
    const owner = await loggedIn(own);
    own.smtp.follow({ recipient: (address) => (address === owner.email ? '451 4.3.0 try again' : 'accept') });
    const body = { current_password: owner.password, new_password: 'Thieves123' };
    assert.equal((await own.request('POST', '/api/change-password', { token: owner.accessToken, body })).status, 200);
    const { data } = await logIn(own, { ...owner, password: 'Thieves123' });
    const thief = freeAddress();
    await askForAddress(own, { accessToken: data.access_token }, thief);
    const found = () => own.smtp.received.filter(({ recipients }) => recipients.includes(thief));
    await until('the link is there', () => found().length === 1);
    const link = /token=([^&\s]+)/.exec(found()[0]?.text ?? '')?.[1];
    assert.equal((await confirm(own, String(link))).status, 200);
    await untilTried(own);
    own.smtp.follow({});
    await own.clock.advance(10_000);
    const subjects = (await own.emailsTo(owner.email)).map(({ subject }) => subject);
    assert.deepEqual(subjects.slice(1).sort(), [
      'The email address of your Latchkey account was changed',
      'Your Latchkey password was changed',
    ]);
    assert.equal(found().length, 1, 'the new address gets nothing of it');
  });

  it('so does one that a worker has just claimed', async (t) => {
    const database = await createTestDatabase(t, kind);
    const thief = freeAddress();
    // The change of address comes between the claim of the notice and what the worker reads next.
    const open = (): RawDatabase => {
      const db = database.open();
      const changeAfterClaim = async (claimed: readonly object[]) => {
        const notice = claimed.find((row) => 'kind' in row && row.kind === 'password_changed') as
          | ClaimedEmail
          | undefined;
        if (notice?.user_id)
          await db.batch([
            addressWaitingEmails(notice.user_id, owner.email),
            { sql: 'UPDATE users SET email = $2 WHERE id = $1', params: [notice.user_id, thief] },
          ]);
      };
      return {
        ...db,
        async all<R>(sql: string, params: readonly Value[] = []) {
          const rows = await db.all<R>(sql, params);
          if (sql.startsWith('UPDATE outbox')) await changeAfterClaim(rows as object[]);
          return rows;
        },
      };
    };
    const own = await startService(t, kind, { NOTIFY_PASSWORD_CHANGE: 'on' }, { ...database, open });
    const owner = await loggedIn(own);
    const body = { current_password: owner.password, new_password: 'Thieves123' };
    assert.equal((await own.request('POST', '/api/change-password', { token: owner.accessToken, body })).status, 200);
    await until('the notice is sent', () => own.smtp.received.length === 2);
    assert.deepEqual(own.smtp.received[1]?.recipients, [owner.email]);
  });
});

describeOnBothDatabases('a change of address that is reverted', (kind) => {
  const service = sharedService(kind);
  const passwordOnly = async (email: string, password: string) =>
    service().request('POST', '/api/login', { body: { email, password } });
  const newPassword = async (email: string) => {
    const token = await newestToken(service(), email, '/reset-password');
    const body = { new_password: 'Difference2' };
    assert.equal((await service().request('POST', '/api/reset-password', { token, body })).status, 200);
  };

  it('takes the second factor with it that was added since, and leaves the one from before', async () => {
    const owner = await loggedIn(service());
    const thief = await changeAddress(service(), owner, freeAddress());
    await addApp(service(), thief, thief.accessToken);
    assert.equal((await passwordOnly(thief.email, thief.password)).status, 401, 'the app is needed');
    assert.equal((await revert(service(), await revertToken(service(), owner.email))).status, 200);
    await newPassword(owner.email);
    assert.equal((await passwordOnly(owner.email, 'Difference2')).status, 200);
    const left = await service().db.all(
      `SELECT user_id FROM totp WHERE user_id = $1 AND (sealed IS NOT NULL OR pending_sealed IS NOT NULL)
        UNION ALL SELECT user_id FROM recovery_codes WHERE user_id = $1`,
      [owner.id],
    );
    assert.deepEqual(left, []);

    const careful = await protectedBy(service(), await verified(service()));
    const logInWithCode = async (password: string) => {
      const code = codeOfApp(careful.secret, await atNextStep(service()));
      const answer = await service().request('POST', '/api/login', { body: { email: careful.email, password, code } });
      assert.equal(answer.status, 200, answer.text);
      return answer.data.access_token;
    };
    await service().clock.advance(8 * 86_400_000);
    const session = { ...careful, accessToken: await logInWithCode(careful.password) };
    await changeAddress(service(), session, freeAddress());
    assert.equal((await revert(service(), await revertToken(service(), careful.email))).status, 200);
    await newPassword(careful.email);
    assert.equal((await passwordOnly(careful.email, 'Difference2')).status, 401);
    await logInWithCode('Difference2');
  });
});

describeOnBothDatabases('a change of address, with several devices', (kind) => {
  const service = sharedService(kind, { SESSIONS: 'many' });

  it('ends every other device when it is confirmed, and ends with the device that asked for it', async () => {
    const desk = await loggedIn(service());
    const logInOnce = async (email: string) => (await logIn(service(), { email, password: desk.password })).data;
    const phone = await logInOnce(desk.email);
    const refresh = async (refresh_token: string) =>
      (await service().request('POST', '/api/refresh', { body: { refresh_token } })).status;
    const { email } = await changeAddress(service(), desk, freeAddress());
    assert.deepEqual([await refresh(desk.refreshToken), await refresh(phone.refresh_token)], [200, 401]);

    const thief = await logInOnce(email);
    const thiefs = { accessToken: thief.access_token };
    const { sid } = claimsOf(thief.access_token);
    const ends: readonly [method: string, path: string][] = [
      ['DELETE', `/api/me/sessions/${sid}`],
      ['POST', '/api/me/sessions/end-others'],
    ];
    for (const [method, path] of ends) {
      const other = method === 'POST' ? { accessToken: (await logInOnce(email)).access_token } : thiefs;
      const address = freeAddress();
      assert.equal((await askForAddress(service(), other, address)).status, 200);
      const link = await confirmToken(service(), address);
      assert.equal((await service().request(method, path, { token: desk.accessToken })).status, 200);
      assert.equal((await confirm(service(), link)).status, 401, path);
    }
  });
});

describeWhereDatabasesDiffer('a change of address, in a race', (kind) => {
  const service = sharedService(kind);
  const asking = async () => {
    const session = await loggedIn(service());
    const address = freeAddress();
    await askForAddress(service(), session, address);
    return { ...session, address, link: await confirmToken(service(), address) };
  };

  it('two accounts for one address: one gets it, the other 409', async () => {
    const address = freeAddress();
    const links: string[] = [];
    for (let accounts = 0; accounts < 2; accounts += 1) {
      await askForAddress(service(), await loggedIn(service()), address);
      links.push(await confirmToken(service(), address));
    }
    assert.deepEqual(statuses(await Promise.all(links.map((link) => confirm(service(), link)))), [200, 409]);
  });

  it('one link pressed ten times at once changes the address once', async () => {
    const { email, link } = await asking();
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(service(), link)));
    assert.deepEqual(answers.map(({ message }) => message).sort(), [
      ...Array(9).fill('Email already changed'),
      'Email changed successfully',
    ]);
    assert.equal((await service().emailsTo(email)).length, 3, 'verification, notice, one revert link');
  });

  it('the old address is never free in between', async () => {
    const { email, address, id, link } = await asking();
    const register = () => service().request('POST', '/api/register', { body: registration({ email }) });
    const others = await Promise.all([confirm(service(), link), ...Array.from({ length: 6 }, register)]);
    assert.deepEqual(statuses(others), [200, ...Array(6).fill(409)]);
    assert.equal(await emailOf(service(), id), address);
  });

  it('stopped and confirmed at once: one of the two happens', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { email, address, id, link } = await asking();
      const token = await stopToken(service(), email);
      const [confirmed, stopped] = await Promise.all([confirm(service(), link), stop(service(), token)]);
      if (confirmed.status === 200) {
        assert.equal(stopped.status, 409);
        assert.equal(await emailOf(service(), id), address);
      } else {
        assert.deepEqual([confirmed.status, stopped.status], [401, 200]);
        assert.equal(await emailOf(service(), id), email);
        assert.equal(await sessionsOf(service(), id), 0);
      }
    }
  });

  it('a new password, a suspension and the end of the account win, or come after', async () => {
    for (let round = 0; round < 2; round += 1) {
      const one = await asking();
      const body = { current_password: one.password, new_password: 'Difference2' };
      const [confirmed, changed] = await Promise.all([
        confirm(service(), one.link),
        service().request('POST', '/api/change-password', { token: one.accessToken, body }),
      ]);
      assert.equal(await emailOf(service(), one.id), confirmed.status === 200 ? one.address : one.email);
      assert.ok(confirmed.status === 200 || changed.status === 200);
      if (changed.status === 200) assert.equal(await sessionsOf(service(), one.id), 0);
      // Whichever came first, the link is not good for a second change.
      assert.ok([200, 401].includes((await confirm(service(), one.link)).status));

      const two = await asking();
      const [answer] = await Promise.all([confirm(service(), two.link), suspend(service(), two.email)].map(settled));
      assert.ok([200, 403, 401].includes(Number(answer)), `${answer}`);

      const three = await asking();
      const [last] = await Promise.all(
        [confirm(service(), three.link), service().db.all('DELETE FROM users WHERE id = $1', [three.id])].map(settled),
      );
      assert.ok([200, 404, 401].includes(Number(last)), `${last}`);
      assert.deepEqual(await service().db.all('SELECT id FROM email_changes WHERE user_id = $1', [three.id]), []);
    }
  });

  it('one revert link pressed five times at once reverts once, also against a further change', async () => {
    const owner = await loggedIn(service());
    const thief = await changeAddress(service(), owner, freeAddress());
    const further = freeAddress();
    await askForAddress(service(), thief, further);
    const link = await confirmToken(service(), further);
    const token = await revertToken(service(), owner.email);
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => revert(service(), token)),
      confirm(service(), link),
    ]);
    const reverted = answers.slice(0, 5);
    assert.deepEqual(statuses(reverted), [200, ...Array(4).fill(401)]);
    assert.equal(await emailOf(service(), owner.id), owner.email);
    assert.equal(await sessionsOf(service(), owner.id), 0);
    assert.deepEqual(await service().db.all('SELECT id FROM email_changes WHERE user_id = $1', [owner.id]), []);
    const resets = (await service().emailsTo(owner.email)).filter(({ subject }) => subject.startsWith('Reset'));
    assert.equal(resets.length, 1);
  });
});

/** The suspension finds no account when the address has just changed. */
const settled = async (work: Promise<unknown>): Promise<number | undefined> => {
  try {
    return ((await work) as { status?: number } | undefined)?.status;
  } catch {
    return undefined;
  }
};
