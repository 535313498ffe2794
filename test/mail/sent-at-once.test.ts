import { it } from 'node:test';
import { loggedInAdmin } from '../support/admin.ts';
import type { Answer } from '../support/client.ts';
import { createTestTimers } from '../support/clock.ts';
import { createTestDatabase } from '../support/databases.ts';
import { loggedIn, registered, registration, type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Accounts that the requests of this file are about. */
async function prepare(service: Service) {
  const accounts = {
    admin: await loggedInAdmin(service),
    owner: await loggedIn(service),
    deleted: await registered(service),
    unverified: await registered(service),
  };
  await service.emailsTo('');
  return accounts;
}
type Accounts = Awaited<ReturnType<typeof prepare>>;

const asAdmin = ({ admin }: Accounts, body?: unknown) => ({ token: admin.accessToken, body });

/** Each causes one e-mail. Operations that wait some time before they wake the worker, so that strangers are not told from users, are not among them. */
const REQUESTS: Readonly<Record<string, (service: Service, accounts: Accounts) => Promise<Answer>>> = {
  'a new account': ({ request }) => request('POST', '/api/register', { body: registration() }),
  'a new API key': ({ request }, accounts) =>
    request('POST', '/api/admin/api-keys', asAdmin(accounts, { name: 'Desk', scopes: ['users:read'], days: 1 })),
  'an invitation': ({ request }, accounts) => {
    const { password: _, ...invited } = registration();
    return request('POST', '/api/admin/users', asAdmin(accounts, invited));
  },
  'a link that an administrator sends again': ({ request }, accounts) =>
    request('POST', `/api/admin/users/${accounts.unverified.id}/resend-verification`, asAdmin(accounts)),
  'an account that an administrator deletes': ({ request }, accounts) =>
    request('DELETE', `/api/admin/users/${accounts.deleted.id}`, asAdmin(accounts)),
  'an account that its owner deletes': ({ request }, { owner }) =>
    request('POST', '/api/me/delete', { token: owner.accessToken }),
};

it('an e-mail leaves when it is caused, not when the worker next looks by itself', async (t) => {
  const database = await createTestDatabase(t, 'sqlite');
  const first = await startService(t, 'sqlite', {}, database);
  const accounts = await prepare(first);
  await first.stop();
  for (const [about, send] of Object.entries(REQUESTS)) {
    // A worker that has looked once and found nothing; in a time that stands still it never looks again by itself.
    const timers = createTestTimers({ standsStill: true });
    const clock = { ...database.clock, timers };
    const service = await startService(t, 'sqlite', {}, { ...database, clock });
    const { status } = await send(service, accounts);
    // The worker's pause between two looks, and no more.
    timers.pass(20);
    await until(`an e-mail about ${about}, answered with ${status}`, () => service.smtp.received.length === 1, 10_000);
    await until('it is on record', () => service.mailCounters.sent === 1);
    await service.stop();
  }
});
