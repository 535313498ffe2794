import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { usersCommand } from '../../src/cli/users.ts';
import { stepOfCode } from '../../src/features/authenticator/totp-codes.ts';
import type { Answers } from '../support/answers.ts';
import { addApp, atNextStep, codeOfApp, type ProtectedAccount, protectedBy } from '../support/authenticator.ts';
import type { Answer } from '../support/client.ts';
import { runCommand } from '../support/command.ts';
import { type DatabaseKind, describeOnBothDatabases } from '../support/databases.ts';
import { askForAddress, confirm, confirmToken, freeAddress } from '../support/email-change.ts';
import { auditRecords, suspend } from '../support/operator.ts';
import { addPasskey, postPasskey } from '../support/passkey.ts';
import { ROUTES } from '../support/routes.ts';
import {
  type Account,
  claimsOf,
  EVERY_FEATURE,
  loggedIn,
  logIn,
  resetToken,
  type Service,
  startService,
  verificationToken,
  verified,
} from '../support/service.ts';
import { allRows } from '../support/whole-database.ts';

/** The default of MAX_FAILED_CODES. */
const LIMIT = 10;
/** How many wrong codes are sent at once, each from an address of its own. */
const WRONG_CODES = Number(process.env.WRONG_CODES ?? 2 * LIMIT);
const SETTINGS = {
  TRUST_PROXY: '127.0.0.1',
  MAX_FAILED_CODES: String(LIMIT),
  DATA_KEYS: 'one:first-key-of-the-tests-7d1c0b9a52',
};

const sendLogin = (service: Service, { email, password }: Account, code?: string, address = '192.0.2.1') =>
  service.request('POST', '/api/login', {
    body: { email, password, ...(code !== undefined && { code }) },
    headers: { 'x-forwarded-for': address },
  });

const codeNow = async (service: Service, { secret }: ProtectedAccount) => codeOfApp(secret, await atNextStep(service));

/** A session that the authenticator app was used for, just now. */
async function loggedInWithCode(service: Service, account: ProtectedAccount): Promise<string> {
  const answer = await sendLogin(service, account, await codeNow(service, account));
  assert.equal(answer.status, 200, answer.text);
  return answer.data.access_token;
}

async function eventsOf({ db }: Service, { email }: Account): Promise<string[]> {
  return (await auditRecords(db, { user: email })).map(({ event }) => event);
}

const subjectsTo = async (service: Service, { email }: Account): Promise<string[]> =>
  (await service.emailsTo(email)).map(({ subject }) => subject);

describe('codes of authenticator apps', () => {
  it('are those of RFC 6238, and of another implementation', async () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const vectors: [number, string][] = [
      [59, '94287082'],
      [1111111109, '07081804'],
      [1111111111, '14050471'],
      [1234567890, '89005924'],
      [2000000000, '69279037'],
      [20000000000, '65353130'],
    ];
    for (const [seconds, expected] of vectors) {
      assert.equal(codeOfApp(secret, seconds * 1000, 8), expected);
      const step = await stepOfCode(secret, expected.slice(2), seconds * 1000);
      assert.equal(step, Math.floor(seconds / 30));
    }
  });
});

