import assert from 'node:assert/strict';
import { bearerScenarios } from '../../support/bearer-scenarios.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { removeUser, suspend } from '../../support/operator.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import { loggedIn, logIn, resetToken, type Service } from '../../support/service.ts';

const WEAK = 'Password must be at least 8 characters long and contain at least one uppercase letter and one digit';
const REQUIRED = 'Current and new password are required';
const WRONG = 'Current password is incorrect';
const NEW = 'Difference2';

const given = (service: Service) => loggedIn(service);
type Given = Awaited<ReturnType<typeof given>>;

const refused = (name: string, body: (given: Given) => unknown, message: string, status = 400): Scenario<Given> => ({
  name,
  when: (session) => ({ token: session.accessToken, body: body(session) }),
  status,
  message,
  and: async (service, { email, password, refreshToken: refresh_token }) => {
    assert.equal((await service.request('POST', '/api/refresh', { body: { refresh_token } })).status, 200);
    await logIn(service, { email, password });
  },
});

const STEPS: Scenario<Given>[] = [
  ...bearerScenarios<Given>({ wrongPurpose: 401 }),
  {
    name: '1. a reset token',
    when: async ({ email }, service) => ({ token: await resetToken(service, email), body: '{' }),
    status: 401,
    message: 'Invalid token purpose',
  },
  {
    name: '2. a user that is gone, whatever the body',
    when: async ({ id, accessToken: token }, service) => {
      await removeUser(service, id);
      return { token, body: {} };
    },
    status: 404,
    message: 'User not found',
  },
  {
    name: 'a suspended account, whatever the body',
    when: async ({ email, accessToken: token }, service) => {
      await suspend(service, email);
      return { token, body: {} };
    },
    status: 403,
    message: 'Account is SUSPENDED',
  },
  refused('not JSON', () => '{', 'Invalid JSON format'),
  refused('3. no body', () => undefined, REQUIRED),
  refused('3. no current password', () => ({ new_password: NEW }), REQUIRED),
  refused('3. no new password', ({ password }) => ({ current_password: password }), REQUIRED),
  refused('3. an empty new password', ({ password }) => ({ current_password: password, new_password: '' }), REQUIRED),
  refused('4. a wrong current password', () => ({ current_password: 'Wrong1234', new_password: NEW }), WRONG, 401),
  refused('4 before 5: both wrong', () => ({ current_password: 'Wrong1234', new_password: 'weak' }), WRONG, 401),
  refused('5. a weak new password', ({ password }) => ({ current_password: password, new_password: 'weak' }), WEAK),
  {
    name: '6. a good new password',
    when: ({ accessToken: token, password }) => ({ token, body: { current_password: password, new_password: NEW } }),
    status: 200,
    message: 'Password changed successfully',
    data: {},
    and: async (service, { email, password, accessToken, refreshToken: refresh_token }) => {
      assert.equal((await service.request('POST', '/api/refresh', { body: { refresh_token } })).status, 401);
      assert.equal((await service.request('POST', '/api/login', { body: { email, password } })).status, 401);
      assert.equal((await service.request('GET', '/api/me', { token: accessToken })).status, 200);
      await logIn(service, { email, password: NEW });
    },
  },
  {
    name: '6. the same password again',
    when: ({ accessToken: token, password }) => ({
      token,
      body: { current_password: password, new_password: password },
    }),
    status: 200,
    message: 'Password changed successfully',
    data: {},
  },
];

describeOnBothDatabases('POST /api/change-password', (kind) => {
  runScenarios(sharedService(kind), ['POST', '/api/change-password'], given, STEPS);
});
