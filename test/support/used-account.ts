import assert from 'node:assert/strict';
import { makeAdminLink } from '../../src/administration/admin-links.ts';
import { OPERATOR } from '../../src/cli/framework/operator.ts';
import { usersCommand } from '../../src/cli/users.ts';
import { operatorLogin } from '../../src/core/sign-in/recent-login.ts';
import { addToStatistics } from '../../src/store/tables/statistics.ts';
import { accept } from '../../src/store/tables/terms-acceptances.ts';
import * as users from '../../src/store/tables/users.ts';
import { actingAs } from './acting.ts';
import { apiKeyOf, loggedInAdmin } from './admin.ts';
import { addApp, type ProtectedAccount } from './authenticator.ts';
import { linked } from './identities.ts';
import { addOpenIdApp, Browser, discover, tokensFor } from './openid.ts';
import { addPasskey } from './passkey.ts';
import { pictureOf } from './pictures.ts';
import { registered, type Service, verificationToken } from './service.ts';
import { until } from './until.ts';

/** Distinctive, so that a search of the whole database finds whatever is left of them. */
export const TRACES = {
  name: 'Wilhelmina Quintessenz',
  email: 'wilhelmina.quintessenz@example.com',
  phone: '+49 5550 77310',
  industry: 'Glockengießerei',
  picture: pictureOf(24, 24).toString('base64'),
  agent: 'Quintessenz-Browser/7.3',
  newEmail: 'w.quintessenz@example.org',
} as const;

/**
 * An account that has used every feature there is, so that each table with personal data has a row of it; the tests of
 * export and deletion fail when one has none. A new feature is used here. The service needs EVERY_FEATURE.
 */
export async function usedAccount(service: Service): Promise<ProtectedAccount> {
  const headers = { 'user-agent': TRACES.agent };
  const account = await registered(service, {
    full_name: TRACES.name,
    email: TRACES.email,
    phone_number: TRACES.phone,
    industry: TRACES.industry,
  });
  const { email, password } = account;
  // With TERMS_VERSION nobody else could register without accepting them.
  await service.db.batch([accept(email, '2026-11', '127.0.0.1')]);
  await service.request('POST', '/api/verify', { token: await verificationToken(service, email), headers });
  await service.request('POST', '/api/login', { body: { email, password: 'Wrong-one-1' }, headers });
  // The server names the recipient in its answer, which is kept.
  service.smtp.follow({ recipient: (address) => `451 4.3.0 <${address}> try again` });
  await service.request('POST', '/api/forgot-password', { body: { email }, headers });
  await until(
    'the e-mail was tried',
    async () => (await service.db.one("SELECT email_id FROM outbox_attempts WHERE outcome = 'delayed'")) !== undefined,
  );
  service.smtp.follow({});
  const login = await service.request('POST', '/api/login', { body: { email, password }, headers });
  assert.equal(login.status, 200);
  const { access_token: accessToken, refresh_token: refreshToken } = login.data;
  const body = { image: TRACES.picture };
  assert.equal((await service.request('PUT', '/api/me/picture', { token: accessToken, body, headers })).status, 200);
  await addPasskey(service, accessToken);
  await linked(service, { accessToken });
  // An administrator for a while, who makes an API key; and a link for becoming one again, not used.
  await usersCommand(service.db, ['promote', email], () => {});
  await apiKeyOf(service, { accessToken }, { scopes: ['users:read'] });
  await usersCommand(service.db, ['demote', email], () => {});
  await makeAdminLink(service.db, await users.byId(service.db, account.id), operatorLogin(), OPERATOR);
  const asked = { token: accessToken, body: { email: TRACES.newEmail }, headers };
  assert.equal((await service.request('POST', '/api/me/email', asked)).status, 200);
  assert.equal((await service.request('POST', '/api/login/email', { body: { email }, headers })).status, 200);
  const app = await discover(service, await addOpenIdApp(service));
  await tokensFor(app, new Browser(service), { ...account, accessToken, refreshToken });
  const used = await addApp(service, account, accessToken);
  const admin = await loggedInAdmin(service);
  const note = { token: admin.accessToken, body: { text: `${TRACES.name} called.` } };
  assert.equal((await service.request('POST', `/api/admin/users/${account.id}/notes`, note)).status, 201);
  await actingAs(service, admin, account);
  await service.emailsTo(email);
  await service.clock.advance(61_000);
  await addToStatistics(service.db);
  // Nothing changes its rows any more: every e-mail has been sent.
  await service.emailsTo(email);
  return { ...used, refreshToken };
}
