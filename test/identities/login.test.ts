import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createTestDatabase, describeWhereDatabasesDiffer } from '../support/databases.ts';
import { finish, person, register, ticketOf } from '../support/identities.ts';
import { SHARED_PROVIDER, startIdentityProvider } from '../support/identity-provider.ts';
import { insertUser } from '../support/insert-user.ts';
import { addPasskey, postPasskey } from '../support/passkey.ts';
import { sharedService } from '../support/scenarios.ts';
import {
  claimsOf,
  loggedIn,
  registered,
  registration,
  resetToken,
  type Session,
  startService,
  verificationToken,
} from '../support/service.ts';

const codeOf = ({ headers }: { readonly headers: Headers }) => headers.get('x-error-code');

describeWhereDatabasesDiffer('login with another provider', (kind) => {
  const service = sharedService(kind, SHARED_PROVIDER.settings);

  const logIn = (ticket: string) => service().request('POST', '/api/login/identity', { body: { ticket } });

  it('makes an account that is active at once where the provider decides who has the address, and logs in', async () => {
    const who = person();
    const { data } = await finish(service(), SHARED_PROVIDER, who);
    assert.deepEqual([data.next, data.email, data.full_name], ['register', who.email, 'Grace Hopper']);
    assert.equal(codeOf(await logIn(data.ticket)), 'account_required');
    const made = await register(service(), data.ticket, { email: who.email });
    assert.deepEqual([made.status, made.data.account_status], [201, 'ACTIVE']);
    const first = await logIn(data.ticket);
    assert.equal(first.status, 200, first.text);
    assert.deepEqual(claimsOf(first.data.access_token).amr, ['fed']);
    const again = await finish(service(), SHARED_PROVIDER, who);
    assert.equal(again.data.next, 'login');
    assert.equal((await logIn(again.data.ticket)).data.user.id, made.data.id);
  });

  it('asks for the verification of any other address, and then logs in', async () => {
    const who = person({ email: 'grace@elsewhere.example' });
    const ticket = await ticketOf(service(), SHARED_PROVIDER, who);
    const made = await register(service(), ticket, { email: who.email });
    assert.deepEqual([made.status, made.data.account_status], [201, 'INACTIVE']);
    assert.equal(codeOf(await logIn(ticket)), 'account_not_active');
    const token = await verificationToken(service(), 'grace@elsewhere.example');
    assert.equal((await service().request('POST', '/api/verify', { token })).status, 200);
    assert.equal((await logIn(ticket)).status, 200);
  });

  it('works once', async () => {
    const who = person();
    const ticket = await ticketOf(service(), SHARED_PROVIDER, who);
    await register(service(), ticket, { email: who.email });
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(ticket)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(401)]);
  });

  it('makes one account of ten requests at once', async () => {
    const who = person();
    const ticket = await ticketOf(service(), SHARED_PROVIDER, who);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => register(service(), ticket, { email: who.email })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)]);
  });

  it('can be registered anew until its account is verified: the address may be mistyped', async () => {
    const who = person({ email_verified: false });
    const ticket = await ticketOf(service(), SHARED_PROVIDER, who);
    const mistyped = String(person().email);
    const phone = { phone_number: '+44 20 7946 0123' };
    const first = await register(service(), ticket, { email: mistyped, ...phone });
    const { next, email } = (await finish(service(), SHARED_PROVIDER, who)).data;
    assert.deepEqual([next, email], ['login', mistyped], 'the address of the account, not of the provider');
    const right = String(person().email);
    const second = await register(service(), ticket, { email: right, ...phone });
    assert.deepEqual([second.status, second.data.email], [201, right]);
    assert.notEqual(second.data.id, first.data.id);
    assert.equal(
      (await register(service(), await ticketOf(service(), SHARED_PROVIDER, person()), { email: mistyped })).status,
      201,
    );
    const token = await verificationToken(service(), right);
    assert.equal((await service().request('POST', '/api/verify', { token })).status, 200);
    assert.equal(codeOf(await register(service(), ticket, { email: person().email })), 'identity_taken');
  });

  it('keeps its account until the new one is made', async () => {
    const ticket = await ticketOf(service(), SHARED_PROVIDER, person({ email_verified: false }));
    const email = String(person().email);
    await register(service(), ticket, { email });
    const token = await verificationToken(service(), email);
    const taken = await registered(service(), { phone_number: `+44 20 ${kind}` });
    for (const [overrides, expected] of [
      [{ email: taken.email }, 'email_taken'],
      [{ phone_number: taken.phoneNumber }, 'phone_number_taken'],
      [{ full_name: ' ' }, 'missing_field'],
      [{ email: 'nobody' }, 'invalid_email'],
    ] as const)
      assert.equal(codeOf(await register(service(), ticket, { email: person().email, ...overrides })), expected);
    assert.equal((await service().request('POST', '/api/verify', { token })).status, 200);
  });

  it('sends e-mails to few strangers, whatever addresses one login registers anew', async () => {
    const ticket = await ticketOf(service(), SHARED_PROVIDER, person({ email_verified: false }));
    const codes = [];
    for (let times = 0; times < 8; times += 1)
      codes.push(codeOf(await register(service(), ticket, { email: person().email })));
    assert.deepEqual(codes, [...Array(6).fill(null), 'too_many_emails', 'too_many_emails']);
  });

  it('floods no mailbox by registering anew', async () => {
    const ticket = await ticketOf(service(), SHARED_PROVIDER, person({ email_verified: false }));
    const email = person().email;
    const codes = [];
    for (let times = 0; times < 7; times += 1) codes.push(codeOf(await register(service(), ticket, { email })));
    assert.deepEqual(codes.filter((one) => one === null).length, 3);
    assert.equal(codes.at(-1), 'too_many_emails');
  });

  it('makes no second account for an identity', async () => {
    const who = person();
    const ticket = await ticketOf(service(), SHARED_PROVIDER, who);
    await register(service(), ticket, { email: who.email });
    assert.equal(codeOf(await register(service(), ticket)), 'identity_taken');
  });

  it('asks for the login of the account that has the address, and links after it', async () => {
    const account = await loggedIn(service(), { email: `taken${kind}@corp.example` });
    const { data } = await finish(service(), SHARED_PROVIDER, person({ email: account.email }));
    assert.equal(data.next, 'link');
    assert.equal(codeOf(await logIn(data.ticket)), 'link_required');
    assert.equal(codeOf(await register(service(), data.ticket, { email: account.email })), 'email_taken');
    const options = { token: account.accessToken, body: { ticket: data.ticket } };
    assert.equal((await service().request('POST', '/api/me/identities', options)).status, 201);
    assert.equal((await logIn(data.ticket)).data.user.id, account.id);
    const emails = await service().emailsTo(account.email);
    assert.ok(emails.some(({ subject }) => subject.includes('linked')));
  });

  it('links an identity to one account, and one of a provider to an account', async () => {
    const [one, other] = [await loggedIn(service()), await loggedIn(service())];
    const link = async (token: string, ticket: string) =>
      codeOf(await service().request('POST', '/api/me/identities', { token, body: { ticket } }));
    const who = person();
    const begun = ({ accessToken }: Session, somebody = who) =>
      ticketOf(service(), SHARED_PROVIDER, somebody, 'corp', accessToken);
    assert.equal(await link(one.accessToken, await begun(one)), null);
    assert.equal(await link(other.accessToken, await begun(other)), 'identity_taken');
    assert.equal(await link(one.accessToken, await begun(one, person())), 'provider_linked');
    assert.equal(await link(one.accessToken, await begun(one)), null, 'by another tab');
    const emails = await service().emailsTo(one.email);
    assert.equal(emails.filter(({ subject }) => subject.includes('linked')).length, 1);
  });

  it('unlinks, but for the last way in', async () => {
    const who = person();
    const ticket = await ticketOf(service(), SHARED_PROVIDER, who);
    const { data: made } = await register(service(), ticket, { email: who.email });
    const token = (await logIn(ticket)).data.access_token;
    const { identities } = (await service().request('GET', '/api/me/identities', { token })).data;
    assert.deepEqual(
      identities.map(({ name, email }) => [name, email]),
      [['Corp', who.email]],
    );
    const path = `/api/me/identities/${identities[0]?.id}` as const;
    assert.equal(codeOf(await service().request('DELETE', path, { token })), 'last_way_in');
    const account = await loggedIn(service());
    const other = person();
    const body = { ticket: await ticketOf(service(), SHARED_PROVIDER, other, 'corp', account.accessToken) };
    await service().request('POST', '/api/me/identities', { token: account.accessToken, body });
    const [own] = (await service().request('GET', '/api/me/identities', { token: account.accessToken })).data
      .identities;
    const ownPath = `/api/me/identities/${own?.id}` as const;
    assert.equal(codeOf(await service().request('DELETE', ownPath, { token })), 'identity_not_found');
    assert.equal((await service().request('DELETE', ownPath, { token: account.accessToken })).status, 200);
    assert.equal(codeOf(await logIn(await ticketOf(service(), SHARED_PROVIDER, other))), 'account_required');
    assert.ok(made.id);
  });

  it('ends the other sessions when it is unlinked, one of which may be of whoever has the account there', async (t) => {
    const many = await startService(t, kind, { ...SHARED_PROVIDER.settings, SESSIONS: 'many' });
    const account = await loggedIn(many);
    const who = person();
    const { accessToken: token } = account;
    const body = { ticket: await ticketOf(many, SHARED_PROVIDER, who, 'corp', token) };
    await many.request('POST', '/api/me/identities', { token, body });
    const entered = await many.request('POST', '/api/login/identity', {
      body: { ticket: await ticketOf(many, SHARED_PROVIDER, who) },
    });
    const { identities } = (await many.request('GET', '/api/me/identities', { token })).data;
    assert.equal((await many.request('DELETE', `/api/me/identities/${identities[0]?.id}`, { token })).status, 200);
    const refresh = async (refresh_token: string) =>
      (await many.request('POST', '/api/refresh', { body: { refresh_token } })).status;
    assert.deepEqual([await refresh(account.refreshToken), await refresh(entered.data.refresh_token)], [200, 401]);
  });

  it('keeps the last passkey of an account that nothing else opens', async () => {
    const who = person();
    const ticket = await ticketOf(service(), SHARED_PROVIDER, who);
    await register(service(), ticket, { email: who.email });
    const token = (await logIn(ticket)).data.access_token;
    const authenticator = await addPasskey(service(), token);
    const { identities } = (await service().request('GET', '/api/me/identities', { token })).data;
    const enter = async () => (await postPasskey(service(), authenticator)).data.access_token;
    const byPasskey = await enter();
    const unlinked = await service().request('DELETE', `/api/me/identities/${identities[0]?.id}`, { token: byPasskey });
    assert.equal(unlinked.status, 200);
    const { passkeys } = (await service().request('GET', '/api/me/passkeys', { token: byPasskey })).data;
    const path = `/api/me/passkeys/${passkeys[0]?.id}` as const;
    assert.equal(codeOf(await service().request('DELETE', path, { token: byPasskey })), 'last_way_in');
    const reset = { token: await resetToken(service(), String(who.email)), body: { new_password: 'Another-one-1' } };
    assert.equal((await service().request('POST', '/api/reset-password', reset)).status, 200);
    assert.equal((await service().request('DELETE', path, { token: await enter() })).status, 200);
  });

  it('stores nothing for 300 logins that strangers begin', async () => {
    const rows = async () =>
      JSON.stringify(
        await Promise.all(
          ['spent', 'throttles', 'audit_events', 'outbox', 'identities'].map((table) =>
            service().db.one(`SELECT COUNT(*) AS n FROM ${table}`),
          ),
        ),
      );
    const before = await rows();
    const answers = await Promise.all(
      Array.from({ length: 300 }, () =>
        service().request('POST', '/api/identity/begin', { body: { provider: 'corp' } }),
      ),
    );
    assert.ok(answers.every(({ status }) => status === 200));
    assert.equal(await rows(), before);
  });
});

