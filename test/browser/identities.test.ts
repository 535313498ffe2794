import assert from 'node:assert/strict';
import {
  describeInBrowser,
  fillIn,
  it,
  journey,
  logInAs,
  OWN_PAGES,
  openSection,
  press,
  untilSeen,
} from '../support/browser.ts';
import { runProgram } from '../support/command.ts';
import { person, register, ticketOf } from '../support/identities.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { registration, SIGNING_SECRET, startService, verified } from '../support/service.ts';
import { createServiceProcess } from '../support/service-process.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { createStandIns } from '../support/well-known-providers.ts';

describeInBrowser('login with a provider', (visit) => {
  journey('creates an account, logs in again, and leads back to who has asked', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', {
      ...{ ...OWN_PAGES, ...provider.settings, RETURN_URLS: provider.issuer },
    });
    const { page } = await visit(t, service, { alsoAt: [provider.issuer] });
    const back = `${provider.issuer}/welcome`;
    await page.goto(`${service.url}/login?return_to=${encodeURIComponent(back)}`);
    await press(page, 'Continue with Corp');
    await untilSeen(page, 'You didn’t log in with Corp');

    provider.visitor = person();
    await press(page, 'Continue with Corp');
    await untilSeen(page, 'Log in with Corp');
    assert.equal(await page.inputValue('#full_name'), 'Grace Hopper');
    assert.equal(await page.inputValue('#identity_email'), provider.visitor.email);
    await fillIn(page, { phone_number: '+44 20 7946 0000', industry: 'Computing' });
    await press(page, 'Create account');
    await page.waitForURL(back);

    await page.context().clearCookies();
    await page.goto(`${service.url}/account`);
    await page.waitForURL(/\/account/);
    await untilSeen(page, 'Grace Hopper');
    await press(page, 'Log out');
    await untilSeen(page, 'Last used');
  });

  it('links an account after a login, and then logs in to it', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...provider.settings });
    const account = await verified(service);
    provider.visitor = person({ email: account.email });
    const { page } = await visit(t, service, { alsoAt: [provider.issuer] });
    await page.goto(`${service.url}/login`);
    await press(page, 'Continue with Corp');
    await untilSeen(page, `There’s already an account with ${account.email}`);
    await fillIn(page, { password: account.password });
    await press(page, 'Log in');
    await untilSeen(page, 'Corp is linked');
    await press(page, 'Continue');
    await page.waitForURL(/\/account/);
    const { page: again } = await visit(t, service, { alsoAt: [provider.issuer] });
    await again.goto(`${service.url}/login`);
    await press(again, 'Continue with Corp');
    await again.waitForURL(/\/account/);
    await openSection(again, 'Security');
    await untilSeen(again, 'Login methods');
    await again.getByRole('button', { name: 'Unlink Corp' }).click();
    await press(again, 'Unlink');
    await untilSeen(again, 'The login is unlinked.');
    assert.deepEqual(await service.db.all('SELECT id FROM identities'), []);
  });

  it('goes on after a provider that lets the browser post, as Apple does, with the name that comes once', async (t) => {
    const standIns = createStandIns();
    const settings = { ...OWN_PAGES, ...standIns.settings };
    const service = await startService(t, 'sqlite', settings, undefined, { providerFetch: standIns.fetch });
    const apple = 'https://appleid.apple.com';
    const { page, context } = await visit(t, service, { alsoAt: [apple] });
    const name = { firstName: 'Grace', lastName: 'Hopper' };
    standIns.visitor = { sub: '001', email: 'x@privaterelay.appleid.com', email_verified: 'true', user: { name } };
    await context.route(`${apple}/**`, (route) => {
      const { redirectUri, sent } = standIns.logIn(route.request().url());
      const fields = [...sent].map(
        ([key, value]) => `<input name="${key}" value="${value.replaceAll('"', '&quot;')}">`,
      );
      const form = `<form method="post" action="${redirectUri}">${fields.join('')}<button>Go</button></form>`;
      return route.fulfill({ contentType: 'text/html', body: form });
    });
    await page.goto(`${service.url}/login`);
    await press(page, 'Continue with Apple');
    await press(page, 'Go');
    await untilSeen(page, 'Log in with Apple');
    assert.equal(await page.inputValue('#full_name'), 'Grace Hopper');
    await fillIn(page, { phone_number: '+44 20 7946 0001', industry: 'Computing' });
    await press(page, 'Create account');
    await page.waitForURL(/\/account/);
  });

  it('is linked and unlinked on the account page', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...provider.settings });
    const { page } = await visit(t, service, { alsoAt: [provider.issuer] });
    await logInAs(page, await verified(service));
    await openSection(page, 'Security');
    await press(page, 'Link Corp');
    await untilSeen(page, 'You didn’t log in with Corp');
    provider.visitor = person();
    await press(page, 'Link Corp');
    await untilSeen(page, 'You can now log in with Corp.');
    assert.equal(await page.getByRole('button', { name: 'Link Corp', exact: true }).count(), 0);
    await page.getByRole('button', { name: 'Unlink Corp' }).click();
    await press(page, 'Unlink');
    await untilSeen(page, 'The login is unlinked.');
  });

  it('is not linked to the account of another user of the browser', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...provider.settings });
    const { page } = await visit(t, service, { alsoAt: [provider.issuer] });
    await logInAs(page, await verified(service));
    await openSection(page, 'Security');
    const asked = page.waitForRequest(`${provider.issuer}/auth*`);
    await page.route(`${provider.issuer}/auth*`, (route) => route.fulfill({ status: 204 }));
    await press(page, 'Link Corp');
    const address = provider.logIn((await asked).url(), person());
    await press(page, 'Log out');
    await logInAs(page, await verified(service));
    await page.goto(address);
    await untilSeen(page, 'It was started in another tab or browser');
    assert.deepEqual(await service.db.all('SELECT id FROM identities'), []);
  });

  it('may be one with another Latchkey, which is believed about the domain of its people', async (t) => {
    const smtp = await startSmtpSink(t);
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'accounts@latchkey.test' };
    const ofUpstream: Record<string, string> = { OPENID: 'on', ...mail };
    const ofOwn: Record<string, string> = {};
    const upstream = await createServiceProcess(t, { settings: ofUpstream });
    const own = await createServiceProcess(t, { settings: ofOwn });
    ofUpstream.FRONTEND_URL = upstream.url;
    await upstream.start();
    const environment = { DATA_DIR: upstream.dataDir, SIGNING_SECRET };
    const redirect = ['--redirect-uri', `${own.url}/login/callback/corp`];
    const added = await runProgram(['clients', 'add', 'Own', ...redirect], environment);
    const [, id = '', secret = ''] = /client_id=(\S+)\s+client_secret=(\S+)/.exec(added.stdout) ?? [];
    ofOwn.FRONTEND_URL = own.url;
    ofOwn.OPENID_PROVIDERS = `Corp ${upstream.url} ${id} ${secret} example.com`;
    await own.start();

    const account = registration();
    await upstream.request('POST', '/api/register', { body: account });
    await until('the e-mail has arrived', () => smtp.received.length > 0);
    const [link = ''] = /http\S+\/verify\?\S+/.exec(smtp.received[0]?.text ?? '') ?? [];
    await upstream.request('POST', '/api/verify', { token: new URL(link).searchParams.get('token') ?? '' });

    const { page } = await visit(t, own, { alsoAt: [upstream.url] });
    await page.goto(`${own.url}/login`);
    await press(page, 'Continue with Corp');
    await page.waitForURL(`${upstream.url}/login**`);
    await fillIn(page, { email: account.email, password: account.password });
    await press(page, 'Log in');
    await press(page, 'Allow');
    await untilSeen(page, 'Log in with Corp');
    assert.equal(await page.inputValue('#full_name'), account.full_name);
    await fillIn(page, { phone_number: account.phone_number, industry: account.industry });
    await press(page, 'Create account');
    await page.waitForURL(`${own.url}/account`);
    await untilSeen(page, account.email);
  });

  journey('confirms a login of an account without password, on the account page', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...provider.settings });
    const who = person();
    await register(service, await ticketOf(service, provider, who), { email: who.email });
    const { page } = await visit(t, service, { alsoAt: [provider.issuer] });
    provider.visitor = who;
    await page.goto(`${service.url}/login`);
    await press(page, 'Continue with Corp');
    await page.waitForURL(/\/account/);
    await service.clock.jump(11 * 60_000);
    await openSection(page, 'Security');
    await page.getByRole('button', { name: 'Unlink Corp' }).click();
    await press(page, 'Unlink');
    await untilSeen(page, 'Please confirm it’s you');
    assert.equal(await page.locator('#recent-login input[type=password]').count(), 0);
    await press(page, 'Confirm with Corp');
    await untilSeen(page, 'Corp didn’t ask you to log in again');
    await page.getByRole('button', { name: 'Log in again' }).waitFor();
    provider.visitor = { ...who, auth_time: Math.floor(service.clock.nowMs() / 1000) };
    await press(page, 'Confirm with Corp');
    await press(page, 'Continue');
    await page.getByRole('button', { name: 'Unlink Corp' }).click();
    await press(page, 'Unlink');
    await untilSeen(page, 'Nothing else would let you in');
  });

  it('goes on with any of the last five that the tab has begun, also after one of them was cancelled', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...provider.settings });
    const { page } = await visit(t, service, { alsoAt: [provider.issuer] });
    const begun: string[] = [];
    await page.route(`${provider.issuer}/auth*`, (route) => {
      begun.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>Corp</title><p>Who are you?</p>' });
    });
    await page.goto('/login');
    for (let times = 0; times < 6; times += 1) {
      await press(page, 'Continue with Corp');
      await untilSeen(page, 'Who are you?');
      await page.goBack();
      await page.locator('[data-provider]:enabled').waitFor();
    }
    const comeBack = (nth: number) => page.goto(provider.logIn(begun[nth] ?? assert.fail(), person()));
    provider.lies = { callback: { error: 'access_denied' } };
    await comeBack(1);
    await untilSeen(page, 'You didn’t log in with Corp');
    provider.lies = {};
    for (const nth of [1, 5, 3]) {
      await comeBack(nth);
      await untilSeen(page, 'Log in with Corp');
      assert.equal(await page.inputValue('#full_name'), 'Grace Hopper');
    }
    await comeBack(0);
    await untilSeen(page, 'It was started in another tab or browser');
  });

  it('locks the login page until the provider’s answer is checked', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...provider.settings });
    const { page } = await visit(t, service, { alsoAt: [provider.issuer] });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/identity/finish', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/login');
    await press(page, 'Continue with Corp');
    const locked = page.locator('#login[inert][aria-busy="true"]');
    await locked.waitFor();
    await page.locator('#email').focus();
    await page.keyboard.type('ada@example.com');
    assert.equal(await page.inputValue('#email'), '');
    release();
    await untilSeen(page, 'You didn’t log in with Corp');
    assert.equal(await locked.count(), 0);
    await fillIn(page, { email: 'ada@example.com' });
  });

  it('says so in a tab that has begun nothing', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...provider.settings });
    const { page } = await visit(t, service, { alsoAt: [provider.issuer] });
    await page.goto(`${service.url}/login/callback/corp?code=1&state=2`);
    await untilSeen(page, 'It was started in another tab or browser');
  });
});
