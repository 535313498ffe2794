import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { loggedInAdmin } from '../../support/admin.ts';
import { atNextStep, codeOfApp, protectedBy } from '../../support/authenticator.ts';
import type { Answer } from '../../support/client.ts';
import { createTestDatabase, describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { person, sharedTicket } from '../../support/identities.ts';
import { SHARED_PROVIDER } from '../../support/identity-provider.ts';
import { loginOptions, withPasskey } from '../../support/passkey.ts';
import {
  logIn,
  newestToken,
  refusedStart,
  registered,
  registration,
  resetToken,
  type Service,
  startService,
  verified,
} from '../../support/service.ts';

const TERMS = {
  TERMS_VERSION: '2026-11',
  TERMS_URL: 'https://example.com/terms',
  DATA_KEYS: `one:${randomBytes(32).toString('base64url')}`,
};
const ACCEPTED = { accept_terms: true };

const codeOf = ({ status, headers }: Answer<unknown>) => [
  status,
  headers.get('x-error-code'),
  headers.get('x-error-field'),
];
const ASKED = [403, 'terms_not_accepted', 'accept_terms'];
const DONE = [200, null, null];

describeWhereDatabasesDiffer('the terms of service', (kind) => {
  /** One database, before and after the version changes. */
  const start = async (t: Parameters<typeof startService>[0]): Promise<[Service, Service]> => {
    const database = await createTestDatabase(t, kind);
    return [
      await startService(t, kind, TERMS, database),
      await startService(t, kind, { ...TERMS, TERMS_VERSION: '2026-12' }, database),
    ];
  };

  it('are accepted at registration and once after a change, with version, time and address', async (t) => {
    const [old, service] = await start(t);
    const account = await verified(old, ACCEPTED);
    const { data: session } = await logIn(old, account);
    const credentials = { email: account.email, password: account.password };
    const attempt = async (more: object = {}) =>
      codeOf(await service.request('POST', '/api/login', { body: { ...credentials, ...more } }));

    const { refresh_token } = session;
    assert.deepEqual(codeOf(await service.request('POST', '/api/refresh', { body: { refresh_token } })), DONE);
    assert.equal((await attempt({ password: 'Wrong-one-1', ...ACCEPTED }))[0], 401);
    assert.deepEqual(await attempt(), ASKED);
    assert.deepEqual(await attempt({ accept_terms: false }), ASKED);
    assert.deepEqual(await attempt({ accept_terms: 'yes' }), ASKED);
    assert.deepEqual(codeOf(await service.request('POST', '/api/refresh', { body: { refresh_token } })), DONE);
    assert.deepEqual(await Promise.all([attempt(ACCEPTED), attempt(ACCEPTED)]), [DONE, DONE]);
    assert.deepEqual(await attempt(), DONE);

    const { access_token: token } = (await logIn(service, account)).data;
    const exported = await service.request('GET', '/api/me/export', { token });
    const { accepted_terms } = JSON.parse(exported.text).data;
    const accepted = accepted_terms.map(({ accepted_at, ...one }: Record<string, string>) => {
      assert.ok(Math.abs(Date.parse(String(accepted_at)) - service.clock.nowMs()) < 60_000);
      return one;
    });
    assert.deepEqual(accepted, [
      { version: '2026-11', address: '127.0.0.1' },
      { version: '2026-12', address: '127.0.0.1' },
    ]);
  });

  it('are asked for without using up a code or a passkey', async (t) => {
    const [old, service] = await start(t);
    const app = await protectedBy(old, await verified(old, ACCEPTED));
    const code = codeOfApp(app.secret, await atNextStep(service));
    const body = { email: app.email, password: app.password, code };
    assert.equal((await service.request('POST', '/api/login', { body: { ...body, code: '' } })).status, 401);
    assert.deepEqual(codeOf(await service.request('POST', '/api/login', { body })), ASKED);
    assert.deepEqual(codeOf(await service.request('POST', '/api/login', { body: { ...body, ...ACCEPTED } })), DONE);

    const owner = await verified(old, ACCEPTED);
    const authenticator = await withPasskey(old, owner);
    const credential = authenticator.get(await loginOptions(service));
    const byPasskey = async (more: object) =>
      codeOf(await service.request('POST', '/api/login/passkey', { body: { credential, ...more } }));
    assert.deepEqual(await byPasskey({}), ASKED);
    assert.deepEqual(await byPasskey(ACCEPTED), DONE);
  });

  it('are asked for before a provider takes over an account that nobody verified', async (t) => {
    const service = await startService(t, kind, { ...TERMS, ...SHARED_PROVIDER.settings });
    const who = person();
    const { id } = await registered(service, { email: who.email, ...ACCEPTED });
    await service.db.all('DELETE FROM terms_acceptances');
    const ticket = await sharedTicket(service, who);
    const attempt = async (more: object) =>
      codeOf(await service.request('POST', '/api/login/identity', { body: { ticket, ...more } }));
    const state = () => service.db.all('SELECT account_status, credential_version FROM users WHERE id = $1', [id]);
    const before = await state();
    assert.deepEqual(await attempt({}), ASKED);
    assert.deepEqual(await state(), before);
    assert.deepEqual(await attempt(ACCEPTED), DONE);
  });

  it('are accepted with an invitation, and otherwise at the first login', async (t) => {
    const [old, service] = await start(t);
    const admin = await loggedInAdmin(old, ACCEPTED);
    const token = admin.accessToken;
    const { password, ...invited } = registration();
    const made = await old.request('POST', '/api/admin/users', { token, body: invited });
    assert.equal(made.status, 201, made.text);
    const link = await newestToken(old, String(invited.email), '/invitation');
    const accept = async (more: object) =>
      codeOf(
        await old.request('POST', '/api/invitation/accept', {
          token: link,
          body: { new_password: password, ...more },
        }),
      );
    assert.deepEqual(await accept({}), ASKED);
    assert.deepEqual(await accept(ACCEPTED), DONE);
    await logIn(old, { email: String(invited.email), password: String(password) });

    const { password: _, ...vouchedFor } = registration();
    await service.request('POST', '/api/admin/users', { token, body: { ...vouchedFor, confirmed: true } });
    const email = String(vouchedFor.email);
    const body = { new_password: String(password) };
    await service.request('POST', '/api/reset-password', { token: await resetToken(service, email), body });
    const first = { email, password };
    assert.deepEqual(codeOf(await service.request('POST', '/api/login', { body: first })), ASKED);
    assert.deepEqual(codeOf(await service.request('POST', '/api/login', { body: { ...first, ...ACCEPTED } })), DONE);
  });

  it('are nothing without TERMS_VERSION, which needs TERMS_URL', async (t) => {
    const service = await startService(t, kind, { TERMS_URL: '/terms' });
    const account = await registered(service, { accept_terms: {} });
    assert.deepEqual(
      await service.db.all('SELECT version FROM terms_acceptances WHERE user_id = $1', [account.id]),
      [],
    );
    const [withTerms] = await start(t);
    for (const [{ url }, isOn] of [
      [service, false],
      [withTerms, true],
    ] as const)
      assert.equal((await (await fetch(`${url}/openapi.json`)).text()).includes('accept_terms":'), isOn);
    assert.match(await refusedStart(t, { TERMS_VERSION: '1' }), /^TERMS_URL is required with TERMS_VERSION/);
  });
});
