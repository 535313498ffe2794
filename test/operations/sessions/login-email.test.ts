import assert from 'node:assert/strict';
import { it } from 'node:test';
import { atNextStep, codeOfApp, protectedBy } from '../../support/authenticator.ts';
import { createTestDatabase, describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { askForCode, askForRequest, loginByCode, newestCode, otherThan } from '../../support/login-code.ts';
import { suspend } from '../../support/operator.ts';
import { sharedService } from '../../support/scenarios.ts';
import { claimsOf, loggedIn, registered, resetToken, startService, verified } from '../../support/service.ts';

const SETTINGS = { EMAIL_LOGIN: 'on', MAX_EMAIL_BURST: '0', MAX_FAILED_LOGINS: '0', MAX_FAILED_CODES: '0' };

const codeOf = ({ status, headers }: { readonly status: number; readonly headers: Headers }) =>
  headers.get('x-error-code') ?? status;
/** The same digits of another script. */
const digitsFrom = (zero: string, code: string): string =>
  code.replaceAll(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));
const times = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

describeWhereDatabasesDiffer('login with a code by e-mail', (kind) => {
  const service = sharedService(kind, SETTINGS);
  const logIn = (body: object) => loginByCode(service(), body);
  const withPassword = ({ email, password }: { readonly email: string; readonly password: string }) =>
    service().request('POST', '/api/login', { body: { email, password } });

  it('logs in once, and the session says how', async () => {
    const { id, email } = await verified(service());
    const sent = await askForCode(service(), email);
    const typed = { ...sent, code: `${sent.code.slice(0, 4)} ${sent.code.slice(4)}` };
    const answers = await times(10, () => logIn(typed));
    assert.deepEqual(answers.map(codeOf).sort(), [200, ...Array(9).fill('invalid_login_code')].sort());
    const { data } = answers.find(({ status }) => status === 200) ?? assert.fail();
    assert.equal(data.user.id, id);
    assert.deepEqual(claimsOf(data.access_token).amr, ['otp']);
    assert.deepEqual(await service().db.all('SELECT * FROM login_requests WHERE user_id = $1', [id]), []);
  });

  it('answers the same about strangers, whose codes are all wrong', async () => {
    const { email } = await verified(service());
    const asked = await times(2, async (at) =>
      service().request('POST', '/api/login/email', { body: { email: at === 0 ? email : 'nobody@example.com' } }),
    );
    const [known, unknown] = asked.map(({ data, text }) => text.replace(data.request, ''));
    assert.equal(known, unknown);
    const wrong = await Promise.all(
      asked.map(async ({ data }, at) => logIn({ request: data.request, code: otherThan('00000000', at) })),
    );
    assert.deepEqual(wrong.map(codeOf), ['invalid_login_code', 'invalid_login_code']);
    assert.equal(wrong[0]?.text, wrong[1]?.text);
    assert.equal(wrong[0]?.headers.get('x-error-field'), 'code');
    for (const body of [{}, { request: 'made-up', code: '12345678' }, { request: asked[0]?.data.request }])
      assert.equal(codeOf(await logIn(body)), 'invalid_login_code');
  });

  it('judges five guesses, also of those that come at once', async () => {
    const { email } = await verified(service());
    const sent = await askForCode(service(), email);
    const guesses = await times(30, async (at) => logIn({ ...sent, code: otherThan(sent.code, at + 1) }));
    assert.ok(guesses.every((answer) => codeOf(answer) === 'invalid_login_code'));
    const judged = await service().db.all(
      "SELECT id FROM audit_events WHERE event = 'login_code_failed' AND user_id = $1",
      [(await service().db.one<{ id: number }>('SELECT id FROM users WHERE email = $1', [email]))?.id ?? 0],
    );
    assert.equal(judged.length, 5);
    assert.equal(codeOf(await logIn(sent)), 'invalid_login_code', 'the right one comes too late');
    assert.equal((await logIn(await askForCode(service(), email))).status, 200);
  });

  it('judges a hundred guesses a day, whatever the number of requests, and tells nothing about the account', async () => {
    for (const email of [(await verified(service())).email, 'nobody-at-all@example.com']) {
      const answers: unknown[] = [];
      const guess = async (requests: number) => {
        // One after another, because only the newest request of an address can be guessed at.
        for (let at = 0; at < requests; at += 1) {
          const request = await askForRequest(service(), email);
          answers.push(...(await times(5, async () => codeOf(await logIn({ request, code: '00000000' })))));
        }
      };
      await guess(11);
      assert.deepEqual(answers, [...Array(50).fill('invalid_login_code'), ...Array(5).fill('too_many_attempts')]);
      for (let hour = 0; hour < 24; hour += 6) {
        await service().clock.jump(6 * 3_600_000);
        await guess(3);
      }
      const day = answers.filter((answer) => answer === 'invalid_login_code').length;
      assert.ok(day > 90 && day <= 100, `${email}: ${day}`);
    }
  });

  it('refuses the right code too once the guesses of its address are used up, until time has passed', async () => {
    const { email } = await verified(service());
    for (let at = 0; at < 10; at += 1) {
      const request = await askForRequest(service(), email);
      await times(5, () => logIn({ request, code: '00000000' }));
    }
    const refused = await logIn(await askForCode(service(), email));
    assert.deepEqual([codeOf(refused), refused.headers.get('x-error-reason')], ['too_many_attempts', 'wrong_codes']);
    await service().clock.advance(Number(refused.headers.get('retry-after')) * 1000);
    assert.equal((await logIn(await askForCode(service(), email))).status, 200);
  });

  it('takes full-width digits, and records those of other scripts as a wrong code', async () => {
    const account = await protectedBy(service(), await verified(service()));
    const { id, email, secret, recoveryCodes } = account;
    const sent = await askForCode(service(), email);
    const wide = { request: sent.request, code: digitsFrom('０', sent.code) };
    for (const zero of ['٠', '۰', '०', '𝟘']) {
      const answer = await logIn({ ...sent, code: digitsFrom(zero, sent.code) });
      assert.equal(codeOf(answer), zero === '𝟘' ? 'second_factor_required' : 'invalid_login_code', zero);
    }
    const failed = "SELECT id FROM audit_events WHERE event = 'login_code_failed' AND user_id = $1";
    assert.equal((await service().db.all(failed, [id])).length, 3);
    assert.equal(codeOf(await logIn(wide)), 'second_factor_required');
    const byApp = codeOfApp(secret, await atNextStep(service()));
    assert.equal(codeOf(await logIn({ ...wide, second_factor: digitsFrom('٠', byApp) })), 'invalid_code');
    assert.equal((await logIn({ ...wide, second_factor: digitsFrom('０', byApp) })).status, 200);
    const again = await askForCode(service(), email);
    assert.equal((await logIn({ ...again, second_factor: digitsFrom('０', recoveryCodes[0] ?? '') })).status, 200);
  });

  it('refuses the code of an older request, of another one, and after ten minutes', async () => {
    const [first, second] = [await verified(service()), await verified(service())];
    const older = await askForCode(service(), first.email);
    const newer = await askForCode(service(), first.email);
    const other = await askForCode(service(), second.email);
    for (const body of [older, { ...newer, code: older.code }, { ...newer, code: other.code }])
      assert.equal(codeOf(await logIn(body)), 'invalid_login_code');
    await service().clock.advance(10 * 60_000 - 5000);
    assert.equal((await logIn(newer)).status, 200);
    await service().clock.advance(5000);
    assert.equal(codeOf(await logIn(other)), 'invalid_login_code');
  });

  it('ends with the password', async () => {
    const { email } = await verified(service());
    const sent = await askForCode(service(), email);
    const token = await resetToken(service(), email);
    const body = { new_password: 'Another-one-1' };
    assert.equal((await service().request('POST', '/api/reset-password', { token, body })).status, 200);
    assert.equal(codeOf(await logIn(sent)), 'invalid_login_code');
  });

  it('gives an account that nobody has verified to the owner of the mailbox, without the password of another', async () => {
    const attacker = await registered(service());
    const { status, data } = await logIn(await askForCode(service(), attacker.email));
    assert.deepEqual([status, data.user.id, data.user.account_status], [200, attacker.id, 'ACTIVE']);
    assert.equal(codeOf(await withPassword(attacker)), 'invalid_credentials');
  });

  it('leaves the password of an account that was verified', async () => {
    const account = await verified(service());
    assert.equal((await logIn(await askForCode(service(), account.email))).status, 200);
    assert.equal((await withPassword(account)).status, 200);
  });

  it('asks for the second factor, without taking a guess for that', async () => {
    const account = await protectedBy(service(), await verified(service()));
    const sent = await askForCode(service(), account.email);
    for (let at = 0; at < 4; at += 1) assert.equal(codeOf(await logIn(sent)), 'second_factor_required');
    for (let at = 0; at < 4; at += 1) {
      assert.equal(codeOf(await logIn({ ...sent, second_factor: '12345x' })), 'invalid_code');
    }
    const second_factor = codeOfApp(account.secret, await atNextStep(service()));
    const { status, data } = await logIn({ ...sent, second_factor });
    assert.equal(status, 200);
    assert.deepEqual(claimsOf(data.access_token).amr, ['otp', 'mfa']);
  });

  it('tells the status to whoever has the right code alone', async () => {
    const { email } = await loggedIn(service());
    const sent = await askForCode(service(), email);
    await suspend(service(), email);
    assert.equal(codeOf(await logIn({ ...sent, code: otherThan(sent.code) })), 'invalid_login_code');
    const refused = await logIn(sent);
    assert.deepEqual([codeOf(refused), refused.headers.get('x-account-status')], ['account_not_active', 'SUSPENDED']);
  });

  it('stores no code, and no request', async () => {
    const { id, email } = await verified(service());
    const sent = await askForCode(service(), email);
    for (const table of ['login_requests', 'outbox', 'audit_events']) {
      const rows = JSON.stringify(await service().db.all(`SELECT * FROM ${table} WHERE user_id = $1`, [id]));
      assert.ok(!rows.includes(sent.code) && !rows.includes(sent.request), table);
    }
  });
});