describeOnBothDatabases('an account with an authenticator app', (kind: DatabaseKind) => {
  let service: Service;
  const cleanUps: (() => unknown)[] = [];
  before(async () => {
    service = await startService({ after: (cleanUp) => cleanUps.push(cleanUp) }, kind, SETTINGS);
  });
  after(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });
  const post = <Path extends string>(path: Path, token: string, body?: unknown) =>
    service.request('POST', path, { token, body });

  it('gets it in two steps, and nothing changes before the second', async () => {
    const session = await loggedIn(service);
    const before = await sendLogin(service, session);
    const token = before.data.access_token;
    const begun = await post('/api/me/totp', token);
    assert.equal(begun.status, 201);
    const { secret, otpauth_url, qr } = begun.data;
    assert.match(secret, /^[A-Z2-7]{32}$/);
    const url = new URL(otpauth_url);
    assert.deepEqual([url.protocol, url.searchParams.get('secret')], ['otpauth:', secret]);
    assert.ok(decodeURIComponent(url.pathname).endsWith(`Latchkey:${session.email}`), url.pathname);
    assert.ok(qr.length > 20 && qr.every((row) => row.length === qr.length && /^[01]+$/.test(row)));

    // With a code that is not asked for, and without a factor: the very same answer but for its tokens.
    const during = await sendLogin(service, session, '000000');
    const withoutTokens = (text: string) => text.replaceAll(/"(access|refresh)_token":"[^"]+"/g, '');
    assert.equal(withoutTokens(during.text), withoutTokens(before.text));

    const again = during.data.access_token;
    assert.equal((await post('/api/me/totp/confirm', again, {})).headers.get('x-error-field'), 'code');
    const wrong = await post('/api/me/totp/confirm', again, { code: '000000' });
    assert.deepEqual([wrong.status, wrong.headers.get('x-error-code')], [401, 'invalid_code']);
    const code = codeOfApp(secret, await atNextStep(service));
    const confirmed = await post('/api/me/totp/confirm', again, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    assert.equal(confirmed.status, 200, confirmed.text);
    assert.equal(new Set(confirmed.data.recovery_codes).size, 10);
    for (const one of confirmed.data.recovery_codes)
      assert.match(one, /^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
    const twice = await post('/api/me/totp/confirm', again, { code });
    assert.equal(twice.headers.get('x-error-code'), 'fresh_login_required', 'from now on with the second factor');
    assert.equal((await sendLogin(service, session, code)).status, 401, 'the code of the confirmation is used up');

    const { data } = await service.request('GET', '/api/me/security', { token: again });
    assert.deepEqual(data, {
      password: true,
      totp: true,
      second_factor_required: false,
      recovery_codes_left: 10,
      pending_email: null,
      passkeys: 0,
      sessions: 1,
    });
    assert.ok((await subjectsTo(service, session)).includes('An authenticator app was added to your Latchkey account'));
    assert.ok((await eventsOf(service, session)).includes('totp_added'));
    const dump = JSON.stringify([...(await allRows(service.db))]);
    assert.ok(dump.includes(session.email));
    for (const hidden of [secret, ...confirmed.data.recovery_codes]) {
      assert.ok(!service.logLines.join().includes(hidden));
      assert.ok(!dump.includes(hidden));
    }
  });

  it('is pending for ten minutes, and needs a recent login', async () => {
    const session = await loggedIn(service);
    const { secret } = (await post('/api/me/totp', session.accessToken)).data;
    await service.clock.advance(10 * 60_000 + 1000);
    const late = codeOfApp(secret, service.clock.nowMs());
    for (const path of ['/api/me/totp', '/api/me/totp/confirm', '/api/me/recovery-codes']) {
      const { status, headers } = await post(path, session.accessToken, { code: late });
      assert.deepEqual([status, headers.get('x-error-code')], [401, 'fresh_login_required'], path);
    }
    const { access_token: fresh } = (await logIn(service, session)).data;
    assert.equal(
      (await post('/api/me/totp/confirm', fresh, { code: late })).headers.get('x-error-code'),
      'no_pending_totp',
    );
    assert.equal((await post('/api/me/recovery-codes', fresh)).headers.get('x-error-code'), 'no_second_factor');
    assert.equal((await service.request('DELETE', '/api/me/totp', { token: fresh })).status, 409);
  });

  it('needs the password, an active account and a code of now, in this order, and each code once', async () => {
    const account = await protectedBy(service, await verified(service));
    const missing = await sendLogin(service, account);
    assert.deepEqual(
      [missing.status, missing.message, missing.headers.get('x-error-code'), missing.headers.get('x-second-factors')],
      [401, 'Second factor required', 'second_factor_required', 'totp, recovery_code'],
    );
    const nowMs = await atNextStep(service);
    const codeAt = (steps: number) => codeOfApp(account.secret, nowMs + steps * 30_000);
    const wrongPassword = await sendLogin(service, { ...account, password: 'Wrong-one-1' }, codeAt(0));
    assert.equal(wrongPassword.headers.get('x-error-code'), 'invalid_credentials');
    for (const code of [codeAt(-3), codeAt(-2), codeAt(3), '12345', 'x', '1234567']) {
      assert.equal((await sendLogin(service, account, code)).headers.get('x-error-code'), 'invalid_code', code);
    }
    assert.equal(
      (await sendLogin(service, account, codeAt(-1))).status,
      401,
      'that step was used for the confirmation',
    );
    for (const steps of [0, 1]) {
      const answer = await sendLogin(service, account, codeAt(steps));
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(claimsOf(answer.data.access_token).amr, ['pwd', 'otp', 'mfa']);
      assert.equal((await sendLogin(service, account, codeAt(steps))).headers.get('x-error-code'), 'invalid_code');
    }
    assert.equal((await sendLogin(service, account, codeAt(0))).status, 401, 'a step before one that was used');
    await service.clock.advance(90_000);
    const previous = codeOfApp(account.secret, (await atNextStep(service)) - 30_000);
    assert.equal((await sendLogin(service, account, previous)).status, 200, 'the step before now');
    await suspend(service, account.email);
    assert.equal((await sendLogin(service, account)).message, 'Account is SUSPENDED');
  });

  it('lets one of twenty in that send the same code, or recovery code, at once', async () => {
    const account = await protectedBy(service, await verified(service));
    for (const code of [await codeNow(service, account), account.recoveryCodes[0] ?? '']) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => sendLogin(service, account, code, `192.0.2.${at}`)),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    }
  });

  it('can be entered with a recovery code once, however it is typed, until there are new ones', async () => {
    const account = await protectedBy(service, await verified(service));
    const [first = '', second = '', third = ''] = account.recoveryCodes;
    const answer = await sendLogin(service, account, first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o'));
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await sendLogin(service, account, first)).headers.get('x-error-code'), 'invalid_code');
    const other = await protectedBy(service, await verified(service));
    assert.equal((await sendLogin(service, other, second)).status, 401, "another's code");

    const { access_token: token } = answer.data;
    const { data } = await service.request('GET', '/api/me/security', { token });
    assert.equal(data.recovery_codes_left, 9);
    const renewed = await post('/api/me/recovery-codes', token);
    assert.equal(renewed.status, 200, renewed.text);
    assert.equal((await sendLogin(service, account, second)).status, 401);
    assert.equal((await sendLogin(service, account, third)).status, 401);
    assert.equal((await sendLogin(service, account, renewed.data.recovery_codes[9] ?? '')).status, 200);
    assert.ok((await eventsOf(service, account)).includes('recovery_code_used'));
  });

  it('has a few wrong codes judged, from wherever they come; the owner is told once, and gets in', async () => {
    const account = await protectedBy(service, await verified(service));
    const right = await codeNow(service, account);
    const wrong = Array.from({ length: WRONG_CODES }, (_, at) =>
      String((Number(right) + 1 + at) % 1_000_000).padStart(6, '0'),
    );
    const counted = () => {
      const { samples = [] } = service.counters().find(({ name }) => name.includes('second_factor_codes')) ?? {};
      return ['wrong', 'refused'].map((outcome) => samples.find(([label]) => label.includes(outcome))?.[1] ?? 0);
    };
    const [wrongBefore = 0, refusedBefore = 0] = counted();
    const answers = await Promise.all(
      wrong.map((code, at) => sendLogin(service, account, code, `2001:db8:0:${at.toString(16)}::1`)),
    );
    const [wrongAfter = 0, refusedAfter = 0] = counted();
    assert.deepEqual([wrongAfter - wrongBefore, refusedAfter - refusedBefore], [LIMIT, WRONG_CODES - LIMIT]);
    const judged = answers.filter(({ status }) => status === 401).length;
    assert.deepEqual([judged, answers.filter(({ status }) => status === 429).length], [LIMIT, WRONG_CODES - LIMIT]);
    const refused = await sendLogin(service, account, right);
    assert.equal(refused.status, 429);
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait > 3500 && wait <= 3600, String(wait));
    assert.equal((await sendLogin(service, account, account.recoveryCodes[0] ?? '')).status, 200, 'by recovery code');
    assert.deepEqual(
      (await subjectsTo(service, account)).filter((subject) => subject === 'Someone knows your Latchkey password')
        .length,
      1,
    );
    assert.equal((await eventsOf(service, account)).filter((event) => event === 'second_factor_failed').length, LIMIT);

    const body = { new_password: 'Another-one-1' };
    const token = await resetToken(service, account.email);
    assert.equal((await service.request('POST', '/api/reset-password', { token, body })).status, 200);
    const changed = { ...account, password: body.new_password };
    assert.equal((await sendLogin(service, changed)).headers.get('x-error-code'), 'second_factor_required');
    assert.equal((await sendLogin(service, changed, await codeNow(service, account))).status, 429, 'new password');
    await service.clock.advance(3_600_000);
    assert.equal((await sendLogin(service, changed, await codeNow(service, account))).status, 200, 'after an hour');
  });

  it('is changed with the second factor only, and the old app works until the new one is confirmed', async () => {
    const account = await protectedBy(service, await verified(service));
    const remove = (token: string) => service.request('DELETE', '/api/me/totp', { token });
    // The session from before the app was added is recent, but was begun with a password alone.
    for (const path of ['/api/me/totp', '/api/me/recovery-codes']) {
      assert.equal((await post(path, account.accessToken)).headers.get('x-error-code'), 'fresh_login_required', path);
    }
    assert.equal((await remove(account.accessToken)).headers.get('x-error-code'), 'fresh_login_required');
    const { password } = account;
    const reauthenticate = (body: object) => post('/api/reauthenticate', account.accessToken, body);
    assert.equal((await reauthenticate({ password })).headers.get('x-error-code'), 'second_factor_required');
    const strong = await reauthenticate({ password, code: await codeNow(service, account) });
    assert.equal(strong.status, 200, strong.text);
    assert.deepEqual(claimsOf(strong.data.access_token).amr, ['pwd', 'otp', 'mfa']);

    const begun = await post('/api/me/totp', strong.data.access_token);
    assert.equal(begun.status, 201, begun.text);
    const token = await loggedInWithCode(service, account);
    const replaced = await addApp(service, account, token);
    assert.equal((await sendLogin(service, account, await codeNow(service, account))).status, 401, 'the old app');
    assert.equal((await sendLogin(service, account, account.recoveryCodes[0] ?? '')).status, 401, 'the old codes');

    assert.equal((await remove(await loggedInWithCode(service, replaced))).status, 200);
    assert.equal((await sendLogin(service, account)).status, 200, 'the password is enough again');
    assert.ok(
      (await subjectsTo(service, account)).some((subject) => subject.startsWith('The authenticator app was removed')),
    );
    assert.deepEqual(await service.db.all('SELECT 1 AS one FROM recovery_codes WHERE user_id = $1', [account.id]), []);
  });

  it('keeps it, its recovery codes and its passkeys whatever happens to the password and the address', async () => {
    let account = await protectedBy(service, await verified(service));
    const authenticator = await addPasskey(service, await loggedInWithCode(service, account));
    const reset = async () => {
      const options = { token: await resetToken(service, account.email), body: { new_password: 'Another-one-1' } };
      assert.equal((await service.request('POST', '/api/reset-password', options)).status, 200);
      account = { ...account, password: options.body.new_password };
    };
    const changePassword = async () => {
      const token = await loggedInWithCode(service, account);
      const code = await codeNow(service, account);
      const body = { current_password: account.password, new_password: 'Another-one-2', code };
      const changed = await post('/api/change-password', token, body);
      assert.equal(changed.status, 200, changed.text);
      account = { ...account, password: body.new_password };
    };
    const changeAddress = async () => {
      const address = freeAddress();
      const accessToken = await loggedInWithCode(service, account);
      assert.equal((await askForAddress(service, { accessToken }, address)).status, 200);
      assert.equal((await confirm(service, await confirmToken(service, address))).status, 200);
      account = { ...account, email: address };
    };
    const followLink = async () => {
      const token = await verificationToken(service, account.email);
      assert.equal((await service.request('POST', '/api/verify', { token })).status, 200);
    };
    for (const change of [followLink, reset, changePassword, changeAddress, reset]) {
      await change();
      const refused = await sendLogin(service, account);
      assert.deepEqual(
        [refused.status, refused.headers.get('x-second-factors')],
        [401, 'totp, recovery_code, passkey'],
        change.name,
      );
      const token = await loggedInWithCode(service, account);
      const { data } = await service.request('GET', '/api/me/security', { token });
      assert.deepEqual([data.totp, data.recovery_codes_left, data.passkeys], [true, 10, 1], change.name);
    }
    assert.equal((await postPasskey(service, authenticator)).status, 200);
    assert.equal((await sendLogin(service, account, account.recoveryCodes[0])).status, 200);
  });

  it('keeps its secret to its row: in that of another account it does not open', async () => {
    const account = await protectedBy(service, await verified(service));
    const other = await protectedBy(service, await verified(service));
    const move =
      'UPDATE totp SET sealed = (SELECT sealed FROM totp WHERE user_id = $1), last_step = NULL WHERE user_id = $2';
    await service.db.one(move, [account.id, other.id]);
    assert.equal((await sendLogin(service, other, await codeNow(service, account))).status, 500);
    assert.match(service.logLines.join(), new RegExp(`totp.sealed of user ${other.id} was changed or moved`));
  });

  it('is reset by the operator, who is named in the trail, and the owner is told', async () => {
    const account = await protectedBy(service, await verified(service));
    const reset = () =>
      runCommand(['users', 'reset-second-factor', account.email], { DATABASE_URL: service.database.url });
    const { code, stderr } = await reset();
    assert.equal(code, 0, stderr);
    assert.equal((await sendLogin(service, account)).status, 200);
    const [event] = await auditRecords(service.db, { event: 'second_factor_reset' });
    assert.equal(event?.actor, 'operator');
    assert.match((await reset()).stderr, /has no second factor/);
    // The mail worker of the service finds by itself what a command has written.
    await service.clock.advance(10_000);
    assert.ok(
      (await subjectsTo(service, account)).some((subject) => subject.startsWith('The authenticator app was removed')),
    );
  });
});

