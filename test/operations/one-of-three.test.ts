import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../src/cli/framework/operator.ts';
import { endSessionsExcept, endSessionsOfMany } from '../../src/core/sign-in/end-sessions.ts';
import { createChallenges } from '../../src/features/passkeys/challenges.ts';
import { createDataKeys } from '../../src/keys/data-keys.ts';
import { secretKey, signingKeyAt, stateOfKey } from '../../src/keys/signing-key.ts';
import { createTokenSigner } from '../../src/tokens/token-signer.ts';
import { createTokenVerifier } from '../../src/tokens/token-verifier.ts';
import { apiKeyOf, loggedInAdmin } from '../support/admin.ts';
import { protectedBy } from '../support/authenticator.ts';
import { createTestDatabase } from '../support/databases.ts';
import { changeAddress, freeAddress, revert, revertToken } from '../support/email-change.ts';
import { addOpenIdApp, authorizationRequest, Browser, discover, tokensFor } from '../support/openid.ts';
import { type Authenticator, addPasskey, postPasskey } from '../support/passkey.ts';
import { plantRow } from '../support/plant-row.ts';
import { createStore } from '../support/raw-database.ts';
import { sharedService } from '../support/scenarios.ts';
import { claimsOf, EVERY_FEATURE, loggedIn, logIn, verified } from '../support/service.ts';

const NAMES = ['first', 'middle', 'last'] as const;
const PLACE = { table: 'totp', column: 'sealed', userId: 1 };

/** Of one member, and of two, a wrong choice is often the right one. */
describe('of three', () => {
  const secrets = NAMES.map((name) => ({ name, secret: `the-${name}-secret-of-these-tests-4f1c` }));
  const ring = createDataKeys(secrets);

  it('data keys, the first seals, and each opens what it has sealed', () => {
    assert.ok(ring.seal(PLACE, 'text').startsWith('first:'));
    for (const one of secrets) assert.equal(ring.open(PLACE, createDataKeys([one]).seal(PLACE, 'text')), 'text');
    assert.equal(new Set(NAMES.map(ring.fingerprint)).size, 3);
  });

  it('data keys, each has made challenges that are good', () => {
    const nowMs = () => 1000;
    for (const one of secrets) {
      const challenge = createChallenges(createDataKeys([one]), nowMs).issue('authenticate');
      assert.ok(createChallenges(ring, nowMs).check(challenge, 'authenticate'), one.name);
    }
  });

  it('signing keys, the newest whose time has come signs, and all verify', () => {
    const keys = [300, 200, 100].map((at) => secretKey(`a-secret-of-forty-characters-or-so-${at}`, `k${at}`, at));
    const signerAt = (nowMs: number) => signingKeyAt(keys, nowMs)?.kid;
    assert.deepEqual([99, 100, 199, 200, 299, 300].map(signerAt), [undefined, 'k100', 'k100', 'k200', 'k200', 'k300']);
    assert.deepEqual(
      keys.map((key) => stateOfKey(keys, key, 250)),
      ['waits', 'signs', 'verifies'],
    );
    const ringOf = (some: typeof keys) => ({ current: () => some, reload: () => {} });
    const verify = createTokenVerifier(ringOf(keys), { issuer: undefined, audience: undefined });
    for (const key of keys) {
      const token = createTokenSigner(ringOf([key]))({ sub: '1' }, key.signsFromMs);
      assert.equal(verify(token)?.sub, '1', key.kid);
    }
  });

  it('sessions, SESSIONS=single keeps the one that began last', async (t) => {
    for (const newest of [1, 2, 3]) {
      const { open } = await createTestDatabase(t, 'sqlite');
      const db = createStore(open());
      await db.all('PRAGMA foreign_keys = OFF');
      for (const slot of [1, 2, 3]) {
        const created_at = slot === newest ? 9000 : 1000 * slot;
        // Used in another order than begun.
        const row = { user_id: 1, slot, id: `s${slot}`, value_hash: `v${slot}`, last_used_at: 9999 - created_at };
        await plantRow(db, 'refresh_tokens', { ...row, created_at, expires_at: Date.now() + 60_000 });
      }
      assert.equal(await endSessionsOfMany(db), 2);
      assert.deepEqual(await db.all('SELECT id, slot FROM refresh_tokens'), [{ id: `s${newest}`, slot: 0 }]);
      await db.close();
    }
  });
});

