import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gitHub } from '../../src/identities/providers/github.ts';
import { atNextStep, codeOfApp, protectedBy } from '../support/authenticator.ts';
import { describeWhereDatabasesDiffer } from '../support/databases.ts';
import { person, ticketOf } from '../support/identities.ts';
import { type Person, SHARED_PROVIDER } from '../support/identity-provider.ts';
import { sharedService } from '../support/scenarios.ts';
import { claimsOf, loggedIn, logIn } from '../support/service.ts';

const codeOf = ({ headers, status }: { readonly headers: Headers; readonly status: number }) =>
  headers.get('x-error-reason') ?? headers.get('x-error-code') ?? status;

describeWhereDatabasesDiffer('a recent login by a provider', (kind) => {
  const service = sharedService(kind, SHARED_PROVIDER.settings);

  const inSeconds = () => Math.floor(service().clock.nowMs() / 1000);
  const begin = (token: string, name = 'corp') =>
    service().request('POST', '/api/reauthenticate/identity', { token, body: { provider: name } });
  /** What the page of the callback sends. */
  async function comeBack(token: string, who: Person) {
    const { flow, url } = (await begin(token)).data;
    const body = { flow, address: SHARED_PROVIDER.logIn(url, who) };
    return service().request('POST', '/api/identity/finish', { body });
  }
  const confirm = (token: string, identity: string, code?: string) =>
    service().request('POST', '/api/reauthenticate', { token, body: { identity, code } });

  async function linkedAccount(who = person()) {
    const account = await loggedIn(service());
    const { accessToken: token } = account;
    const body = { ticket: await ticketOf(service(), SHARED_PROVIDER, who, 'corp', token) };
    assert.equal((await service().request('POST', '/api/me/identities', { token, body })).status, 201);
    return { ...account, token, who };
  }

  it('does what a password does, once', async () => {
    const { token, who } = await linkedAccount();
    await service().clock.jump(11 * 60_000);
    const { data, status } = await comeBack(token, { ...who, auth_time: inSeconds() });
    assert.deepEqual([status, data.next], [200, 'confirm']);
    const answers = await Promise.all([1, 2].map(() => confirm(token, data.ticket)));
    assert.deepEqual(answers.map(codeOf).sort(), [200, 'used']);
    const recent = answers.find((one) => one.status === 200)?.data.access_token ?? '';
    assert.deepEqual(claimsOf(recent).amr, ['fed']);
    const { data: url } = await begin(token);
    const asked = new URL(url.url).searchParams;
    assert.deepEqual([asked.get('prompt'), asked.get('max_age')], ['login', '0']);
    assert.equal((await service().request('POST', '/api/me/totp', { token: recent })).status, 201);
    assert.equal(codeOf(await service().request('POST', '/api/me/totp', { token })), 'fresh_login_required');
  });

  it('needs a provider that says that its user has just logged in', async () => {
    const { token, who } = await linkedAccount();
    for (const auth_time of [undefined, inSeconds() - 60, 1])
      assert.equal(codeOf(await comeBack(token, { ...who, auth_time } as Person)), 'old_login', String(auth_time));
    assert.equal(service().logLines.filter((line) => line.includes('the ID tokens lack auth_time')).length, 1);
    assert.equal(gitHub({ clientId: 'x', clientSecret: 'y' }).confirm, undefined);
  });

  it('needs the login that is linked to this account, and one that this session has begun', async () => {
    const [own, other] = [await linkedAccount(), await linkedAccount()];
    const now = { auth_time: inSeconds() };
    const ticket = async ({ token }: typeof own, who: Person) =>
      (await comeBack(token, { ...who, ...now })).data.ticket;
    const { access_token: again } = (await logIn(service(), other)).data;
    const rows = [
      ['a login that nobody has', await ticket(own, person())],
      ['a login of another account', await ticket(own, other.who)],
      ['begun by another account', await ticketOf(service(), SHARED_PROVIDER, { ...own.who, ...now }, 'corp', again)],
      ['begun at the login page', await ticketOf(service(), SHARED_PROVIDER, { ...own.who, ...now })],
      ['begun to link', await ticketOf(service(), SHARED_PROVIDER, { ...own.who, ...now }, 'corp', own.token)],
    ] as const;
    for (const [name, sealed] of rows) assert.equal(codeOf(await confirm(own.token, sealed)), 'invalid_identity', name);
    const body = { ticket: await ticket(own, own.who) };
    assert.equal(codeOf(await service().request('POST', '/api/login/identity', { body })), 'invalid_identity');
  });

  it('is offered for what is linked', async () => {
    const { accessToken } = await loggedIn(service());
    assert.equal(codeOf(await begin(accessToken)), 'provider_not_found');
    const { token } = await linkedAccount();
    const [own] = (await service().request('GET', '/api/me/identities', { token })).data.identities;
    assert.equal(own?.confirms, true);
  });

  it('needs the second factor too', async () => {
    const account = await linkedAccount();
    const { secret } = await protectedBy(service(), account);
    const code = () => atNextStep(service()).then((atMs) => codeOfApp(secret, atMs));
    const { data } = await service().request('POST', '/api/login', { body: { ...account, code: await code() } });
    const token = data.access_token;
    const { ticket } = (await comeBack(token, { ...account.who, auth_time: inSeconds() })).data;
    assert.equal(codeOf(await confirm(token, ticket)), 'second_factor_required');
    const confirmed = await confirm(token, ticket, await code());
    assert.deepEqual(claimsOf(confirmed.data.access_token).amr, ['fed', 'otp', 'mfa']);
  });
});
