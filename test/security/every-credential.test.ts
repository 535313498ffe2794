import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refreshTokenGrant } from 'openid-client';
import { type CREDENTIALS, KINDS } from '../../src/store/tables/credential-kinds.ts';
import { apiKeyOf, loggedInAdmin, promote } from '../support/admin.ts';
import { addApp, atNextStep, codeOfApp } from '../support/authenticator.ts';
import { describeWhereDatabasesDiffer } from '../support/databases.ts';
import { askForAddress, confirm, confirmToken, freeAddress, revert, revertToken } from '../support/email-change.ts';
import { person, ticketOf } from '../support/identities.ts';
import { SHARED_PROVIDER } from '../support/identity-provider.ts';
import { addOpenIdApp, Browser, discover, tokensFor } from '../support/openid.ts';
import { addPasskey, postPasskey } from '../support/passkey.ts';
import { sharedService } from '../support/scenarios.ts';
import { loggedIn } from '../support/service.ts';

const SETTINGS = { ...SHARED_PROVIDER.settings, OPENID: 'on', SESSIONS: 'many' };

type Kind = keyof typeof CREDENTIALS;
type Answers = Readonly<Record<Kind, boolean>>;
const answersOf = (answer: (kind: (typeof KINDS)[number][1], name: Kind) => boolean): Answers =>
  Object.fromEntries(KINDS.map(([name, kind]) => [name, answer(kind, name)])) as Answers;
/** A change of address ends with the session that requested it. */
const WITH_SESSIONS: readonly Kind[] = ['session', 'waiting_address'];
const NONE = answersOf(() => false);

