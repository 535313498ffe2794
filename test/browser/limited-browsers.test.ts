import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  DEVELOPER_INBOX,
  describeInBrowser,
  fillIn,
  it,
  logInAs,
  OWN_PAGES,
  openSection,
  press,
  untilSeen,
} from '../support/browser.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { registered, registration, startService, verified } from '../support/service.ts';

const FORMS = ['/register', '/login', '/verify', '/forgot-password', '/reset-password'];
const SCRIPTS = '**/assets/**/*.js';
const LATE = 'This page hasn’t finished loading';

/** Every button in sight that looks as if it could be pressed. */
const pressable = (page: Page) => page.locator('button:enabled').filter({ visible: true }).count();

describeInBrowser('a page whose scripts are late', (visit) => {
  it('has no button that could be pressed in vain, works as soon as they are there, and says when they never come', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const account = await verified(service);
    const { page } = await visit(t, service);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(SCRIPTS, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await fillIn(page, { email: account.email, password: account.password });
    assert.equal(await pressable(page), 0);
    await page.keyboard.press('Enter');
    release();
    await press(page, 'Log in');
    await untilSeen(page, account.email);

    // It says so when they never come. That this is gone where they have: accessibility.test.ts.
    await page.evaluate('sessionStorage.clear()');
    const longAfter = () =>
      page.evaluate('for (const one of document.getAnimations()) if (one.animationName === "late") one.finish()');
    await page.unroute(SCRIPTS);
    await page.route(SCRIPTS, (route) => route.abort());
    for (const path of [...FORMS, '/account']) {
      await page.goto(path);
      const notice = page.getByText(LATE);
      assert.equal(await notice.isVisible(), false, `${path}: not at once`);
      await longAfter();
      await notice.waitFor();
      assert.equal(await pressable(page), 0, path);
    }

    // And at once where scripts are switched off.
    const { page: without } = await visit(t, service, { javaScriptEnabled: false });
    await without.goto('/register');
    assert.match(await without.locator('noscript .notice').innerText(), /^This page needs JavaScript\./);
    assert.equal(await pressable(without), 0);
  });
});

describeInBrowser('a form that is filled in before its script is there', (visit) => {
  it('stays as it is, with the cursor where it is, and knows what was typed', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, INDUSTRIES: 'Computing,Music' });
    const { page } = await visit(t, service);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(SCRIPTS, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/register', { waitUntil: 'commit' });
    const person = { ...registration(), phone_number: '+49 30 12345', password: 'analytical1' };
    const { industry: _, ...typed } = person;
    await fillIn(page, typed);
    await page.locator('#industry').selectOption('Music');
    await page.evaluate('for (const one of document.querySelectorAll("input, select")) one.isOfTheServer = true');
    await page.locator('#full_name').focus();
    release();
    await page.locator('#register-form button[type=submit]:enabled').waitFor();
    for (const [name, value] of Object.entries({ ...typed, industry: 'Music' })) {
      assert.equal(await page.locator(`#${name}`).inputValue(), value, name);
      assert.equal(await page.evaluate(`document.getElementById('${name}').isOfTheServer`), true, name);
    }
    assert.equal(await page.evaluate('document.activeElement.id'), 'full_name');
    assert.equal(await page.locator('#phone_country').inputValue(), 'DE');
    const met = await page.evaluate('[...document.querySelectorAll(".rules .met")].map((one) => one.dataset.rule)');
    assert.deepEqual(met, ['length', 'digit']);
    await fillIn(page, { password: registration().password });
    await press(page, 'Create account');
    await untilSeen(page, 'Check your inbox');
  });
});

describeInBrowser('a browser that may store nothing', (visit) => {
  const BLOCKED = 'Your browser doesn’t let this site store anything';
  const refusal = (name: string) =>
    `Object.defineProperty(window, '${name}', { get() { throw new DOMException('denied', 'SecurityError'); } });`;

  /** A login is not even tried: it would end the session on another device, and gain nothing. */
  async function assertNoLogin(page: Page): Promise<void> {
    let logins = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/login')) logins += 1;
    });
    await page.goto('/login');
    await untilSeen(page, BLOCKED);
    await fillIn(page, { email: 'ada@example.com', password: 'Analytical1' });
    await page.keyboard.press('Enter');
    await page.locator('#login-form').getByText(BLOCKED).waitFor();
    assert.equal(logins, 0);
  }

  async function assertPromisesNothing(page: Page): Promise<void> {
    await page.goto('/register');
    await fillIn(page, registration());
    await page.keyboard.press('Enter');
    await untilSeen(page, 'Check your inbox');
    assert.equal(await page.getByText('it goes on by itself').isVisible(), false, 'a promise that cannot be kept');
  }

  it('is told what to do where everything like it is denied', async (t) => {
    const { settings } = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...settings, EMAIL_LOGIN: 'on' });
    const { page } = await visit(t, service);
    await page.addInitScript(['sessionStorage', 'localStorage', 'BroadcastChannel'].map(refusal).join(''));
    await assertNoLogin(page);
    assert.equal(await page.locator(':is(#passkey-login, [data-provider], #email-login):disabled').count(), 3);
    await page.goto('/account');
    await untilSeen(page, 'Your account can’t be shown right now');
    await untilSeen(page, BLOCKED);
    await assertPromisesNothing(page);
    await page.goto('/');
    await untilSeen(page, 'Create account');
  });

  it('is told so too where tabs can talk to each other, or where reading is allowed', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const { page, newTab } = await visit(t, service);
    await page.addInitScript(['sessionStorage', 'localStorage'].map(refusal).join(''));
    await assertNoLogin(page);
    await assertPromisesNothing(page);
    const full = await newTab();
    await full.addInitScript('Storage.prototype.setItem = () => { throw new DOMException("", "QuotaExceededError"); }');
    await assertNoLogin(full);
  });
});