describe('of three that began at once', () => {
  it('sessions, SESSIONS=single keeps one', async (t) => {
    const { open } = await createTestDatabase(t, 'sqlite');
    const db = createStore(open());
    await db.all('PRAGMA foreign_keys = OFF');
    for (const slot of [1, 2, 3]) {
      const row = { user_id: 1, slot, id: `s${slot}`, value_hash: `v${slot}`, created_at: 1000 };
      await plantRow(db, 'refresh_tokens', { ...row, expires_at: Date.now() + 60_000 });
    }
    assert.equal(await endSessionsOfMany(db), 2);
    assert.deepEqual(await db.all('SELECT slot FROM refresh_tokens'), [{ slot: 0 }]);
    await db.close();
  });

  it('sessions of an older version, which have no id, end with the others', async (t) => {
    const { open } = await createTestDatabase(t, 'sqlite');
    const db = createStore(open());
    await db.all('PRAGMA foreign_keys = OFF');
    for (const [slot, id] of ['own', null, 'other'].entries())
      await plantRow(db, 'refresh_tokens', { user_id: 1, slot, id, value_hash: `v${slot}`, expires_at: 9e12 });
    assert.equal(await endSessionsExcept(db, 1, 'own', OPERATOR), 2);
    assert.deepEqual(await db.all('SELECT id FROM refresh_tokens'), [{ id: 'own' }]);
    await db.close();
  });
});

