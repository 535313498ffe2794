import assert from 'node:assert/strict';
import { it } from 'node:test';
import { usersCommand } from '../../src/cli/users.ts';
import { loggedInAdmin } from '../support/admin.ts';
import { addApp, atNextStep, codeOfApp, type ProtectedAccount, protectedBy } from '../support/authenticator.ts';
import type { Answer } from '../support/client.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { addPasskey, postPasskey } from '../support/passkey.ts';
import { sharedService } from '../support/scenarios.ts';
import { type Account, logIn, resetToken, type Service, verified } from '../support/service.ts';

/** Every guess costs a request and a hash. */
const LIMIT = 4;
/** The second finds what the first has left. */
const ROUNDS = 2;
const SETTINGS = { TRUST_PROXY: '127.0.0.1', MAX_FAILED_CODES: String(LIMIT), MAX_EMAIL_BURST: '0', SESSIONS: 'many' };

const codeIn = ({ headers }: Answer): string => headers.get('x-error-code') ?? '';

const sendLogin = (service: Service, { email, password }: Account, code: string, address = '192.0.2.1') =>
  service.request('POST', '/api/login', { body: { email, password, code }, headers: { 'x-forwarded-for': address } });

const codeNow = async (service: Service, { secret }: ProtectedAccount) => codeOfApp(secret, await atNextStep(service));

/** A session that the app was used for, just now. */
async function withCode(service: Service, account: ProtectedAccount): Promise<string> {
  const answer = await sendLogin(service, account, await codeNow(service, account));
  assert.equal(answer.status, 200, answer.text);
  return answer.data.access_token;
}

/** Sends as many wrong codes as an hour has, and returns how many of them were judged. */
async function guess(service: Service, account: ProtectedAccount): Promise<number> {
  const right = Number(codeOfApp(account.secret, service.clock.nowMs()));
  let judged = 0;
  for (let at = 0; at < LIMIT; at += 1) {
    const wrong = String((right + 500_000 + at) % 1_000_000).padStart(6, '0');
    const answer = await sendLogin(service, account, wrong, `198.51.100.${at}`);
    assert.ok(['invalid_code', 'too_many_attempts'].includes(codeIn(answer)), answer.text);
    if (codeIn(answer) === 'invalid_code') judged += 1;
  }
  return judged;
}

describeOnBothDatabases('the budget of wrong codes', (kind) => {
  const service = sharedService(kind, SETTINGS);
  const post = <Path extends string>(path: Path, token: string, body?: unknown) =>
    service().request('POST', path, { token, body });

  it('is not refilled by a new password, with the old one or by a link', async () => {
    let account = await protectedBy(service(), await verified(service()));
    let judged = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      judged += await guess(service(), account);
      const next = `Another-one-${round}`;
      const body = { current_password: account.password, new_password: next };
      const changed = await post('/api/change-password', account.accessToken, body);
      if (changed.status === 200) account = { ...account, password: next };
      judged += await guess(service(), account);
      const token = await resetToken(service(), account.email);
      assert.equal((await post('/api/reset-password', token, { new_password: `${next}-reset` })).status, 200);
      account = { ...account, password: `${next}-reset` };
    }
    assert.equal(judged, LIMIT);
    await service().clock.advance(3_600_000);
    assert.equal((await sendLogin(service(), account, await codeNow(service(), account))).status, 200, 'by time');
  });

  it('is not refilled with another app, by whoever removes or replaces it, nor by new recovery codes', async () => {
    const admin = await loggedInAdmin(service());
    const account = await protectedBy(service(), await verified(service()));
    const { email } = account;
    const byRecoveryCode = async ({ recoveryCodes }: ProtectedAccount, at: number) =>
      (await sendLogin(service(), account, recoveryCodes[at] ?? '')).data.access_token;
    const again = async () => addApp(service(), account, (await logIn(service(), account)).data.access_token);
    const removals: Record<string, (protectedBefore: ProtectedAccount) => Promise<ProtectedAccount>> = {
      'the owner removes it and adds another': async (before) => {
        const token = await byRecoveryCode(before, 0);
        assert.equal((await service().request('DELETE', '/api/me/totp', { token })).status, 200);
        return again();
      },
      'the owner replaces it': async (before) => addApp(service(), account, await byRecoveryCode(before, 0)),
      'the owner makes new recovery codes': async (before) => {
        const made = await post('/api/me/recovery-codes', await byRecoveryCode(before, 0));
        assert.equal(made.status, 200, made.text);
        return { ...before, recoveryCodes: made.data.recovery_codes };
      },
      'an administrator resets it': async () => {
        const { status } = await post(
          `/api/admin/users/${account.id}/reset-second-factor`,
          (await logIn(service(), admin)).data.access_token,
        );
        assert.equal(status, 200);
        return again();
      },
      'the operator resets it': async () => {
        await usersCommand(service().db, ['reset-second-factor', email], () => {});
        return again();
      },
    };
    let current = account;
    assert.equal(await guess(service(), current), LIMIT);
    for (const [name, remove] of Object.entries(removals)) {
      current = await remove(current);
      assert.equal(await guess(service(), current), 0, name);
      assert.equal((await sendLogin(service(), current, await codeNow(service(), current))).status, 429, name);
    }
    await service().clock.advance(3_600_000);
    assert.equal(await guess(service(), current), LIMIT, 'an hour later there are as many as ever');
  });
});