describe('the last way into an account', () => {
  it('may go where a code by e-mail logs in', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...provider.settings, EMAIL_LOGIN: 'on' });
    const who = person();
    const ticket = await ticketOf(service, provider, who);
    await register(service, ticket, { email: who.email });
    const token = (await service.request('POST', '/api/login/identity', { body: { ticket } })).data.access_token;
    const [own] = (await service.request('GET', '/api/me/identities', { token })).data.identities;
    assert.equal((await service.request('DELETE', `/api/me/identities/${own?.id}`, { token })).status, 200);
  });
});

describe('a provider that was renamed', () => {
  it('keeps its logins, which have its name from the next one on', async (t) => {
    const database = await createTestDatabase(t, 'sqlite');
    const first = await startService(t, 'sqlite', SHARED_PROVIDER.settings, database);
    const who = person();
    await register(first, await ticketOf(first, SHARED_PROVIDER, who), { email: who.email });
    const settings = { OPENID_PROVIDERS: SHARED_PROVIDER.settings.OPENID_PROVIDERS?.replace('Corp', 'Staff') ?? '' };
    const renamed = await startService(t, 'sqlite', settings, database);
    const body = { ticket: await ticketOf(renamed, SHARED_PROVIDER, who, 'staff') };
    const { access_token: token } = (await renamed.request('POST', '/api/login/identity', { body })).data;
    const { identities } = (await renamed.request('GET', '/api/me/identities', { token })).data;
    assert.deepEqual(
      identities.map(({ provider, name }) => [provider, name]),
      [['staff', 'Staff']],
    );
  });
});