describeOnBothDatabases('the keys that seal secrets', (kind) => {
  it('are rotated while the service runs, and an account needs its app even with TOTP=off', async (t) => {
    const [old, fresh] = ['old:first-key-of-the-tests-7d1c0b9a52', 'new:second-key-of-the-tests-91ab3c'];
    const first = await startService(t, kind, { DATA_KEYS: old });
    const account = await protectedBy(first, await verified(first));
    await post(first, (await sendLogin(first, account, await codeNow(first, account))).data.access_token);
    await first.stop();
    const { database } = first;
    const settings = { DATA_KEYS: `${fresh}, ${old}` };
    const service = await startService(t, kind, settings, database);
    assert.equal(
      (await sendLogin(service, account, await codeNow(service, account))).status,
      200,
      'an older key opens',
    );
    const command = (keys: string, ...args: string[]) =>
      runCommand(['data-keys', ...args], { DATABASE_URL: database.url, DATA_KEYS: keys });
    const lost = await command('lost:third-key-of-the-tests-55aa', 'list');
    assert.equal(lost.code, 1);
    assert.match(lost.stderr, /sealed with the data key old, which is not among DATA_KEYS/);
    assert.match(lost.stdout, /^old\tmissing\t2\t-$/m);
    const rotated = await command(settings.DATA_KEYS, 'rotate');
    assert.match(rotated.stdout, /^2 values sealed again with new\nno longer needed in DATA_KEYS, .*: old\n$/);
    assert.match((await command(settings.DATA_KEYS, 'list')).stdout, /^new\tseals\t2\t\S+\nold\topens\t0\t\S+$/m);
    assert.equal((await sendLogin(service, account, await codeNow(service, account))).status, 200, 'as it runs');
    await service.stop();

    const last = await startService(t, kind, { DATA_KEYS: fresh, TOTP: 'off' }, database);
    assert.equal((await sendLogin(last, account)).status, 401);
    const { data } = await sendLogin(last, account, await codeNow(last, account));
    const headers = { authorization: `Bearer ${data.access_token}` };
    for (const [method, path] of [
      ['POST', '/api/me/totp'],
      ['POST', '/api/me/totp/confirm'],
      ['DELETE', '/api/me/totp'],
      ['POST', '/api/me/recovery-codes'],
    ] as const) {
      assert.equal((await fetch(`${last.url}${path}`, { method, headers })).status, 404, path);
    }
  });
});

