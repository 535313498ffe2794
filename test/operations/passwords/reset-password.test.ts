import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bearerScenarios, forgeToken } from '../../support/bearer-scenarios.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { removeUser, suspend } from '../../support/operator.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import { loggedIn, logIn, registered, resetToken, type Service, verificationToken } from '../../support/service.ts';

const WEAK = 'Password must be at least 8 characters long and contain at least one uppercase letter and one digit';
const DONE = 'Password reset successful';
const INVALID = 'Invalid or expired token';
const NEW = { new_password: 'Difference2' };

const given = async (service: Service) => {
  const session = await loggedIn(service);
  return { ...session, token: await resetToken(service, session.email) };
};
type Given = Awaited<ReturnType<typeof given>>;

/** The old password still works, and so does the link: nothing was used up. */
const nothingChanged = async (service: Service, { email, password, token, refreshToken: refresh_token }: Given) => {
  assert.equal((await service.request('POST', '/api/refresh', { body: { refresh_token } })).status, 200);
  await logIn(service, { email, password });
  assert.equal((await service.request('POST', '/api/reset-password', { token, body: NEW })).message, DONE);
};
const refused = (name: string, body: unknown, message: string): Scenario<Given> => ({
  name,
  when: ({ token }) => ({ token, body }),
  status: 400,
  message,
  and: nothingChanged,
});

const STEPS: Scenario<Given>[] = [
  ...bearerScenarios<Given>({ wrongPurpose: 400 }),
  {
    name: '1. an access token',
    when: ({ accessToken: token }) => ({ token, body: '{' }),
    status: 400,
    message: 'Invalid token purpose',
  },
  {
    name: '1. a verification token',
    when: async ({ email }, service) => ({ token: await verificationToken(service, email), body: NEW }),
    status: 400,
    message: 'Invalid token purpose',
  },
  {
    name: '2. a user that is gone, whatever the body',
    when: async ({ id, token }, service) => {
      await removeUser(service, id);
      return { token, body: {} };
    },
    status: 404,
    message: 'User not found',
  },
  {
    name: 'a token bound to no password',
    when: async ({ id }) => ({ token: await forgeToken({ sub: String(id), purpose: 'password_reset' }), body: NEW }),
    status: 401,
    message: INVALID,
  },
  refused('not JSON', '{', 'Invalid JSON format'),
  refused('3. no body', undefined, 'New password is required'),
  refused('3. an empty password', { new_password: '' }, 'New password is required'),
  refused('an object', { new_password: {} }, 'new_password must be a string'),
  refused('4. a weak password', { new_password: 'weak' }, WEAK),
  refused('4. too long', { new_password: `A1${'x'.repeat(255)}` }, 'Password must be at most 256 characters long'),
  {
    name: '5. a good password',
    when: ({ token }) => ({ token, body: NEW }),
    status: 200,
    message: DONE,
    data: {},
    and: async (service, { email, password, accessToken, refreshToken: refresh_token }) => {
      assert.equal((await service.request('POST', '/api/refresh', { body: { refresh_token } })).status, 401);
      assert.equal((await service.request('POST', '/api/login', { body: { email, password } })).status, 401);
      assert.equal((await service.request('GET', '/api/me', { token: accessToken })).status, 200);
      await logIn(service, { email, password: NEW.new_password });
    },
  },
  {
    name: '5. the same password again',
    when: ({ token, password }) => ({ token, body: { new_password: password } }),
    status: 200,
    message: DONE,
    data: {},
  },
  {
    name: 'a link works once',
    when: async ({ token }, service) => {
      await service.request('POST', '/api/reset-password', { token, body: NEW });
      return { token, body: NEW };
    },
    status: 401,
    message: INVALID,
  },
  {
    name: 'a reset kills every other link',
    when: async ({ email, token }, service) => {
      const other = await resetToken(service, email);
      await service.request('POST', '/api/reset-password', { token: other, body: NEW });
      return { token, body: NEW };
    },
    status: 401,
    message: INVALID,
  },
  {
    name: 'a changed password kills the link, before any look at the body',
    when: async ({ accessToken, password, token }, service) => {
      const body = { current_password: password, ...NEW };
      await service.request('POST', '/api/change-password', { token: accessToken, body });
      return { token, body: '{' };
    },
    status: 401,
    message: INVALID,
  },
  {
    name: 'an older link stays good while none was used',
    when: async ({ email, token }, service) => {
      await resetToken(service, email);
      return { token, body: NEW };
    },
    status: 200,
    message: DONE,
    data: {},
    emails: () => [],
  },
  {
    name: 'after 30 minutes',
    when: async ({ token }, service) => {
      await service.clock.advance(30 * 60_000);
      return { token, body: NEW };
    },
    status: 401,
    message: INVALID,
  },
];

describeOnBothDatabases('POST /api/reset-password', (kind) => {
  const service = sharedService(kind);
  runScenarios(service, ['POST', '/api/reset-password'], given, STEPS);

  it('an inactive account can be reset and stays inactive; its verification link still works', async () => {
    const { email } = await registered(service());
    const verification = await verificationToken(service(), email);
    const token = await resetToken(service(), email);
    assert.equal((await service().request('POST', '/api/reset-password', { token, body: NEW })).message, DONE);
    const body = { email, password: NEW.new_password };
    assert.equal((await service().request('POST', '/api/login', { body })).message, 'Account is INACTIVE');
    assert.equal((await service().request('POST', '/api/verify', { token: verification })).status, 200);
    await logIn(service(), body);
  });

  it('a suspended account can be reset and stays suspended', async () => {
    const { email } = await registered(service());
    const token = await resetToken(service(), email);
    await suspend(service(), email);
    assert.equal((await service().request('POST', '/api/reset-password', { token, body: NEW })).message, DONE);
    const body = { email, password: NEW.new_password };
    assert.equal((await service().request('POST', '/api/login', { body })).message, 'Account is SUSPENDED');
  });

  it('whoever registered an address first is out once its owner resets and verifies', async () => {
    const attacker = await registered(service());
    const token = await resetToken(service(), attacker.email);
    await service().request('POST', '/api/reset-password', { token, body: NEW });
    await service().request('POST', '/api/verify', { token: await verificationToken(service(), attacker.email) });
    const { status } = await service().request('POST', '/api/login', { body: attacker });
    assert.equal(status, 401);
  });
});