describeWhereDatabasesDiffer('a code by e-mail', (kind) => {
  it('goes on to work when another data key is the first', async (t) => {
    const database = await createTestDatabase(t, kind);
    const start = (DATA_KEYS: string) => startService(t, kind, { ...SETTINGS, DATA_KEYS }, database);
    const keys = ['one', 'two'].map((name) => `${name}:${name.repeat(12)}-a-Key-9x-${name}`);
    const before = await start(String(keys[0]));
    const { email } = await verified(before);
    const sent = await askForCode(before, email);
    const after = await start(`${keys[1]}, ${keys[0]}`);
    assert.equal((await loginByCode(after, sent)).status, 200);
  });

  it('is sent as often as an address gets e-mails, and only then does it take the place of the one before', async (t) => {
    const service = await startService(t, kind, { EMAIL_LOGIN: 'on', MAX_EMAIL_BURST: '2' });
    const { email } = await verified(service);
    await askForRequest(service, email);
    const sent = await askForCode(service, email);
    await askForRequest(service, email);
    assert.equal(await newestCode(service, email), sent.code);
    assert.equal((await loginByCode(service, sent)).status, 200);
  });

  it('waits until the terms are accepted, also where nobody has verified the account', async (t) => {
    const terms = { TERMS_VERSION: '2026-11', TERMS_URL: '/terms' };
    const service = await startService(t, kind, { ...SETTINGS, ...terms });
    for (const account of [
      await registered(service, { accept_terms: true }),
      await verified(service, { accept_terms: true }),
    ]) {
      await service.db.all("UPDATE terms_acceptances SET version = '2025-01' WHERE user_id = $1", [account.id]);
      const sent = await askForCode(service, account.email);
      assert.equal(codeOf(await loginByCode(service, sent)), 'terms_not_accepted');
      assert.equal((await loginByCode(service, { ...sent, accept_terms: true })).status, 200);
    }
  });
});