const OPEN_DURING_SETUP = [
  'POST /api/me/totp',
  'POST /api/me/totp/confirm',
  'POST /api/me/passkeys/options',
  'POST /api/me/passkeys',
  'GET /api/me/security',
  'POST /api/reauthenticate',
  'POST /api/reauthenticate/identity',
];

/** Every operation that takes an access token, but for those that a user who must add a second factor may use. */
const CLOSED = ROUTES.filter(({ operation }) => operation.bearer === 'auth').filter(
  ({ method, path }) => !OPEN_DURING_SETUP.includes(`${method} ${path}`),
);

describe('SECOND_FACTOR', () => {
  const codeAt = async (service: Service, token: string, path = '/api/me') => {
    const { status, headers } = await service.request('GET', path, { token });
    return [status, headers.get('x-error-code')];
  };

  it('required lets whoever has no factor log in and add one, and nothing else, here and elsewhere', async (t) => {
    const service = await startService(t, 'sqlite', { ...EVERY_FEATURE, SECOND_FACTOR: 'required' });
    const account = await verified(service);
    const { headers, data } = await sendLogin(service, account);
    assert.equal(headers.get('x-result'), 'second_factor_setup_required');
    assert.equal(claimsOf(data.access_token).purpose, 'factor_setup');
    assert.ok(CLOSED.length >= 8);
    for (const { method, path } of CLOSED) {
      const answer = await service.request(method, path.replace(':id', 'x'), { token: data.access_token });
      assert.deepEqual(
        [answer.status, answer.headers.get('x-error-code')],
        [403, 'second_factor_setup_required'],
        path,
      );
    }
    const { refresh_token } = data;
    const refresh = async () => (await service.request('POST', '/api/refresh', { body: { refresh_token } })).data;
    assert.equal(claimsOf((await refresh()).access_token).purpose, 'factor_setup', 'a refresh is no way round it');
    const { password } = account;
    const again = await service.request('POST', '/api/reauthenticate', {
      token: data.access_token,
      body: { password },
    });
    assert.equal(claimsOf(again.data.access_token).purpose, 'factor_setup');

    const added = await addApp(service, account, again.data.access_token);
    assert.deepEqual(await codeAt(service, data.access_token), [401, 'invalid_token']);
    const { access_token: full } = await refresh();
    assert.deepEqual(await codeAt(service, full), [200, null]);
    const strong = await loggedInWithCode(service, added);
    assert.equal(claimsOf(strong).purpose, 'auth');
    assert.equal((await service.request('DELETE', '/api/me/totp', { token: strong })).status, 200);
    assert.deepEqual(await codeAt(service, strong), [403, 'second_factor_setup_required'], 'at once');
  });

  it('is met by a passkey, which the password alone does not get around', async (t) => {
    const service = await startService(t, 'sqlite', { SECOND_FACTOR: 'required' });
    const account = await verified(service);
    const setup = (await sendLogin(service, account)).data.access_token;
    const body = { conditional: true };
    const quiet = await service.request('POST', '/api/me/passkeys/options', { token: setup, body });
    assert.equal(
      quiet.headers.get('x-error-code'),
      'second_factor_setup_required',
      'not without its owner’s knowledge',
    );
    const authenticator = await addPasskey(service, setup);
    assert.deepEqual(await codeAt(service, setup), [403, 'second_factor_setup_required']);

    const { status, headers } = await sendLogin(service, account);
    assert.deepEqual([status, headers.get('x-error-code')], [401, 'second_factor_required']);
    assert.equal(headers.get('x-second-factors'), 'passkey');
    const { data, headers: entered } = await postPasskey(service, authenticator);
    assert.equal(entered.get('x-result'), null);
    assert.deepEqual(await codeAt(service, data.access_token), [200, null]);
    const { refresh_token } = data;
    const refreshed = (await service.request('POST', '/api/refresh', { body: { refresh_token } })).data.access_token;
    assert.deepEqual(await codeAt(service, refreshed), [200, null]);
    const again = await service.request('POST', '/api/reauthenticate', {
      token: refreshed,
      body: { password: account.password },
    });
    assert.deepEqual([again.status, again.headers.get('x-error-code')], [401, 'second_factor_required']);
  });

  it('is asked for again at once when the last passkey is removed, and the other sessions end', async (t) => {
    const service = await startService(t, 'sqlite', { SECOND_FACTOR: 'required', SESSIONS: 'many' });
    const account = await verified(service);
    const refresh = async (refresh_token: string) =>
      service.request('POST', '/api/refresh', { body: { refresh_token } });
    const authenticator = await addPasskey(service, (await sendLogin(service, account)).data.access_token);
    const [phone, laptop] = [await postPasskey(service, authenticator), await postPasskey(service, authenticator)];
    const token = laptop.data.access_token;
    assert.deepEqual(await codeAt(service, token), [200, null]);
    const [passkey] = (await service.request('GET', '/api/me/passkeys', { token })).data.passkeys;
    const removed = await service.request('DELETE', `/api/me/passkeys/${passkey?.id}`, { token });
    assert.equal(removed.status, 200, removed.text);
    assert.deepEqual(await codeAt(service, token), [403, 'second_factor_setup_required']);
    const { data } = await refresh(laptop.data.refresh_token);
    assert.equal(claimsOf(data.access_token).purpose, 'factor_setup', 'for other services too');
    assert.equal((await refresh(phone.data.refresh_token)).status, 401, 'it may be on the device that was lost');
  });

  it('or not: whoever removes a factor, the owner or the operator, ends the other sessions', async (t) => {
    const service = await startService(t, 'sqlite', { SESSIONS: 'many' });
    const isAlive = async ({ data: { refresh_token } }: Answer<Answers['POST /api/login']>) =>
      (await service.request('POST', '/api/refresh', { body: { refresh_token } })).status === 200;
    const account = await protectedBy(service, await verified(service));
    const enter = async () => sendLogin(service, account, await codeNow(service, account));
    const [own, other] = [await enter(), await enter()];
    assert.deepEqual([await isAlive(own), await isAlive(other)], [true, true]);
    assert.equal((await service.request('DELETE', '/api/me/totp', { token: own.data.access_token })).status, 200);
    assert.deepEqual([await isAlive(own), await isAlive(other)], [true, false]);

    await addPasskey(service, own.data.access_token);
    assert.equal(await isAlive(own), true);
    await usersCommand(service.db, ['reset-second-factor', account.email], () => {});
    assert.equal(await isAlive(own), false, 'by the operator, for somebody who has lost a device');
  });

  it('admins asks it of administrators alone', async (t) => {
    const service = await startService(t, 'sqlite', { SECOND_FACTOR: 'admins' });
    const { accessToken: token, ...account } = await loggedIn(service);
    assert.deepEqual(await codeAt(service, token), [200, null]);
    assert.equal((await service.request('GET', '/api/me/security', { token })).data.second_factor_required, false);
    await usersCommand(service.db, ['promote', account.email], () => {});
    assert.deepEqual(await codeAt(service, token), [403, 'second_factor_setup_required']);
    assert.equal((await service.request('GET', '/api/me/security', { token })).data.second_factor_required, true);
    assert.equal(claimsOf((await sendLogin(service, account)).data.access_token).purpose, 'factor_setup');
    await suspend(service, account.email);
    assert.equal((await service.request('GET', '/api/me', { token })).message, 'Account is SUSPENDED');
  });
});

