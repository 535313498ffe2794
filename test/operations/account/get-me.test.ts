import assert from 'node:assert/strict';
import { bearerScenarios } from '../../support/bearer-scenarios.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { removeUser, suspend } from '../../support/operator.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import { loggedIn, resetToken, type Service, verificationToken } from '../../support/service.ts';

const given = (service: Service) => loggedIn(service);
type Given = Awaited<ReturnType<typeof given>>;

const STEPS: Scenario<Given>[] = [
  // GET carries no body: the scenarios' broken ones are for the other operations.
  ...bearerScenarios<Given>({ wrongPurpose: 401 }).map((scenario) => ({
    ...scenario,
    when: async (session: Given, service: Service) => {
      const { headers = {} } = await scenario.when(session, service);
      return { headers };
    },
  })),
  {
    name: '1. a verification token',
    changesNothing: true,
    when: async ({ email }, service) => ({ token: await verificationToken(service, email) }),
    status: 401,
    message: 'Invalid token purpose',
  },
  {
    name: '1. a reset token',
    changesNothing: true,
    when: async ({ email }, service) => ({ token: await resetToken(service, email) }),
    status: 401,
    message: 'Invalid token purpose',
  },
  {
    name: '2. a user that is gone',
    when: async ({ id, accessToken: token }, service) => {
      await removeUser(service, id);
      return { token };
    },
    status: 404,
    message: 'User not found',
  },
  {
    name: 'a suspended account',
    when: async ({ email, accessToken: token }, service) => {
      await suspend(service, email);
      return { token };
    },
    status: 403,
    message: 'Account is SUSPENDED',
  },
  {
    name: '3. the details',
    when: ({ accessToken }) => ({ headers: { authorization: `bEARER   ${accessToken}` } }),
    status: 200,
    message: 'Details retrieved successfully',
    data: (data: unknown, { id, email, phoneNumber }: Given) => {
      const { created_at, updated_at, ...members } = data as Record<string, unknown>;
      for (const time of [created_at, updated_at]) assert.equal(new Date(String(time)).toISOString(), time);
      assert.deepEqual(members, {
        id,
        industry: 'Computing',
        full_name: 'Ada Lovelace',
        email,
        phone_number: phoneNumber,
        role: 'USER',
        profile_image_url: null,
        account_status: 'ACTIVE',
      });
    },
  },
];

describeOnBothDatabases('GET /api/me', (kind) => {
  runScenarios(sharedService(kind), ['GET', '/api/me'], given, STEPS);
});
