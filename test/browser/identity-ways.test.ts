import assert from 'node:assert/strict';
import { addApp, atNextStep, codeOfApp } from '../support/authenticator.ts';
import { describeInBrowser, fillIn, it, journey, logInAs, OWN_PAGES, press, untilSeen } from '../support/browser.ts';
import { person, register, ticketOf } from '../support/identities.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { BEGIN_FAILS, FINISH_FAILS, READS } from '../support/provider-failures.ts';
import { linksIn, loggedIn, startService, verified } from '../support/service.ts';

const CONTINUE = 'Continue with Corp';

describeInBrowser('a login with a provider that has the address of an account', (visit) => {
  journey('is linked after the next login in the tab, however long its way, and says so', async (t) => {
    const provider = await startIdentityProvider(t);
    const settings = { ...OWN_PAGES, ...provider.settings, SECOND_FACTOR: 'required' };
    const service = await startService(t, 'sqlite', settings);
    const { email, password } = await verified(service);
    provider.visitor = person({ email });
    const { page } = await visit(t, service, { alsoAt: [provider.issuer] });
    await page.goto('/login');
    await press(page, CONTINUE);
    await untilSeen(page, `There’s already an account with ${email}`);
    await page.goto('/forgot-password');
    await page.goto('/login');
    await untilSeen(page, `There’s already an account with ${email}`);
    assert.equal(await page.inputValue('#email'), email);
    await page.locator('#password:focus').waitFor();
    await fillIn(page, { password });
    await press(page, 'Log in');

    await press(page, 'Add an app');
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = (await page.locator('.app-key').innerText()).replaceAll(' ', '');
    await fillIn(page, { 'app-code': codeOfApp(secret, await atNextStep(service)) });
    await press(page, 'I’ve saved them');
    await untilSeen(page, 'Please confirm it’s you');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.locator('#recent-login-code:focus').waitFor();
    await page.keyboard.type(codeOfApp(secret, await atNextStep(service)));
    await untilSeen(page, 'You can now log in with Corp.');
    await page.getByRole('button', { name: 'Unlink Corp' }).waitFor();
  });

  it('is linked after a reset of the password in another tab', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...provider.settings });
    const { email } = await verified(service);
    provider.visitor = person({ email });
    const { page, newTab } = await visit(t, service, { alsoAt: [provider.issuer] });
    await page.goto('/login');
    await press(page, CONTINUE);
    await untilSeen(page, `There’s already an account with ${email}`);
    await page.goto('/forgot-password');
    await fillIn(page, { email });
    await press(page, 'Send link');
    await untilSeen(page, 'Check your inbox');
    const second = await newTab();
    await second.goto((await service.emailsTo(email)).flatMap(linksIn).at(-1)?.href ?? '');
    const password = 'Another-one-1';
    await fillIn(second, { new_password: password });
    await press(second, 'Save new password');
    await untilSeen(second, 'You can now log in with Corp.');
  });

  it('is linked once by two tabs that wait for the same login, and both say so', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...provider.settings });
    const { email, password } = await verified(service);
    provider.visitor = person({ email });
    const { page, newTab } = await visit(t, service, { alsoAt: [provider.issuer] });
    const second = await newTab();
    for (const tab of [page, second]) {
      await tab.goto('/login');
      await press(tab, CONTINUE);
      await untilSeen(tab, `There’s already an account with ${email}`);
    }
    await fillIn(second, { password });
    await press(second, 'Log in');
    for (const tab of [page, second]) await untilSeen(tab, 'You can now log in with Corp.');
    assert.equal((await service.db.all('SELECT id FROM identities')).length, 1);
  });

  it('is not linked to another account, to which somebody has logged in in another tab, and says so', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...provider.settings });
    const { email } = await verified(service);
    const other = await verified(service);
    provider.visitor = person({ email });
    const { page, newTab } = await visit(t, service, { alsoAt: [provider.issuer] });
    await page.goto('/login');
    await press(page, CONTINUE);
    await untilSeen(page, `There’s already an account with ${email}`);
    await logInAs(await newTab(), other);
    await untilSeen(page, 'Corp isn’t linked');
    await untilSeen(page, `You logged in as ${other.email}, but Corp knows you as ${email}.`);
    await press(page, 'Continue');
    await page.waitForURL(/\/account/);
    assert.deepEqual(await service.db.all('SELECT id FROM identities'), []);
  });
});

describeInBrowser('a login with a provider', (visit) => {
  it('asks for the second factor and for new terms', async (t) => {
    const provider = await startIdentityProvider(t);
    const terms = { TERMS_VERSION: '2', TERMS_URL: 'https://example.com/terms' };
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...provider.settings, ...terms });
    const account = await loggedIn(service, { accept_terms: true });
    provider.visitor = person();
    const ticket = await ticketOf(service, provider, provider.visitor, 'corp', account.accessToken);
    const linked = await service.request('POST', '/api/me/identities', {
      token: account.accessToken,
      body: { ticket },
    });
    assert.equal(linked.status, 201, linked.text);
    const { secret } = await addApp(service, account, account.accessToken);
    await service.db.all("UPDATE terms_acceptances SET version = '1'");
    const { page } = await visit(t, service, { alsoAt: [provider.issuer] });
    await page.goto('/login');
    await press(page, CONTINUE);
    await page.locator('#second-code:focus').waitFor();
    await page.keyboard.type(codeOfApp(secret, await atNextStep(service)));
    await untilSeen(page, 'You haven’t accepted our current terms yet.');
    await untilSeen(page, 'By logging in, you accept the terms of service.');
    await press(page, 'Log in');
    await page.waitForURL(/\/account/);
  });

  it('says what is the matter where registration is closed, and where the provider does not answer', async (t) => {
    const provider = await startIdentityProvider(t);
    const settings = { ...OWN_PAGES, ...provider.settings, REGISTRATION: 'closed' };
    const service = await startService(t, 'sqlite', settings);
    provider.visitor = person();
    const { page } = await visit(t, service, { alsoAt: [provider.issuer] });
    await page.goto('/login');
    await press(page, CONTINUE);
    await untilSeen(page, 'No account here logs in with Corp.');
    provider.lies = { answers: 'never' };
    await press(page, CONTINUE);
    await untilSeen(page, 'The other service isn’t answering. Please try again, or choose another way.');
    await page.locator('[data-provider]:enabled').waitFor();
  });
});

