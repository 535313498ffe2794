import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { register } from '../support/identities.ts';
import { sharedService } from '../support/scenarios.ts';
import { FRONTEND_URL, startService } from '../support/service.ts';
import { createStandIns } from '../support/well-known-providers.ts';

const TENANT = '11111111-2222-3333-4444-555555555555';
const email = 'grace@example.com';

describe('providers whose addresses are fixed, by stand-ins written from their documentation', () => {
  const standIns = createStandIns();
  const service = sharedService('sqlite', standIns.settings, { providerFetch: standIns.fetch });

  async function finish(provider: string, change: (sent: URLSearchParams) => void = () => {}) {
    const begun = await service().request('POST', '/api/identity/begin', { body: { provider } });
    assert.equal(begun.status, 200, begun.text);
    const { redirectUri, sent } = standIns.logIn(begun.data.url);
    assert.equal(redirectUri, `${FRONTEND_URL}/login/callback/${provider}`);
    change(sent);
    const body = { flow: begun.data.flow, address: `${redirectUri}?${sent}` };
    return service().request('POST', '/api/identity/finish', { body });
  }

  async function known(provider: string, address: string) {
    const { data } = await finish(provider);
    const made = await register(service(), data.ticket, { email: address });
    assert.equal(made.status, 201, made.text);
    const row = await service().db.one<{ issuer: string; subject: string }>(
      'SELECT issuer, subject FROM identities WHERE user_id = $1',
      [made.data.id],
    );
    return { ...row, name: data.full_name, status: made.data.account_status, id: made.data.id };
  }

  it('Microsoft: somebody is the object of a tenant, and the address counts if its domain is of the tenant', async () => {
    const [tid, oid] = [TENANT, '66666666-7777-8888-9999-000000000000'];
    standIns.visitor = { tid, oid, sub: 'of-this-app', email, xms_edov: true, name: 'Grace Hopper' };
    const made = await known('microsoft', email);
    const issuer = `https://login.microsoftonline.com/${TENANT}/v2.0`;
    assert.deepEqual([made.issuer, made.subject, made.name, made.status], [issuer, oid, 'Grace Hopper', 'ACTIVE']);
    standIns.visitor = { ...standIns.visitor, tid: TENANT.replaceAll('1', '0') };
    assert.equal((await finish('microsoft')).data.next, 'link', 'the same object id in another tenant');
  });

  it('Microsoft: without xms_edov an address is only claimed, and the log says once what to do', async () => {
    standIns.visitor = { tid: TENANT, oid: 'another', sub: 'x', email: 'claimed@example.com' };
    assert.equal((await known('microsoft', 'claimed@example.com')).status, 'INACTIVE');
    await finish('microsoft');
    assert.equal(service().logLines.filter((line) => line.includes('add the optional claim xms_edov')).length, 1);
  });

  it('Microsoft: a token whose issuer is not that of its tenant is refused', async () => {
    const iss = `https://login.microsoftonline.com/${TENANT.replaceAll('1', '0')}/v2.0`;
    standIns.visitor = { tid: TENANT, oid: 'x', sub: 'x', iss };
    assert.equal((await finish('microsoft')).status, 401);
  });

  it('GitHub: somebody is their number, with the primary address', async () => {
    const primary = { email: 'primary@example.com', primary: true, verified: true };
    const emails = [{ email: 'other@example.com', primary: false, verified: true }, primary];
    standIns.visitor = { id: 583_231, name: 'Grace Hopper', emails };
    const made = await known('github', primary.email);
    const { issuer, subject, name, status } = made;
    assert.deepEqual([issuer, subject, name, status], ['https://github.com', '583231', 'Grace Hopper', 'ACTIVE']);
    standIns.visitor = { ...standIns.visitor, name: null, emails: [{ ...primary, email: 'new@example.com' }] };
    const { data } = await finish('github');
    const login = await service().request('POST', '/api/login/identity', { body: { ticket: data.ticket } });
    assert.equal(login.data.user.id, made.id);
  });

  it('GitHub: an address that is not verified is only claimed; none at all is no obstacle', async () => {
    standIns.visitor = { id: 2, emails: [{ email: 'unverified@example.com', primary: true, verified: false }] };
    assert.equal((await known('github', 'unverified@example.com')).status, 'INACTIVE');
    standIns.visitor = { id: 3, emails: [] };
    assert.deepEqual((await finish('github')).data.email, null);
  });

  for (const [name, visitor, change] of [
    ['another issuer in the address', { id: 4, emails: [] }, (sent) => sent.set('iss', 'https://evil.example')],
    ['a code that is refused with 200', { id: 4, emails: [] }, (sent) => sent.set('code', 'another')],
    ['somebody without a number', { id: 'grace', emails: [] }, () => {}],
    ['no list of addresses', { id: 4, emails: {} as object[] }, () => {}],
  ] as [string, typeof standIns.visitor, (sent: URLSearchParams) => void][])
    it(`GitHub: refused: ${name}`, async () => {
      standIns.visitor = visitor;
      assert.equal((await finish('github', change)).status, 401);
    });

  it('Apple: the browser posts what it has; the name comes once, and the address may be a relay', async () => {
    const relay = 'x7y8z9@privaterelay.appleid.com';
    const user = { name: { firstName: 'Grace', lastName: 'Hopper' }, email: 'forged@example.com' };
    standIns.visitor = { sub: '001999.abc.0123', email: relay, email_verified: 'true', is_private_email: 'true', user };
    const { id, ...made } = await known('apple', relay);
    assert.deepEqual(made, {
      ...{ issuer: 'https://appleid.apple.com', subject: '001999.abc.0123' },
      ...{ name: 'Grace Hopper', status: 'ACTIVE' },
    });
    standIns.visitor = { sub: '001999.abc.0123' };
    const { data } = await finish('apple');
    const login = await service().request('POST', '/api/login/identity', { body: { ticket: data.ticket } });
    assert.equal(login.data.user.id, id);
  });

  const post = (path: string, body: string) =>
    fetch(service().url + path, {
      ...{ method: 'POST', redirect: 'manual', body },
      headers: { origin: 'https://appleid.apple.com', 'content-type': 'application/x-www-form-urlencoded' },
    });

  it('Apple: what it posts becomes the address of the page, and nothing else does', async () => {
    const sent = new URLSearchParams({
      code: 'a&b',
      state: 's',
      user: '{}',
      id_token: 'x',
      return_to: '//evil.example',
    });
    const answer = await post('/login/callback/apple', String(sent));
    assert.deepEqual(
      [answer.status, answer.headers.get('location')],
      [303, '/login/callback/apple?code=a%26b&state=s&user=%7B%7D'],
    );
    const strange = await post(
      '/login/callback/%2F%2Fevil.example',
      `error=user_cancelled_authorize&code=${'x'.repeat(2001)}`,
    );
    assert.equal(strange.headers.get('location'), '/login/callback/%2F%2Fevil.example?error=user_cancelled_authorize');
    assert.equal((await post('/login/callback/apple', 'x'.repeat(70_000))).status, 413);
  });
});

