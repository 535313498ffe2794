import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gitHub } from '../../src/features/identities/providers/github.ts';
import { google } from '../../src/features/identities/providers/google.ts';
import { atNextStep, codeOfApp, protectedBy } from '../support/authenticator.ts';
import { describeWhereDatabasesDiffer } from '../support/databases.ts';
import { person, register, ticketOf } from '../support/identities.ts';
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

  /** What the provider states, in seconds before now; and what the session then has. */
  const STATED: readonly [name: string, agoS: number | undefined, sinceS: number][] = [
    ['nothing: the login counts from the return', undefined, 0],
    ['just now', 0, 0],
    ['a clock that is behind by half a minute', 29, 0],
    ['a clock that is ahead', -3600, 0],
    ['more than any clock can be ahead', -1e300, 0],
    ['nine minutes ago', 9 * 60, 9 * 60],
    ['part of a second', 9 * 60 - 0.5, 9 * 60 - 0.5],
    ['eleven minutes ago', 11 * 60, 11 * 60],
    ['ten days ago', 864_000, 864_000],
  ];
  for (const [name, agoS, sinceS] of STATED)
    it(`comes from a login at the provider that is recent there: ${name}`, async () => {
      const who = person();
      await register(service(), await ticketOf(service(), SHARED_PROVIDER, who), { email: who.email });
      const auth_time = agoS === undefined ? undefined : inSeconds() - agoS;
      const ticket = await ticketOf(service(), SHARED_PROVIDER, { ...who, auth_time });
      const { data } = await service().request('POST', '/api/login/identity', { body: { ticket } });
      const isRecent = sinceS < 600;
      const refreshed = await service().request('POST', '/api/refresh', {
        body: { refresh_token: data.refresh_token },
      });
      for (const token of [data.access_token, refreshed.data.access_token]) {
        const age = inSeconds() - (claimsOf(token).auth_time ?? 0);
        assert.ok(Math.abs(age - sinceS) <= 30, `${age} s`);
        const code = codeOf(await service().request('POST', '/api/me/totp', { token }));
        assert.equal(code, isRecent ? 201 : 'fresh_login_required');
      }
      if (isRecent) return;
      const confirmed = (await comeBack(data.access_token, { ...who, auth_time: inSeconds() })).data.ticket;
      const { access_token: token } = (await confirm(data.access_token, confirmed)).data;
      assert.equal((await service().request('POST', '/api/me/totp', { token })).status, 201);
    });

  it('counts from the return, not from when its ticket is used', async () => {
    const { token, who } = await linkedAccount();
    const { ticket } = (await comeBack(token, { ...who, auth_time: inSeconds() })).data;
    await service().clock.jump(9 * 60_000);
    const { access_token: recent } = (await confirm(token, ticket)).data;
    assert.equal((await service().request('POST', '/api/me/totp', { token: recent })).status, 201);
    await service().clock.jump(2 * 60_000);
    assert.equal(codeOf(await service().request('POST', '/api/me/totp', { token: recent })), 'fresh_login_required');
  });

  it('is asked for by a login too, which demands no new one', async () => {
    const { data } = await service().request('POST', '/api/identity/begin', { body: { provider: 'corp' } });
    const asked = new URL(data.url).searchParams;
    assert.deepEqual([asked.get('prompt'), asked.get('max_age')], [null, '315360000']);
    const credentials = { clientId: 'x', clientSecret: 'y' };
    for (const silent of [gitHub(credentials), google(credentials)])
      assert.deepEqual(silent.parameters, { prompt: 'select_account' }, silent.name);
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