describe('of three that an account has', () => {
  const service = sharedService('sqlite', {
    ...EVERY_FEATURE,
    SESSIONS: 'many',
    MAX_SESSIONS: '3',
    MAX_EMAIL_BURST: '0',
  });
  const refresh = async (refresh_token: string) =>
    (await service().request('POST', '/api/refresh', { body: { refresh_token } })).status;
  const each = (statuses: readonly Promise<number>[]) => Promise.all(statuses);

  for (const [at, name] of NAMES.entries()) {
    it(`sessions, the one that was used the longest ago gives way: the ${name}`, async () => {
      const account = await verified(service());
      const tokens: string[] = [];
      for (const _ of NAMES) {
        tokens.push((await logIn(service(), account)).data.refresh_token);
        await service().clock.advance(1000);
      }
      await service().clock.advance(360_000);
      for (const token of tokens.filter((_, index) => index !== at)) assert.equal(await refresh(token), 200);
      await logIn(service(), account);
      assert.deepEqual(
        await each(tokens.map(refresh)),
        NAMES.map((one) => (one === name ? 401 : 200)),
      );
    });

    it(`sessions, one ends the others, or is ended: the ${name}`, async () => {
      const account = await verified(service());
      const logins = [];
      for (const _ of NAMES) logins.push((await logIn(service(), account)).data);
      const own = logins[at] ?? assert.fail();
      const [other] = logins.filter((one) => one !== own);
      const path = `/api/me/sessions/${claimsOf(own.access_token).sid}`;
      const ended = await service().request('DELETE', path, { token: String(other?.access_token) });
      assert.equal(ended.status, 200);
      const expected = NAMES.map((one) => (one === name ? 401 : 200));
      assert.deepEqual(await each(logins.map(({ refresh_token }) => refresh(refresh_token))), expected);
      const { data } = await logIn(service(), account);
      const all = [...logins, data];
      assert.equal(
        (await service().request('POST', '/api/me/sessions/end-others', { token: data.access_token })).status,
        200,
      );
      assert.deepEqual(await each(all.map(({ refresh_token }) => refresh(refresh_token))), [401, 401, 401, 200]);
    });

    it(`passkeys, each logs in, and one is removed alone: the ${name}`, async () => {
      const { accessToken: token } = await loggedIn(service());
      const passkeys: Authenticator[] = [];
      for (const _ of NAMES) passkeys.push(await addPasskey(service(), token));
      const login = async (one: Authenticator) => (await postPasskey(service(), one)).status;
      const { data } = await service().request('GET', '/api/me/passkeys', { token });
      await service().request('DELETE', `/api/me/passkeys/${data.passkeys[at]?.id}`, { token });
      const statuses = [];
      for (const one of passkeys) statuses.push(await login(one));
      assert.deepEqual(
        statuses,
        NAMES.map((one) => (one === name ? 401 : 200)),
      );
    });

    it(`recovery codes, one is used up alone: the ${name}`, async () => {
      const { email, password, recoveryCodes } = await protectedBy(service(), await verified(service()));
      const three = recoveryCodes.slice(0, 3);
      const login = async (code = '') =>
        (await service().request('POST', '/api/login', { body: { email, password, code } })).status;
      assert.equal(await login(three[at]), 200);
      assert.equal(await login(three[at]), 401);
      assert.equal(await login(three[(at + 1) % 3]), 200);
    });

    it(`addresses before, the account gets back the one of the link: the ${name}`, async () => {
      let session = await loggedIn(service());
      const addresses = [session.email];
      for (const _ of NAMES) {
        session = await changeAddress(service(), session, freeAddress());
        const { data } = await logIn(service(), session);
        session = { ...session, accessToken: data.access_token };
        addresses.push(session.email);
      }
      const links = [];
      for (const one of addresses.slice(0, 3)) links.push(await revertToken(service(), one));
      assert.equal((await revert(service(), String(links[at]))).status, 200);
      const found = await service().db.one('SELECT email FROM users WHERE id = $1', [session.id]);
      assert.deepEqual({ ...found }, { email: addresses[at] });
      const again = [];
      for (const link of links) again.push((await revert(service(), link)).status);
      // Earlier ones still work, later ones went with it.
      assert.deepEqual(
        again.slice(at),
        again.slice(at).map(() => 401),
      );
    });

    it(`API keys, one is revoked alone: the ${name}`, async () => {
      const admin = await loggedInAdmin(service());
      const keys: string[] = [];
      for (const _ of NAMES) keys.push(await apiKeyOf(service(), admin, { scopes: ['users:read'] }));
      const id = keys[at]?.split('_')[1];
      const token = admin.accessToken;
      assert.equal((await service().request('DELETE', `/api/admin/api-keys/${id}`, { token })).status, 200);
      const use = async (key: string) =>
        (await service().request('GET', '/api/admin/users?limit=1', { token: key })).status;
      assert.deepEqual(
        await each(keys.map(use)),
        NAMES.map((one) => (one === name ? 401 : 200)),
      );
    });
  }

  it('consents to one app, all hold', async () => {
    const session = await loggedIn(service());
    const app = await addOpenIdApp(service(), { firstParty: false });
    const configuration = await discover(service(), app);
    const [browser, asked] = [new Browser(service()), ['email', 'phone', 'profile']];
    for (const scope of asked) await tokensFor(configuration, browser, session, { scope: `openid ${scope}` });
    const { data } = await service().request('GET', '/api/me/apps', { token: session.accessToken });
    assert.deepEqual(data.apps[0]?.scopes.toSorted(), [...asked, 'offline_access', 'openid'].sort());
    for (const scope of asked) {
      const { url } = await authorizationRequest(configuration, { scope: `openid ${scope}`, prompt: 'none' });
      assert.equal((await browser.authorize(url, undefined)).searchParams.get('error'), null, scope);
    }
  });

  it('pages of a list, each has its own, in order', async () => {
    const { accessToken: token } = await loggedInAdmin(service());
    for (const _ of NAMES) await verified(service());
    const rowsOf = async (path: string) => {
      const { data, text } = await service().request('GET', `/api/admin/${path}` as '/api/admin/users', { token });
      return { next: data.next, rows: Object.values(data).find(Array.isArray) ?? assert.fail(text) };
    };
    for (const path of ['users?role=USER', 'audit?', 'sessions?']) {
      const met: unknown[] = [];
      let after = '';
      for (const _ of NAMES) {
        const { next, rows } = await rowsOf(`${path}&limit=1${after}`);
        met.push(...rows);
        after = `&after=${next}`;
      }
      assert.deepEqual(met, (await rowsOf(`${path}&limit=3`)).rows, path);
      assert.equal(new Set(met.map((row) => JSON.stringify(row))).size, 3);
    }
  });
});
