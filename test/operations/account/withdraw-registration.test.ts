import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { refusedForEmails } from '../../support/metrics.ts';
import { suspend } from '../../support/operator.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import {
  type Account,
  logIn,
  registered,
  registration,
  resetToken,
  type Service,
  verificationToken,
} from '../../support/service.ts';

const PATH = '/api/register/withdraw';
const credentialsOf = ({ email, password }: Pick<Account, 'email' | 'password'>) => ({ email, password });
const isThere = async ({ db }: Service, { id }: Pick<Account, 'id'>) =>
  (await db.one('SELECT id FROM users WHERE id = $1', [id])) !== undefined;

const stays = {
  status: 401,
  message: 'Invalid credentials',
  and: async (service: Service, account: Account) => assert.ok(await isThere(service, account)),
};
const SCENARIOS: readonly Scenario<Account>[] = [
  {
    name: 'no address',
    needsNothing: true,
    when: () => ({ body: { password: 'a' } }),
    status: 400,
    message: 'Email and password are required',
  },
  {
    name: 'no password',
    needsNothing: true,
    when: () => ({ body: { email: 'a@example.com' } }),
    status: 400,
    message: 'Email and password are required',
  },
  {
    name: 'an unknown address',
    needsNothing: true,
    when: () => ({ body: { email: 'nobody@example.com', password: 'Wrong-one-1' } }),
    status: 401,
    message: 'Invalid credentials',
  },
  { name: 'a wrong password', when: ({ email }) => ({ body: { email, password: 'Wrong-one-1' } }), ...stays },
  {
    name: 'a password that the owner of the mailbox has replaced',
    when: async (account, service) => {
      const token = await resetToken(service, account.email);
      await service.request('POST', '/api/reset-password', { token, body: { new_password: 'Of-the-owner-1' } });
      return { body: credentialsOf(account) };
    },
    ...stays,
  },
  {
    name: 'a suspended account',
    when: async (account, service) => {
      await suspend(service, account.email);
      return { body: credentialsOf(account) };
    },
    ...stays,
    status: 403,
    message: 'Account is SUSPENDED',
  },
  {
    name: 'a verified account',
    when: async (account, service) => {
      await service.request('POST', '/api/verify', { token: await verificationToken(service, account.email) });
      return { body: credentialsOf(account) };
    },
    ...stays,
    status: 409,
    message: 'Account already verified',
    and: async (service, account) => {
      await stays.and(service, account);
      const trace = 'SELECT event FROM audit_events WHERE user_id = $1 ORDER BY id DESC LIMIT 1';
      assert.deepEqual(await service.db.one(trace, [account.id]), { event: 'withdrawal_refused' }, 'not in silence');
    },
  },
  {
    name: 'whoever registered',
    when: (account) => ({ body: { email: ` ${account.email.toUpperCase()} `, password: account.password } }),
    status: 200,
    message: 'The registration has been withdrawn',
    data: {},
    and: async (service, account) => {
      assert.equal(await isThere(service, account), false);
      const events = await service.db.all('SELECT event FROM audit_events WHERE user_id = $1 ORDER BY id', [
        account.id,
      ]);
      assert.deepEqual(
        events.map(({ event }) => event),
        ['registered', 'registration_withdrawn'],
      );
    },
  },
];

describeOnBothDatabases('POST /api/register/withdraw', (kind) => {
  const service = sharedService(kind);
  runScenarios(service, ['POST', PATH], registered, SCENARIOS);

  it('frees address and phone number, and no link that went to the wrong address opens the new account', async () => {
    const wrong = await registered(service());
    const stranger = await verificationToken(service(), wrong.email);
    assert.equal((await service().request('POST', PATH, { body: credentialsOf(wrong) })).status, 200);
    const body = registration({ phone_number: wrong.phoneNumber, password: wrong.password });
    const answer = await service().request('POST', '/api/register', { body });
    assert.equal(answer.status, 201, answer.text);
    assert.notEqual(answer.data.id, wrong.id);

    for (const path of ['/api/verify', '/api/verify/decline'] as const)
      assert.equal((await service().request('POST', path, { token: stranger })).status, 404, path);
    const { email, password } = body;
    assert.equal((await service().request('POST', '/api/login', { body: { email, password } })).status, 403);
    await service().request('POST', '/api/verify', { token: await verificationToken(service(), email) });
    await logIn(service(), { email, password });
    assert.equal(
      (await service().request('POST', '/api/register', { body: registration({ email: wrong.email }) })).status,
      201,
    );
  });

  it('does not let anybody send a stranger e-mail after e-mail', async () => {
    const email = 'bombed@example.com';
    const before = await refusedForEmails(service());
    const statuses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const { password } = registration();
      statuses.push((await service().request('POST', '/api/register', { body: registration({ email }) })).status);
      statuses.push((await service().request('POST', PATH, { body: { email, password } })).status);
    }
    assert.ok(statuses.includes(429), String(statuses));
    assert.ok((await refusedForEmails(service())) > before);
    assert.ok((await service().emailsTo(email)).length <= 4);
    await service().clock.advance(120_000);
    const { password } = registration();
    assert.equal((await service().request('POST', PATH, { body: { email, password } })).status, 200, 'later');
  });

  it('is one of two: verified and withdrawn at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const account = await registered(service());
      const token = await verificationToken(service(), account.email);
      const [verifying, withdrawing] = await Promise.all([
        service().request('POST', '/api/verify', { token }),
        service().request('POST', PATH, { body: credentialsOf(account) }),
      ]);
      const isVerified = await isThere(service(), account);
      assert.equal(withdrawing.status === 200, !isVerified, `${verifying.status} ${withdrawing.status}`);
    }
  });
});