/** What Firefox 100 or Safari 16 do not have yet. */
const NEWER = `
  delete Element.prototype.checkVisibility;
  for (const name of Object.keys(Object.getOwnPropertyDescriptors(Element.prototype))) {
    if (name.startsWith('aria')) delete Element.prototype[name];
  }
  for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'findLastIndex'])
    delete Array.prototype[name];
  for (const name of ['union', 'intersection', 'difference', 'isSubsetOf']) delete Set.prototype[name];
  for (const name of ['isWellFormed', 'toWellFormed']) delete String.prototype[name];
  for (const name of ['canParse', 'parse']) delete URL[name];
  delete AbortSignal.any;
  delete Object.groupBy;
  delete Array.fromAsync;
  delete Promise.withResolvers;
  delete Promise.try;
  delete globalThis.Iterator;
  delete globalThis.PageRevealEvent;
  delete globalThis.CloseWatcher;
  delete globalThis.PublicKeyCredential;
  delete HTMLElement.prototype.popover;
  delete HTMLElement.prototype.showPopover;
  delete Document.prototype.startViewTransition;
  delete globalThis.trustedTypes;
`;

describeInBrowser('the oldest browser that is supported', (visit) => {
  it('has every page and every section of the account', async (t) => {
    const service = await startService(t, 'sqlite', { ...DEVELOPER_INBOX, SESSIONS: 'many' });
    const waiting = await registered(service);
    const { page } = await visit(t, service, { viewport: { width: 1000, height: 800 } });
    await page.addInitScript(NEWER);
    // What cannot be taken away at run time: a regular expression that looks behind is a syntax error before Safari
    // 16.4.
    const lookingBehind: string[] = [];
    page.on('response', async (response) => {
      if (!response.url().endsWith('.js')) return;
      const script = await response.text().catch(() => '');
      if (/\(\?<[=!]/.test(script)) lookingBehind.push(response.url());
    });
    await page.route('**/assets/pages.css*', async (route) => {
      const css = await (await route.fetch()).text();
      const older = css
        .replaceAll(':has(', ':unknown(')
        .replaceAll('dvh', 'xvh')
        .replaceAll('color-mix(', 'unknown(')
        .replaceAll('@media (width', '@media (x');
      await route.fulfill({ body: older, contentType: 'text/css' });
    });
    await page.goto('/login');
    await fillIn(page, { email: waiting.email, password: 'Wrong12345' });
    await press(page, 'Show password');
    await page.getByRole('button', { name: 'Hide password' }).waitFor();
    await press(page, 'Log in');
    await untilSeen(page, 'The email address or password is wrong.');
    await fillIn(page, { email: '', password: waiting.password });
    await press(page, 'Log in');
    assert.equal(await page.locator('#email').getAttribute('aria-invalid'), 'true');
    await fillIn(page, { email: waiting.email });
    await press(page, 'Log in');
    await untilSeen(page, 'Confirm your account first');
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1');

    await page.goto('/dev/inbox');
    const link = await page.locator('.inbox-link a').first().getAttribute('href');
    await page.goto(link ?? '');
    await press(page, 'Yes, confirm my account');
    await untilSeen(page, 'Your account is confirmed');
    await logInAs(page, waiting);
    await page.locator('#phone_country').selectOption('DE');
    await fillIn(page, { industry: 'Poetry', phone_number: '030 1234' });
    await press(page, 'Save changes');
    await untilSeen(page, 'Saved:');
    assert.equal(await page.locator('#phone_number').inputValue(), '+49 30 1234');
    await openSection(page, 'Security');
    await press(page, 'Change password');
    await page.locator('#current_password:focus').waitFor();
    await press(page, 'Cancel');
    await untilSeen(page, 'This browser cannot add passkeys here.');
    await page.getByRole('list', { name: 'Devices' }).getByText('This device').waitFor();
    await service.clock.advance(11 * 60_000);
    await press(page, 'Add an app');
    const dialog = page.getByRole('dialog', { name: 'Please confirm it’s you' });
    await dialog.waitFor();
    await page.keyboard.type(waiting.password);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    await press(page, 'Cancel');
    await openSection(page, 'Data');
    await press(page, 'Delete account…');
    await page.getByRole('dialog', { name: 'Delete your account?' }).waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual(lookingBehind, []);
    const width = await page.evaluate<number>('document.querySelector("main").clientWidth');
    assert.ok(width > 600, `the account page is ${width} pixels wide`);
    assert.equal(await page.evaluate('document.body.clientHeight >= innerHeight'), true);
  });
});