describe('GitHub with another client secret', () => {
  it('is logged with what to check, though it answers with 200', async (t) => {
    const standIns = createStandIns();
    const settings = { ...standIns.settings, GITHUB_CLIENT_SECRET: 'another' };
    const service = await startService(t, 'sqlite', settings, undefined, { providerFetch: standIns.fetch });
    const { data } = await service.request('POST', '/api/identity/begin', { body: { provider: 'github' } });
    const { redirectUri, sent } = standIns.logIn(data.url);
    const body = { flow: data.flow, address: `${redirectUri}?${sent}` };
    const { headers } = await service.request('POST', '/api/identity/finish', { body });
    assert.equal(headers.get('x-error-reason'), 'misconfigured');
    const [line = '{}'] = service.logLines.filter((one) => one.includes('a login with a provider was refused'));
    const { level, provider, url, check, reason } = JSON.parse(line);
    assert.deepEqual([level, provider, url], [40, 'github', 'https://github.com/login/oauth/access_token']);
    assert.equal(check, 'the client id or secret of GitHub in the settings GITHUB_…');
    assert.match(reason, /incorrect_client_credentials$/);
  });
});

describe('Microsoft with one tenant', () => {
  it('knows nobody of another', async (t) => {
    const standIns = createStandIns();
    const common = 'https://login.microsoftonline.com/common';
    // As the endpoint of the tenant answers: with its own issuer. What it is asked for is the same.
    const providerFetch: typeof standIns.fetch = async (url, options) => {
      const answer = await standIns.fetch(url.replace(TENANT, 'common'), options);
      if (!url.includes('well-known')) return answer;
      return new Response(
        (await answer.text()).replaceAll(common, common.replace('common', TENANT)).replace('{tenantid}', TENANT),
      );
    };
    const settings = { ...standIns.settings, MICROSOFT_TENANT: TENANT };
    const service = await startService(t, 'sqlite', settings, undefined, { providerFetch });
    for (const [tid, status] of [
      [TENANT, 200],
      [TENANT.replaceAll('1', '0'), 401],
    ] as const) {
      standIns.visitor = { tid, oid: 'x', sub: 'x', email, iss: `https://login.microsoftonline.com/${TENANT}/v2.0` };
      const { data } = await service.request('POST', '/api/identity/begin', { body: { provider: 'microsoft' } });
      const { redirectUri, sent } = standIns.logIn(data.url);
      const body = { flow: data.flow, address: `${redirectUri}?${sent}` };
      assert.equal((await service.request('POST', '/api/identity/finish', { body })).status, status);
    }
  });
});

describe('Apple below the path of FRONTEND_URL', () => {
  it('posts to an address that leads on below it', async (t) => {
    const standIns = createStandIns();
    const settings = { ...standIns.settings, FRONTEND_URL: 'https://app.example.com/accounts' };
    const { url } = await startService(t, 'sqlite', settings);
    const answer = await fetch(`${url}/accounts/login/callback/apple`, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ code: 'a', state: 'b' }) },
    });
    assert.equal(answer.headers.get('location'), '/accounts/login/callback/apple?code=a&state=b');
  });
});
