import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as users from '../../src/store/tables/users.ts';
import { createTestDatabase, describeOnBothDatabases } from '../support/databases.ts';
import { finish, person, register } from '../support/identities.ts';
import { SHARED_PROVIDER } from '../support/identity-provider.ts';
import { registered, resetToken, type Service, startService, verificationToken } from '../support/service.ts';
import { createStandIns } from '../support/well-known-providers.ts';

const BOSS = 'boss@corp.example';

const codeOf = ({ headers, status }: { readonly headers: Headers; readonly status: number }) =>
  headers.get('x-error-code') ?? status;
const roleOf = async ({ db }: Service, id: number) => (await users.byId(db, id))?.role;
const logIn = ({ request }: Service, ticket: string) => request('POST', '/api/login/identity', { body: { ticket } });
const reset = async (service: Service, email: string) => {
  const options = { token: await resetToken(service, email), body: { new_password: 'Another-one-1' } };
  assert.equal((await service.request('POST', '/api/reset-password', options)).status, 200);
};

describeOnBothDatabases('an address that GitHub has verified at some time', (kind) => {
  const standIns = createStandIns();
  const settings = { ...standIns.settings, TRUST_PROXY: '127.0.0.1' };
  const isFirst = { ...settings, FIRST_ADMIN_EMAIL: BOSS };
  const options = { providerFetch: standIns.fetch };
  let ids = 0;

  const newId = () => {
    ids += 1;
    return ids;
  };
  /** Logs in at GitHub as a user who has the address there, a new one unless given. */
  async function atGitHub({ request }: Service, email = BOSS, id = newId()) {
    standIns.visitor = { id, emails: [{ email, primary: true, verified: true }] };
    const begun = (await request('POST', '/api/identity/begin', { body: { provider: 'github' } })).data;
    const { redirectUri, sent } = standIns.logIn(begun.url);
    return (
      await request('POST', '/api/identity/finish', { body: { flow: begun.flow, address: `${redirectUri}?${sent}` } })
    ).data;
  }

  async function make(service: Service, email = BOSS) {
    const { ticket } = await atGitHub(service, email);
    const made = await register(service, ticket, { email });
    assert.equal(made.status, 201, made.text);
    return { ...made.data, ticket };
  }

  async function verify(service: Service, client: string) {
    const options = { token: await verificationToken(service, BOSS), headers: { 'x-forwarded-for': client } };
    assert.equal((await service.request('POST', '/api/verify', options)).status, 200);
  }

  it('makes the first administrator once an e-mail has proven it', async (t) => {
    const service = await startService(t, kind, isFirst, undefined, options);
    const made = await make(service);
    assert.deepEqual([made.role, made.account_status], ['USER', 'INACTIVE']);
    await verify(service, '127.0.0.1');
    assert.equal(await roleOf(service, made.id), 'ADMIN');
    assert.equal((await logIn(service, made.ticket)).data.user.id, made.id);
  });

  it('makes no administrator of a stranger who registers with it: their login is gone', async (t) => {
    const service = await startService(t, kind, isFirst, undefined, options);
    const made = await make(service);
    await verify(service, '198.51.100.1');
    assert.equal(await roleOf(service, made.id), 'ADMIN');
    assert.equal(codeOf(await logIn(service, made.ticket)), 'link_required');
    const emails = await service.emailsTo(BOSS);
    assert.ok(emails.some(({ text }) => text.includes('/reset-password')));
  });

  it('takes over no account that is to be the first administrator', async (t) => {
    const service = await startService(t, kind, isFirst, undefined, options);
    const { id } = await registered(service, { email: BOSS });
    const { next, ticket } = await atGitHub(service);
    assert.deepEqual([next, codeOf(await logIn(service, ticket))], ['link', 'link_required']);
    assert.equal(await roleOf(service, id), 'USER');
  });

  it('makes no administrator at the start', async (t) => {
    const database = await createTestDatabase(t, kind);
    const first = await startService(t, kind, settings, database, options);
    const { id, account_status } = await make(first);
    assert.equal(account_status, 'ACTIVE');
    await first.stop();
    const second = await startService(t, kind, isFirst, database, options);
    assert.equal(await roleOf(second, id), 'USER');
    await reset(second, BOSS);
    await second.stop();
    const third = await startService(t, kind, isFirst, database, options);
    assert.equal(await roleOf(third, id), 'ADMIN', 'the owner of the mailbox has chosen a password');
  });

  it('leaves its account to the owner of the mailbox, without the login (trojan identifier)', async (t) => {
    const service = await startService(t, kind, settings, undefined, options);
    const email = 'former@corp.example';
    const { ticket } = await make(service, email);
    await reset(service, email);
    assert.equal(codeOf(await logIn(service, ticket)), 'link_required');
  });

  it('takes over an account that nobody has verified, and leaves it to the owner of the mailbox', async (t) => {
    const service = await startService(t, kind, settings, undefined, options);
    const { id, email } = await registered(service, { email: 'waiting@corp.example' });
    const gitHubId = newId();
    const enter = async () => logIn(service, (await atGitHub(service, email, gitHubId)).ticket);
    for (const _ of ['takes it over', 'comes back']) assert.equal((await enter()).data.user.id, id);
    await reset(service, email);
    assert.equal(codeOf(await enter()), 'link_required');
  });

  it('is not linked by itself to the login of its owner (IDENTITY_LINKING=verified)', async (t) => {
    const linking = { ...SHARED_PROVIDER.settings, ...settings, IDENTITY_LINKING: 'verified' };
    const providerFetch: typeof standIns.fetch = (url, init) =>
      url.startsWith(SHARED_PROVIDER.issuer) ? fetch(url, init as RequestInit) : standIns.fetch(url, init);
    const service = await startService(t, kind, linking, undefined, { providerFetch });
    const owner = person();
    await make(service, owner.email as string);
    assert.equal((await finish(service, SHARED_PROVIDER, owner)).data.next, 'link');
  });
});