describe('a provider that has the name of another one now', () => {
  it('opens the account that has logins of both, under their names before', async (t) => {
    const [one, other] = [await startIdentityProvider(t, 'One'), await startIdentityProvider(t, 'Other')];
    const database = await createTestDatabase(t, 'sqlite');
    const both = (settings: typeof one.settings, others: typeof one.settings) => ({
      OPENID_PROVIDERS: `${settings.OPENID_PROVIDERS}, ${others.OPENID_PROVIDERS}`,
    });
    const first = await startService(t, 'sqlite', both(one.settings, other.settings), database);
    const who = person();
    await register(first, await ticketOf(first, one, who, 'one'), { email: who.email });
    const enter = async (service: typeof first, provider: typeof one, id: string) => {
      const body = { ticket: await ticketOf(service, provider, who, id) };
      const { status, data, text } = await service.request('POST', '/api/login/identity', { body });
      assert.equal(status, 200, text);
      return data.access_token;
    };
    const token = await enter(first, one, 'one');
    const body = { ticket: await ticketOf(first, other, who, 'other', token) };
    assert.equal((await first.request('POST', '/api/me/identities', { token, body })).status, 201);
    const swap = (settings: typeof one.settings, name: string) => ({
      OPENID_PROVIDERS: settings.OPENID_PROVIDERS?.replace(/^\w+/, name) ?? '',
    });
    const swapped = both(swap(one.settings, 'Other'), swap(other.settings, 'One'));
    const renamed = await startService(t, 'sqlite', swapped, database);
    await enter(renamed, one, 'other');
    await enter(renamed, other, 'one');
  });
});