describeOnBothDatabases('an account with an authenticator app and a passkey', (kind) => {
  it('keeps the one when the other is removed, and needs it at the next login', async (t) => {
    const service = await startService(t, kind, { SECOND_FACTOR: 'required' });
    const account = await verified(service);
    const protectors = async (token: string) => {
      const { totp, passkeys } = (await service.request('GET', '/api/me/security', { token })).data;
      return { totp, passkeys };
    };
    const demanded = async () => {
      const { status, headers } = await sendLogin(service, account);
      return [status, headers.get('x-error-code'), headers.get('x-second-factors')];
    };
    const app = await addApp(service, account, (await sendLogin(service, account)).data.access_token);
    const byCode = await loggedInWithCode(service, app);
    const first = await addPasskey(service, byCode);
    const [listed] = (await service.request('GET', '/api/me/passkeys', { token: byCode })).data.passkeys as unknown as {
      readonly id: string;
    }[];
    const remove = (path: string, token: string) => service.request('DELETE', `/api/me/${path}`, { token });

    assert.equal((await remove(`passkeys/${listed?.id}`, byCode)).status, 200);
    assert.deepEqual(await protectors(byCode), { totp: true, passkeys: 0 });
    assert.deepEqual(await demanded(), [401, 'second_factor_required', 'totp, recovery_code']);
    assert.equal((await postPasskey(service, first)).headers.get('x-error-code'), 'unknown_passkey');

    const again = await loggedInWithCode(service, app);
    const second = await addPasskey(service, again);
    assert.equal((await remove('totp', again)).status, 200);
    assert.deepEqual(await protectors(again), { totp: false, passkeys: 1 });
    assert.deepEqual(await demanded(), [401, 'second_factor_required', 'passkey']);
    assert.equal((await sendLogin(service, account, await codeNow(service, app))).status, 401);
    const entered = await postPasskey(service, second);
    assert.deepEqual([entered.status, claimsOf(entered.data.access_token).purpose], [200, 'auth']);
  });
});

/** Leaves one value that is pending beside the one in use. */
async function post(service: Service, token: string): Promise<void> {
  assert.equal((await service.request('POST', '/api/me/totp', { token })).status, 201);
}