describeWhereDatabasesDiffer('an account with a credential of every kind', (database) => {
  const service = sharedService(database, SETTINGS);
  const isDone = async (method: 'GET' | 'POST', path: `/api/${string}`, options: object): Promise<boolean> =>
    (await service().request(method, path, options)).status < 300;

  /** What the administration shows of an account. */
  async function heldBy(id: number, admin: string): Promise<Answers> {
    const { data } = await service().request('GET', `/api/admin/users/${id}`, { token: admin });
    const { data: listed } = await service().request('GET', '/api/admin/api-keys', { token: admin });
    return {
      session: data.sessions.length > 0,
      passkey: data.passkeys.length > 0,
      authenticator_app: data.totp,
      recovery_codes: data.recovery_codes_left > 0,
      identity: data.identities.length > 0,
      api_key: listed.some((key) => key.created_by === id),
      app: data.apps.length > 0,
      waiting_address: data.email_change !== null,
    };
  }

  /** The account, an administrator, and a try of each credential. */
  async function holder() {
    const [admin, owner] = [await loggedInAdmin(service()), await loggedIn(service())];
    const { accessToken: token, email, password, refreshToken: refresh_token } = owner;
    const who = person();
    const ticket = () => ticketOf(service(), SHARED_PROVIDER, who, 'corp');
    const linking = await ticketOf(service(), SHARED_PROVIDER, who, 'corp', token);
    assert.ok(await isDone('POST', '/api/me/identities', { token, body: { ticket: linking } }));
    const passkey = await addPasskey(service(), token);
    await promote(service(), email);
    const key = await apiKeyOf(service(), owner, { scopes: ['users:read'] });
    const client = await discover(service(), await addOpenIdApp(service(), { firstParty: false }));
    const options = { scope: 'openid offline_access', prompt: 'consent' };
    const tokens = await tokensFor(client, new Browser(service()), owner, options);
    const address = freeAddress();
    assert.equal((await askForAddress(service(), owner, address)).status, 200);
    const link = await confirmToken(service(), address);
    const { secret, recoveryCodes } = await addApp(service(), owner, token);
    const logIn = (code: string) => isDone('POST', '/api/login', { body: { email, password, code } });
    const uses: Readonly<Record<Kind, () => Promise<boolean>>> = {
      session: () => isDone('POST', '/api/refresh', { body: { refresh_token } }),
      passkey: async () => (await postPasskey(service(), passkey)).status < 300,
      authenticator_app: async () => logIn(codeOfApp(secret, await atNextStep(service()))),
      recovery_codes: () => logIn(recoveryCodes[0] ?? ''),
      identity: async () => {
        const answer = await service().request('POST', '/api/login/identity', { body: { ticket: await ticket() } });
        return answer.status < 300 || answer.headers.get('x-error-code') === 'second_factor_required';
      },
      api_key: () => isDone('GET', '/api/admin/users', { token: key }),
      app: () => refreshTokenGrant(client, String(tokens.refresh_token)).then(Boolean, () => false),
      waiting_address: async () => (await confirm(service(), link)).status < 300,
    };
    const tryAll = async (): Promise<Answers> => {
      const tried: [string, boolean][] = [];
      // In this order: once the address is confirmed, the old one logs in no more.
      for (const [name, use] of Object.entries(uses)) tried.push([name, await use()]);
      return Object.fromEntries(tried) as Answers;
    };
    return { admin, owner, uses, tryAll, held: () => heldBy(owner.id, admin.accessToken) };
  }

  it('is shown with each of them, and with its factors', async () => {
    const { admin, owner, tryAll, held } = await holder();
    assert.deepEqual(
      await held(),
      answersOf(() => true),
    );
    const query = `/api/admin/users?query=${encodeURIComponent(owner.email)}` as const;
    const { data } = await service().request('GET', query, { token: admin.accessToken });
    assert.deepEqual(data.items[0]?.factors, ['totp', 'passkey']);
    const { email, password } = owner;
    const refused = await service().request('POST', '/api/login', { body: { email, password } });
    assert.equal(refused.headers.get('x-second-factors'), 'totp, recovery_code, passkey');
    assert.deepEqual(
      await tryAll(),
      answersOf(() => true),
    );
  });

  it('has lost its factors and its sessions, and nothing else, when an administrator resets the factors', async () => {
    const { admin, owner, held } = await holder();
    const path = `/api/admin/users/${owner.id}/reset-second-factor` as const;
    assert.ok(await isDone('POST', path, { token: admin.accessToken }));
    assert.deepEqual(
      await held(),
      answersOf(({ factor }, name) => factor === null && !WITH_SESSIONS.includes(name)),
    );
    const again = await service().request('POST', path, { token: admin.accessToken });
    assert.equal(again.headers.get('x-error-code'), 'no_second_factor');
  });

  it('has lost all when the change of its address, which was asked for after them, is reverted', async () => {
    const { owner, uses, tryAll, held } = await holder();
    assert.ok(await uses.waiting_address());
    const { data } = await revert(service(), await revertToken(service(), owner.email));
    const seen = KINDS.flatMap(([name, { listed }]) => (listed ? [name] : []));
    assert.deepEqual([...new Set(data.removed.map(({ kind }) => kind))], seen);
    assert.deepEqual(data.kept, []);
    assert.deepEqual({ ...(await held()), app: false }, NONE);
    assert.deepEqual(await tryAll(), NONE);
  });

  it('can use none of them while it is suspended, nor after it was deleted', async () => {
    const { admin, owner, tryAll } = await holder();
    const { accessToken: token } = admin;
    const body = { reason: 'A test' };
    assert.ok(await isDone('POST', `/api/admin/users/${owner.id}/suspend`, { token, body }));
    assert.deepEqual(await tryAll(), NONE);
    assert.equal((await service().request('DELETE', `/api/admin/users/${owner.id}`, { token, body })).status, 200);
    assert.deepEqual(await tryAll(), NONE);
    for (const [, { table, owner: column = 'user_id' }] of KINDS)
      assert.deepEqual(await service().db.all(`SELECT * FROM ${table} WHERE ${column} = $1` as never, [owner.id]), []);
  });
});
