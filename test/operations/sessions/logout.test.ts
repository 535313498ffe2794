import assert from 'node:assert/strict';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import { loggedIn, type Service } from '../../support/service.ts';

const given = (service: Service) => loggedIn(service);
type Given = Awaited<ReturnType<typeof given>>;

const sent = (name: string, body: (given: Given) => unknown, status: number, message: string): Scenario<Given> => ({
  name,
  changesNothing: true,
  when: (session) => ({ body: body(session) }),
  status,
  message,
});

const STEPS: Scenario<Given>[] = [
  sent('not JSON', () => 'x', 400, 'Invalid JSON format'),
  sent('1. no body', () => undefined, 400, 'Refresh token is required'),
  sent('1. a blank token', () => ({ refresh_token: ' ' }), 400, 'Refresh token is required'),
  sent('2. an unknown token', () => ({ refresh_token: 'x' }), 401, 'Invalid refresh token'),
  {
    name: '2. a second time',
    when: async ({ refreshToken: refresh_token }, service) => {
      await service.request('POST', '/api/logout', { body: { refresh_token } });
      return { body: { refresh_token } };
    },
    status: 401,
    message: 'Invalid refresh token',
  },
  {
    name: '3. a good token, without any bearer token',
    when: ({ refreshToken: refresh_token }) => ({ body: { refresh_token } }),
    status: 200,
    message: 'Logged out successfully',
    data: {},
    and: async (service, { refreshToken: refresh_token, accessToken }) => {
      assert.equal((await service.request('POST', '/api/refresh', { body: { refresh_token } })).status, 401);
      assert.equal((await service.request('GET', '/api/me', { token: accessToken })).status, 200);
    },
  },
];

describeOnBothDatabases('POST /api/logout', (kind) => {
  runScenarios(sharedService(kind), ['POST', '/api/logout'], given, STEPS);
});