describeInBrowser('a login with a provider that fails', (visit) => {
  it('says what to do, and never to start again where that cannot help', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...provider.settings });
    const { page } = await visit(t, service, { alsoAt: [provider.issuer] });
    provider.visitor = person();
    for (const name of [
      ...['discovery: 404', 'discovery: 500', 'callback: consent_required', 'token: wrong secret, 401 invalid_client'],
      ...['token: 400 invalid_grant', 'token: 500'],
    ]) {
      const { lies, outcome } = { ...BEGIN_FAILS, ...FINISH_FAILS }[name] ?? assert.fail(name);
      // The metadata are fetched again.
      await service.clock.jump(61 * 60_000);
      provider.lies = lies;
      await page.goto('/login');
      await press(page, CONTINUE);
      await untilSeen(page, READS[outcome]);
    }
  });
});

describeInBrowser('a new account of somebody whom a provider knows', (visit) => {
  it('is logged in to once it is verified, and leads back to who has asked', async (t) => {
    const provider = await startIdentityProvider(t);
    const settings = { ...OWN_PAGES, ...provider.settings, RETURN_URLS: provider.issuer };
    const service = await startService(t, 'sqlite', settings);
    const { page, newTab } = await visit(t, service, { alsoAt: [provider.issuer] });
    const email = 'grace@elsewhere.example';
    provider.visitor = person({ email });
    const back = `${provider.issuer}/welcome`;
    await page.goto(`/login?return_to=${encodeURIComponent(back)}`);
    await press(page, CONTINUE);
    const details = { phone_number: '+44 20 7946 0000', industry: 'Computing' };
    await fillIn(page, { ...details, identity_email: 'grace@mistyped.example' });
    await press(page, 'Create account');
    await untilSeen(page, 'Confirm your account first');
    await page.goto(`/login?return_to=${encodeURIComponent(back)}`);
    await press(page, CONTINUE);
    await untilSeen(page, 'grace@mistyped.example');
    await press(page, 'Wrong address? Change it');
    assert.equal(await page.inputValue('#identity_email'), 'grace@mistyped.example');
    await fillIn(page, { ...details, identity_email: email });
    await press(page, 'Create account');
    await untilSeen(page, 'Confirm your account first');
    const second = await newTab();
    await second.goto((await service.emailsTo(email)).flatMap(linksIn).at(-1)?.href ?? '');
    await press(second, 'Yes, confirm my account');
    await page.waitForURL(back);
    await second.getByRole('link', { name: 'Continue' }).click();
    await second.waitForURL(back);
  });

  for (const [locale, words] of Object.entries({
    en: { confirm: 'Yes, confirm my account', go: 'Continue with Corp', logIn: 'Log in' },
    de: { confirm: 'Ja, Konto bestätigen', go: 'Weiter mit Corp', logIn: 'Anmelden' },
    fr: { confirm: 'Oui, confirmer mon compte', go: 'Continuer avec Corp', logIn: 'Se connecter' },
  }))
    it(`is logged in to with the provider on the device where it is verified: it has no password (${locale})`, async (t) => {
      const provider = await startIdentityProvider(t);
      const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...provider.settings });
      provider.visitor = person({ email_verified: false });
      const email = String(provider.visitor.email);
      await register(service, await ticketOf(service, provider, provider.visitor), { email });
      const { page } = await visit(t, service, { alsoAt: [provider.issuer], locale });
      await page.goto((await service.emailsTo(email)).flatMap(linksIn).at(-1)?.href ?? '');
      await press(page, words.confirm);
      await page.getByRole('button', { name: words.go }).waitFor();
      assert.equal(await page.getByRole('link', { name: words.logIn }).count(), 0);
      await press(page, words.go);
      await page.waitForURL(/\/account/);
    });

  it('keeps what was typed when that took too long, and somebody with an account finds it instead', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...provider.settings });
    const account = await verified(service);
    provider.visitor = person();
    const { page } = await visit(t, service, { alsoAt: [provider.issuer] });
    await page.goto('/account#security');
    await page.waitForURL(/\/login/);
    await press(page, CONTINUE);
    const typed = { full_name: 'Rear Admiral Hopper', phone_number: '+44 20 7946 0000', industry: 'Computing' };
    await fillIn(page, typed);
    await service.clock.jump(11 * 60_000);
    await press(page, 'Create account');
    await untilSeen(page, 'Please continue with Corp once more');
    await press(page, CONTINUE);
    await page.waitForURL(/\/login$/);
    for (const [name, value] of Object.entries(typed)) assert.equal(await page.inputValue(`#${name}`), value);
    await press(page, 'Back');
    await page.locator('#password').waitFor();
    await press(page, CONTINUE);
    await press(page, 'Log in and link Corp');
    await fillIn(page, { email: account.email, password: account.password });
    await press(page, 'Log in');
    await page.waitForURL(/\/account#security/);
    await page.getByRole('button', { name: 'Link Corp', exact: true }).waitFor();
  });
});