describe('a registration that was closed meanwhile', () => {
  it('leaves the account that nobody has verified yet', async (t) => {
    const database = await createTestDatabase(t, 'sqlite');
    const first = await startService(t, 'sqlite', SHARED_PROVIDER.settings, database);
    const who = person({ email_verified: false });
    const { email } = who;
    await register(first, await ticketOf(first, SHARED_PROVIDER, who), { email });
    const token = await verificationToken(first, String(email));
    const settings = { ...SHARED_PROVIDER.settings, REGISTRATION: 'closed' };
    const closed = await startService(t, 'sqlite', settings, database);
    const again = await register(closed, await ticketOf(closed, SHARED_PROVIDER, who), { email: person().email });
    assert.equal(codeOf(again), 'registration_closed');
    assert.equal((await closed.request('POST', '/api/verify', { token })).status, 200);
  });
});

describe('who may create an account with a provider', () => {
  for (const [settings, code] of [
    [{ EMAIL_DOMAINS: 'example.org' }, 'email_domain_refused'],
    [{ TERMS_VERSION: '1', TERMS_URL: 'https://example.com/terms' }, 'terms_not_accepted'],
  ] as const)
    it(`is who may with a password: ${code}`, async (t) => {
      const provider = await startIdentityProvider(t);
      const service = await startService(t, 'sqlite', { ...provider.settings, ...settings });
      const who = person();
      const answer = await register(service, await ticketOf(service, provider, who), { email: who.email });
      assert.equal(codeOf(answer), code);
    });

  it('is nobody where registration is closed, who learns it at once, and not who else has an account', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...provider.settings, REGISTRATION: 'invited' });
    const { email } = await insertUser(service.db, {
      ...{ email: 'taken@corp.example', fullName: 'Ada', phoneNumber: '+442079460999', industry: 'X' },
      ...{ passwordHash: 'none', language: 'en', accountStatus: 'ACTIVE' },
    });
    const claimed = { email_verified: false };
    for (const who of [person(), person(claimed), person({ email, ...claimed })])
      assert.equal(codeOf(await finish(service, provider, who)), 'registration_closed');
  });
});

describe('an account that is created with a provider', () => {
  it('has the fields of the operator that are required', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-fields-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'fields.json');
    writeFileSync(file, JSON.stringify([{ name: 'team', type: 'text', label: { en: 'Team' }, required: true }]));
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...provider.settings, FIELDS_FILE: file });
    const who = person();
    const ticket = await ticketOf(service, provider, who);
    const { password: _, ...without } = registration({ ticket, email: who.email });
    const refused = await fetch(`${service.url}/api/register/identity`, {
      method: 'POST',
      body: JSON.stringify(without),
    });
    assert.deepEqual([codeOf(refused), refused.headers.get('x-error-field')], ['missing_field', 'fields.team']);
    assert.equal((await register(service, ticket, { email: who.email, fields: { team: 'Compilers' } })).status, 201);
  });
});
