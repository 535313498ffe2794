import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bearerScenarios } from '../../support/bearer-scenarios.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { suspend } from '../../support/operator.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import { logIn, registered, registration, resetToken, type Service, verificationToken } from '../../support/service.ts';

const given = async (service: Service) => {
  const account = await registered(service, { full_name: 'Mallory Intruder' });
  return { ...account, token: await verificationToken(service, account.email) };
};
type Given = Awaited<ReturnType<typeof given>>;

/** What both answer to a link that is not the one of an account that waits to be verified. */
const REFUSALS: Scenario<Given>[] = [
  {
    name: 'a reset token',
    when: async ({ email }, service) => ({ token: await resetToken(service, email) }),
    status: 400,
    message: 'Invalid token purpose',
  },
  {
    name: 'an account that was declined before',
    when: async ({ token }, service) => {
      assert.equal((await service.request('POST', '/api/verify/decline', { token })).status, 200);
      return { token };
    },
    status: 404,
    message: 'User not found',
  },
  {
    name: 'a suspended account, which stays',
    when: async ({ email, token }, service) => {
      await suspend(service, email);
      return { token };
    },
    status: 403,
    message: 'Account is SUSPENDED',
    and: async ({ db }, { id }) => assert.ok(await db.one('SELECT id FROM users WHERE id = $1', [id])),
  },
  {
    name: 'a verified account, which stays',
    when: async ({ token }, service) => {
      await service.request('POST', '/api/verify', { token });
      return { token };
    },
    status: 409,
    message: 'Account already verified',
    and: async (service, account) => void (await logIn(service, account)),
  },
  {
    name: 'after 24 hours',
    when: async ({ token }, service) => {
      await service.clock.advance(24 * 3_600_000);
      return { token };
    },
    status: 401,
    message: 'Invalid or expired token',
  },
];

const DECLINE: Scenario<Given>[] = [
  ...bearerScenarios<Given>({ wrongPurpose: 400 }),
  {
    name: 'an unverified account, whose e-mail address and phone number are free again',
    when: ({ token }) => ({ token }),
    status: 200,
    message: 'The account has been removed',
    data: {},
    and: async (service, { id, email, password, phoneNumber, token }) => {
      assert.equal((await service.request('POST', '/api/login', { body: { email, password } })).status, 401);
      assert.equal((await service.request('POST', '/api/verify', { token })).status, 404);
      const again = registration({ email, phone_number: phoneNumber });
      assert.equal((await service.request('POST', '/api/register', { body: again })).status, 201);
      const sql = 'SELECT event, address, user_agent FROM audit_events WHERE user_id = $1 ORDER BY id DESC LIMIT 1';
      assert.deepEqual(await service.db.one(sql, [id]), { event: 'declined', address: null, user_agent: null });
    },
  },
  ...REFUSALS,
];

const DETAILS: Scenario<Given>[] = [
  ...bearerScenarios<Given>({ wrongPurpose: 400 }).map(({ when, ...scenario }) => ({
    ...scenario,
    // A GET has no body.
    when: async (made: Given, service: Service) => ({ ...(await when(made, service)), body: undefined }),
  })),
  {
    name: 'an unverified account',
    when: ({ token }) => ({ token }),
    status: 200,
    message: 'Details retrieved successfully',
    data: (data: unknown, { email }: Given) => {
      const { created_at, ...others } = data as Record<string, string>;
      assert.deepEqual(others, { full_name: 'Mallory Intruder', email, app: null, provider: null });
      assert.match(created_at ?? '', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    },
    and: async (service, { email, password }) =>
      assert.equal((await service.request('POST', '/api/login', { body: { email, password } })).status, 403),
  },
  ...REFUSALS,
];

describeOnBothDatabases('POST /api/verify/decline', (kind) => {
  const service = sharedService(kind);
  runScenarios(service, ['POST', '/api/verify/decline'], given, DECLINE);

  it('and verify at the same moment: one of them decides', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { email, password, token } = await given(service());
      const [verified, declined] = await Promise.all([
        service().request('POST', '/api/verify', { token }),
        service().request('POST', '/api/verify/decline', { token }),
      ]);
      const login = await service().request('POST', '/api/login', { body: { email, password } });
      assert.ok(
        ['200 409 200', '404 200 401'].includes(`${verified.status} ${declined.status} ${login.status}`),
        `${verified.status} ${declined.status} ${login.status}`,
      );
    }
  });
});

describeOnBothDatabases('GET /api/verify/details', (kind) => {
  runScenarios(sharedService(kind), ['GET', '/api/verify/details'], given, DETAILS);
});