describeOnBothDatabases('POST /api/change-password of an account with an authenticator app', (kind) => {
  const service = sharedService(kind, SETTINGS);
  const change = (token: string, body: object) => service().request('POST', '/api/change-password', { token, body });
  const next = 'Another-one-1';

  it('wants a code behind the steps of the document, each code once, and shares the budget of login', async () => {
    const account = await protectedBy(service(), await verified(service()));
    const token = await withCode(service(), account);
    const right = { current_password: account.password, new_password: next };
    const code = await codeNow(service(), account);
    assert.equal(codeIn(await change(token, { new_password: next, code })), 'missing_field');
    assert.equal(codeIn(await change(token, { ...right, current_password: 'Wrong-one-1' })), 'wrong_current_password');
    assert.equal(codeIn(await change(token, { ...right, new_password: 'weak' })), 'weak_password');
    const missing = await change(token, right);
    assert.deepEqual(
      [missing.status, codeIn(missing), missing.headers.get('x-second-factors')],
      [401, 'second_factor_required', 'totp, recovery_code'],
    );
    for (let at = 0; at < LIMIT - 1; at += 1) {
      assert.equal(codeIn(await change(token, { ...right, code: '12345x' })), 'invalid_code', 'no code of an app');
      const wrong = String((Number(code) + 1 + at) % 1_000_000).padStart(6, '0');
      assert.equal(codeIn(await change(token, { ...right, code: wrong })), 'invalid_code');
    }
    assert.equal((await change(token, { ...right, code })).status, 200, 'the last one that is judged');
    const changed = { ...account, password: next };
    assert.equal(codeIn(await sendLogin(service(), changed, code)), 'invalid_code', 'the code is used up');
    const refused = await sendLogin(service(), changed, await codeNow(service(), account));
    assert.deepEqual([refused.status, Number(refused.headers.get('retry-after')) > 3000], [429, true]);
  });

  it('takes a recovery code, and uses it up', async () => {
    const account = await protectedBy(service(), await verified(service()));
    const [code = ''] = account.recoveryCodes;
    const body = { current_password: account.password, new_password: next, code };
    assert.equal((await change(await withCode(service(), account), body)).status, 200);
    assert.equal(codeIn(await sendLogin(service(), { ...account, password: next }, code)), 'invalid_code');
  });

  it('wants a code of whoever logged in with a passkey too', async () => {
    const account = await protectedBy(service(), await verified(service()));
    const authenticator = await addPasskey(service(), await withCode(service(), account));
    const { data } = await postPasskey(service(), authenticator);
    const body = { current_password: account.password, new_password: next };
    const missing = await change(data.access_token, body);
    assert.deepEqual(
      [codeIn(missing), missing.headers.get('x-second-factors')],
      ['second_factor_required', 'totp, recovery_code'],
    );
    const withRight = { ...body, code: await codeNow(service(), account) };
    assert.equal((await change(data.access_token, withRight)).status, 200);
  });

  it('wants the session: an access token that outlives it changes nothing, whatever else is right', async () => {
    const account = await protectedBy(service(), await verified(service()));
    const login = await sendLogin(service(), account, await codeNow(service(), account));
    const { access_token: token, refresh_token } = login.data;
    assert.equal((await service().request('POST', '/api/logout', { body: { refresh_token } })).status, 200);
    const body = { current_password: account.password, new_password: next, code: account.recoveryCodes[0] };
    const refused = await change(token, body);
    assert.deepEqual([refused.status, codeIn(refused)], [401, 'invalid_token']);
    assert.equal((await sendLogin(service(), account, account.recoveryCodes[0] ?? '')).status, 200);
  });

  it('lets one of ten in that send the same code at once', async () => {
    const account = await protectedBy(service(), await verified(service()));
    const token = await withCode(service(), account);
    const code = await codeNow(service(), account);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        change(token, { current_password: account.password, new_password: `Another-one-${at}`, code }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    for (const answer of answers) assert.ok([200, 401, 429].includes(answer.status), answer.text);
  });
});
