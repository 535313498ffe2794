import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothDatabases } from '../support/databases.ts';
import { loggedIn, logIn, registration, resetToken, startService, verified } from '../support/service.ts';

const hardened = { PROFILE: 'hardened' };
const NEW_PASSWORD = 'Quite-another-1';

const COMMON = [
  'Password1',
  'PASSWORD123',
  'P@ssw0rd',
  'Passw0rd123!',
  'Qwerty123',
  'Welcome2026!',
  'Letmein1',
  'Letme1n!',
  '1Michael',
  'Iloveyou2',
  'Q1w2e3r4',
  '1QAZ2wsx',
  'Abcd1234',
  'Trustno1',
  ' Dragon2024 ',
  'Latchkey1',
];
const UNCOMMON = ['Analytical1', 'correct horse Battery 7', 'Zx9-tukan', 'Michael-und-die-7-Zwerge', 'Пароль-и-чай7'];

describeOnBothDatabases('the hardened profile', (kind) => {
  it('ends access tokens with the password they were given for, by change and by reset', async (t) => {
    const service = await startService(t, kind, hardened);
    const session = await loggedIn(service);
    const me = async (token: string) => (await service.request('GET', '/api/me', { token })).status;
    assert.equal(await me(session.accessToken), 200);

    const body = { current_password: session.password, new_password: NEW_PASSWORD };
    const change = await service.request('POST', '/api/change-password', { token: session.accessToken, body });
    assert.equal(change.status, 200, change.text);
    assert.equal(await me(session.accessToken), 401);

    const second = (await logIn(service, { email: session.email, password: NEW_PASSWORD })).data.access_token;
    assert.equal(await me(second), 200);
    const reset = await service.request('POST', '/api/reset-password', {
      token: await resetToken(service, session.email),
      body: { new_password: 'And-a-third-1' },
    });
    assert.equal(reset.status, 200, reset.text);
    assert.equal(await me(second), 401);
    const update = await service.request('PUT', '/api/me', { token: second, body: { industry: 'x' } });
    assert.equal(update.status, 401);
  });

  it('tells the owner of a new password by e-mail', async (t) => {
    const service = await startService(t, kind, hardened);
    const { email, password, accessToken: token } = await loggedIn(service);
    const body = { current_password: password, new_password: NEW_PASSWORD };
    assert.equal((await service.request('POST', '/api/change-password', { token, body })).status, 200);
    const [, notice, ...others] = await service.emailsTo(email);
    assert.match(notice?.subject ?? '', /password/i);
    assert.deepEqual(others, []);
  });

  // Whatever the database.
  if (kind === 'postgres') return;

  it('answers forgot-password with the same bytes for a stranger and an account', async (t) => {
    const service = await startService(t, kind, hardened);
    const { email } = await verified(service);
    const [known, unknown] = await Promise.all(
      [email, 'nobody@example.com'].map((address) =>
        service.request('POST', '/api/forgot-password', { body: { email: address } }),
      ),
    );
    assert.deepEqual(known?.data, {});
    assert.equal(known?.text, unknown?.text);
  });

  it('refuses common passwords at registration, change and reset, and no others', async (t) => {
    const service = await startService(t, kind, hardened);
    const session = await loggedIn(service);
    const token = await resetToken(service, session.email);
    for (const password of COMMON) {
      const answers = await Promise.all([
        service.request('POST', '/api/register', { body: registration({ password }) }),
        service.request('POST', '/api/reset-password', { token, body: { new_password: password } }),
      ]);
      for (const { status, headers } of answers) {
        assert.deepEqual([status, headers.get('x-error-code')], [400, 'weak_password'], password);
      }
    }
    const body = { current_password: session.password, new_password: 'Password1' };
    const change = await service.request('POST', '/api/change-password', { token: session.accessToken, body });
    assert.deepEqual([change.status, change.headers.get('x-error-code')], [400, 'weak_password']);
    for (const password of UNCOMMON) {
      const { status } = await service.request('POST', '/api/register', { body: registration({ password }) });
      assert.equal(status, 201, password);
    }
  });
});

describeOnBothDatabases('the default profile', (kind) => {
  it('keeps to the interface in all of that', async (t) => {
    const service = await startService(t, kind);
    const session = await loggedIn(service, { password: 'Password1' });
    const unknown = await service.request('POST', '/api/forgot-password', { body: { email: 'nobody@example.com' } });
    assert.equal(unknown.data, null);
    const body = { current_password: 'Password1', new_password: 'Password2' };
    assert.equal(
      (await service.request('POST', '/api/change-password', { token: session.accessToken, body })).status,
      200,
    );
    assert.equal((await service.request('GET', '/api/me', { token: session.accessToken })).status, 200);
    assert.equal((await service.emailsTo(session.email)).length, 1, 'the verification e-mail, and no notice');
  });
});
