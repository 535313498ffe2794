import { bearerScenarios } from '../../support/bearer-scenarios.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { removeUser, suspend } from '../../support/operator.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import { logIn, registered, resetToken, type Service, verificationToken, verified } from '../../support/service.ts';

const given = async (service: Service) => {
  const account = await registered(service);
  return { ...account, token: await verificationToken(service, account.email) };
};
type Given = Awaited<ReturnType<typeof given>>;

const STEPS: Scenario<Given>[] = [
  ...bearerScenarios<Given>({ wrongPurpose: 400 }),
  {
    name: '2. an access token',
    needsNothing: true,
    when: async (_given, service) => {
      const { data } = await logIn(service, await verified(service));
      return { token: data.access_token };
    },
    status: 400,
    message: 'Invalid token purpose',
  },
  {
    name: '2. a reset token',
    when: async ({ email }, service) => ({ token: await resetToken(service, email) }),
    status: 400,
    message: 'Invalid token purpose',
  },
  {
    name: '3. a user that is gone',
    when: async ({ id, token }, service) => {
      await removeUser(service, id);
      return { token };
    },
    status: 404,
    message: 'User not found',
  },
  {
    name: 'a suspended account stays suspended',
    when: async ({ email, token }, service) => {
      await suspend(service, email);
      return { token };
    },
    status: 403,
    message: 'Account is SUSPENDED',
  },
  {
    name: '4. a second click on the same link',
    when: async ({ token }, service) => {
      await service.request('POST', '/api/verify', { token });
      return { token };
    },
    status: 200,
    message: 'Account already verified',
    data: {},
  },
  {
    name: '5. the first click',
    when: ({ token }) => ({ token }),
    status: 200,
    message: 'Account verified successfully',
    data: {},
    and: async (service, account) => void (await logIn(service, account)),
  },
  {
    name: '5. whatever the body is',
    when: ({ token }) => ({ token, body: '{' }),
    status: 200,
    message: 'Account verified successfully',
    data: {},
  },
  {
    name: '5. an older link, after another was asked for',
    when: async ({ email, token }, service) => {
      await service.request('POST', '/api/resend-verification', { body: { email } });
      return { token };
    },
    status: 200,
    message: 'Account verified successfully',
    data: {},
  },
  {
    name: '5. within 24 hours',
    when: async ({ token }, service) => {
      await service.clock.advance(24 * 3_600_000 - 60_000);
      return { token };
    },
    status: 200,
    message: 'Account verified successfully',
    data: {},
  },
  {
    name: '1. after 24 hours',
    when: async ({ token }, service) => {
      await service.clock.advance(24 * 3_600_000);
      return { token };
    },
    status: 401,
    message: 'Invalid or expired token',
  },
];

describeOnBothDatabases('POST /api/verify', (kind) => {
  runScenarios(sharedService(kind), ['POST', '/api/verify'], given, STEPS);
});
