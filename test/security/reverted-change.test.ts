import assert from 'node:assert/strict';
import { it } from 'node:test';
import { apiKeyOf, loggedInAdmin, promote } from '../support/admin.ts';
import type { Answers } from '../support/answers.ts';
import { addApp, atNextStep, codeOfApp, type ProtectedAccount } from '../support/authenticator.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import {
  askForAddress,
  changeAddress,
  confirm,
  confirmToken,
  freeAddress,
  revert,
  revertToken,
} from '../support/email-change.ts';
import { type Authenticator, addPasskey, postPasskey, withPasskey } from '../support/passkey.ts';
import { sharedService } from '../support/scenarios.ts';
import { type Account, loggedIn, logIn, newestToken, type Session, verified } from '../support/service.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0';

type Reverted = Answers['POST /api/email-change/revert'];
const named = (ways: Reverted['removed']): string[] =>
  ways.map(({ kind, name }) => (name === null ? kind : `${kind} ${name}`));

describeOnBothDatabases('a change of address that is reverted', (kind) => {
  const service = sharedService(kind);
  const enter = async (account: Account): Promise<Session> => {
    const { access_token: accessToken, refresh_token: refreshToken } = (await logIn(service(), account)).data;
    return { ...account, accessToken, refreshToken };
  };
  const revertFrom = async (email: string): Promise<Reverted> => {
    const answer = await revert(service(), await revertToken(service(), email));
    assert.equal(answer.status, 200, answer.text);
    return answer.data;
  };
  const statusOfKey = async (token: string) => (await service().request('GET', '/api/admin/users', { token })).status;
  const passkeyNamed = (session: Session, name: string): Promise<Authenticator> =>
    addPasskey(service(), session.accessToken, undefined, name);
  const choosePassword = async (email: string): Promise<string> => {
    const body = { new_password: 'Difference2' };
    const token = await newestToken(service(), email, '/reset-password');
    assert.equal((await service().request('POST', '/api/reset-password', { token, body })).status, 200);
    return body.new_password;
  };

  it('takes a passkey and an API key that came shortly before it, and says so to the owner', async () => {
    const admin = await loggedInAdmin(service());
    const passkey = await passkeyNamed(admin, 'Key ring');
    const key = await apiKeyOf(service(), admin, { name: 'Backup', scopes: ['users:read'] });
    await service().clock.advance(8 * DAY_MS);

    const headers = { 'user-agent': FIREFOX };
    const { email, password } = admin;
    const { data } = await service().request('POST', '/api/login', { body: { email, password }, headers });
    const thief = { ...admin, accessToken: data.access_token };
    const thiefs = await passkeyNamed(thief, 'Phone');
    const thiefsKey = await apiKeyOf(service(), thief, { name: 'Nightly', scopes: ['users:read'] });
    await service().clock.advance(MINUTE_MS);
    const askedMs = service().clock.nowMs();
    await changeAddress(service(), thief, freeAddress());

    const { since, removed, kept } = await revertFrom(admin.email);
    assert.deepEqual(named(removed), ['session Firefox · Windows', 'passkey Phone', 'api_key Nightly']);
    assert.deepEqual(named(kept), ['passkey Key ring', 'api_key Backup']);
    assert.ok(Math.abs(Date.parse(since) - (askedMs - 7 * DAY_MS)) < MINUTE_MS, since);
    for (const { added_at } of removed) assert.ok(Date.parse(String(added_at)) > Date.parse(since), String(added_at));
    for (const { added_at } of kept) assert.ok(Date.parse(String(added_at)) < Date.parse(since), String(added_at));
    assert.equal((await postPasskey(service(), thiefs)).status, 401);
    assert.equal(await statusOfKey(thiefsKey), 401);
    assert.equal((await postPasskey(service(), passkey)).status, 200);
    assert.equal(await statusOfKey(key), 200);
  });

  for (const isOlder of [false, true])
    it(`counts from its first request${isOlder ? ', at the version before' : ''}, not from a second`, async () => {
      const account = await verified(service());
      const older = await withPasskey(service(), account);
      await service().clock.advance(2 * DAY_MS);
      const thiefs = await withPasskey(service(), account);
      await service().clock.advance(6 * DAY_MS);
      assert.equal((await askForAddress(service(), await enter(account), freeAddress())).status, 200);
      if (isOlder)
        await service().db.all('UPDATE email_changes SET first_requested_at = NULL WHERE user_id = $1', [account.id]);
      await service().clock.advance(1.5 * DAY_MS);
      await changeAddress(service(), await enter(account), freeAddress());
      const { removed, kept } = await revertFrom(account.email);
      assert.deepEqual(
        [removed, kept].map((ways) => ways.filter((way) => way.kind === 'passkey').length),
        [1, 1],
      );
      assert.equal((await postPasskey(service(), thiefs)).status, 401);
      assert.equal((await postPasskey(service(), older)).status, 200);
    });

  it('takes an authenticator app that was added shortly before it', async () => {
    const session = await loggedIn(service());
    await addApp(service(), session, session.accessToken);
    await changeAddress(service(), session, freeAddress());
    const { removed, kept } = await revertFrom(session.email);
    assert.deepEqual(named(removed).slice(1), ['authenticator_app', 'recovery_codes']);
    assert.deepEqual(kept, []);
    await enter({ ...session, password: await choosePassword(session.email) });
  });

  it('takes recovery codes that were renewed, and leaves the app from before', async () => {
    const { app, token } = await withOldApp();
    const renewed = await service().request('POST', '/api/me/recovery-codes', { token });
    assert.equal(renewed.status, 200, renewed.text);
    await changeAddress(service(), { ...app, accessToken: token }, freeAddress());
    const { removed, kept } = await revertFrom(app.email);
    assert.deepEqual(named(removed).slice(1), ['recovery_codes']);
    assert.deepEqual(named(kept), ['authenticator_app']);
    const password = await choosePassword(app.email);
    const logInWith = (code: string) =>
      service().request('POST', '/api/login', { body: { email: app.email, password, code } });
    for (const code of [renewed.data.recovery_codes[0] ?? '', app.recoveryCodes[0] ?? ''])
      assert.equal((await logInWith(code)).status, 401, code);
    assert.equal((await logInWith(codeOfApp(app.secret, await atNextStep(service())))).status, 200);
  });

  it('takes the same when the owner changes the address back with a login', async () => {
    const account = await verified(service());
    const own = await withPasskey(service(), account);
    await service().clock.advance(8 * DAY_MS);
    const session = await enter(account);
    await promote(service(), account.email);
    const thiefs = await passkeyNamed(session, 'Phone');
    const key = await apiKeyOf(service(), session, { name: 'Nightly', scopes: ['users:read'] });
    const moved = await changeAddress(service(), session, freeAddress());
    const back = await enter(moved);
    assert.equal((await askForAddress(service(), back, account.email)).status, 200);
    const confirmed = await confirm(service(), await confirmToken(service(), account.email));
    const { removed = [], kept = [] } = confirmed.data;
    assert.deepEqual(named(removed), ['passkey Phone', 'api_key Nightly']);
    assert.deepEqual(
      kept.map((way) => way.kind),
      ['session', 'passkey'],
    );
    assert.equal((await postPasskey(service(), thiefs)).status, 401);
    assert.equal(await statusOfKey(key), 401);
    const { refreshToken: refresh_token } = back;
    assert.equal((await service().request('POST', '/api/refresh', { body: { refresh_token } })).status, 200);
    assert.equal((await postPasskey(service(), own)).status, 200);
  });

  /** An account with an app since eight days, and the access token of a login of now. */
  async function withOldApp(): Promise<{ app: ProtectedAccount; token: string }> {
    const session = await loggedIn(service());
    const app = await addApp(service(), session, session.accessToken);
    await service().clock.advance(8 * DAY_MS);
    const { email, password } = session;
    const code = codeOfApp(app.secret, await atNextStep(service()));
    const { status, data, text } = await service().request('POST', '/api/login', { body: { email, password, code } });
    assert.equal(status, 200, text);
    return { app, token: data.access_token };
  }
});
