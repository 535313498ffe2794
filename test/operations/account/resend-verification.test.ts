import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import { registered, type Service, verificationToken, verified } from '../../support/service.ts';

const SENT = 'If the account is not verified, an activation link will be sent to this email';
const given = (service: Service) => registered(service);
type Given = Awaited<ReturnType<typeof given>>;

const sent = (
  name: string,
  body: unknown,
  status: number,
  message: string,
  data: object | null = null,
): Scenario<Given> => ({
  name,
  needsNothing: true,
  when: () => ({ body }),
  status,
  message,
  data,
});

const STEPS: Scenario<Given>[] = [
  sent('not JSON', 'x', 400, 'Invalid JSON format'),
  sent('1. no body', undefined, 400, 'Email is required'),
  sent('1. a blank e-mail', { email: '  ' }, 400, 'Email is required'),
  sent('2. an unknown e-mail', { email: 'nobody@example.com' }, 200, SENT, {}),
  sent('2. not an e-mail', { email: 'nobody' }, 200, SENT, {}),
  {
    name: '2. an account that is active already',
    needsNothing: true,
    when: async (_given, service) => ({ body: { email: (await verified(service)).email } }),
    status: 200,
    message: SENT,
    data: {},
  },
  {
    name: '3. an account that waits, in other letters',
    when: ({ email }) => ({ body: { email: ` ${email.toUpperCase()} ` } }),
    status: 200,
    message: SENT,
    data: {},
    emails: ({ email }) => [[email, 'Confirm your Latchkey account']],
    and: async (service, { email }) => {
      const token = await verificationToken(service, email);
      assert.equal((await service.request('POST', '/api/verify', { token })).message, 'Account verified successfully');
    },
  },
];

describeOnBothDatabases('POST /api/resend-verification', (kind) => {
  const service = sharedService(kind);
  runScenarios(service, ['POST', '/api/resend-verification'], given, STEPS);

  it('answers strangers, active and waiting accounts with the same bytes', async () => {
    const emails = ['nobody@example.com', (await verified(service())).email, (await registered(service())).email];
    const answers = [];
    for (const email of emails)
      answers.push(await service().request('POST', '/api/resend-verification', { body: { email } }));
    assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
  });

  it('sends five in quick succession, that of the registration included, then one a minute', async () => {
    const { email } = await registered(service());
    const ask = async (times: number) => {
      for (let i = 0; i < times; i += 1)
        await service().request('POST', '/api/resend-verification', { body: { email } });
    };
    await ask(6);
    assert.equal((await service().emailsTo(email)).length, 5);
    await service().clock.advance(3 * 60_000);
    await ask(5);
    assert.equal((await service().emailsTo(email)).length, 8);
  });

  it('whoever asked too often for an address does not cost its owner the first e-mail', async () => {
    const email = 'later@example.com';
    for (let i = 0; i < 8; i += 1) await service().request('POST', '/api/resend-verification', { body: { email } });
    await registered(service(), { email });
    assert.equal((await service().emailsTo(email)).length, 1);
  });
});
