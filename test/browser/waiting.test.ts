import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeInBrowser, fillIn, it, journey, OWN_PAGES, press, untilSeen } from '../support/browser.ts';
import {
  linksIn,
  registered,
  registration,
  type Service,
  startService,
  verificationToken,
} from '../support/service.ts';
import { until } from '../support/until.ts';

async function register(page: Page, person = registration()): Promise<{ email: string; password: string }> {
  await page.goto('/register');
  await fillIn(page, person);
  await press(page, 'Create account');
  await untilSeen(page, 'Check your inbox');
  return person;
}

const verifyOnAnotherDevice = async (service: Service, email: string): Promise<void> => {
  const token = await verificationToken(service, email);
  assert.equal((await service.request('POST', '/api/verify', { token })).status, 200);
};

/** How many logins the page has tried. */
function countLogins(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login')) count += 1;
  });
  return () => count;
}

/** As when another tab is looked at, and as when this one is looked at again. */
const setVisible = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate(
    `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`,
  );

describeInBrowser('a page that waits for the verification', (visit) => {
  journey('goes on when the link is opened in another tab, which then offers to continue too', async (t) => {
    const home = '/?after';
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, HOME_URL: home });
    const { page, newTab } = await visit(t, service);
    const { email } = await register(page);
    const link = (await service.emailsTo(email)).flatMap(linksIn).at(-1)?.href ?? '';
    // So that it is told by the other tab, and does not find out by itself.
    await setVisible(page, 'hidden');
    const second = await newTab();
    await second.goto(link);
    await press(second, 'Yes, confirm my account');
    await page.waitForURL(`${service.url}${home}`);
    await untilSeen(page, 'Welcome back');
    await untilSeen(second, 'You’re logged in.');
    await second.getByRole('link', { name: 'Continue' }).click();
    await second.waitForURL(`${service.url}${home}`);
    await untilSeen(second, 'Welcome back');
  });

  it('goes back for another address, with all but the password, and the first link opens nothing', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const { page } = await visit(t, service, { viewport: { width: 320, height: 640 } });
    const wrong = await register(page);
    const stranger = await verificationToken(service, wrong.email);
    await press(page, 'Wrong address? Change it');
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    assert.equal(await page.evaluate('document.activeElement.id'), 'email');
    assert.equal(await page.locator('#email').inputValue(), wrong.email);
    assert.equal(await page.locator('#full_name').inputValue(), 'Ada Lovelace');
    assert.equal(await page.locator('#password').inputValue(), '');
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0);

    const right = 'right@example.com';
    await fillIn(page, { email: right, password: 'Difference2' });
    await press(page, 'Create account');
    await untilSeen(page, right);
    assert.equal((await service.request('POST', '/api/verify', { token: stranger })).status, 404);
    await press(page, 'Send a new link');
    await untilSeen(page, `A new link is on its way to ${right}`);
    assert.equal((await service.emailsTo(right)).length, 2, 'one for each press');
    await setVisible(page, 'hidden');
    await verifyOnAnotherDevice(service, right);
    await page.clock.install();
    await page.clock.fastForward(11_000);
    await setVisible(page, 'visible');
    await page.waitForURL('**/account');
    await untilSeen(page, right);
  });

  it('goes on when the link is opened elsewhere, asks nothing while nobody looks, and gives up in time', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, MAX_FAILED_LOGINS: '1' });
    const { page } = await visit(t, service);
    await page.clock.install();
    const registeredHere = await register(page);
    const countHere = countLogins(page);
    const refused = page.waitForResponse('**/api/login');
    await page.clock.fastForward(11_000);
    assert.equal((await refused).status(), 403);
    await setVisible(page, 'hidden');
    await page.clock.fastForward(30 * 60_000);
    assert.equal(countHere(), 1);
    await verifyOnAnotherDevice(service, registeredHere.email);
    await setVisible(page, 'visible');
    await page.waitForURL('**/account');
    await untilSeen(page, registeredHere.email);
    await page.evaluate('sessionStorage.clear()');

    // Likewise on the page to log in.
    const account = await registered(service);
    const logins = countLogins(page);
    await page.goto('/login');
    await fillIn(page, { email: account.email, password: account.password });
    await press(page, 'Log in');
    await untilSeen(page, 'Confirm your account first');
    const ATTEMPTS = 8;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const answered = page.waitForResponse('**/api/login');
      await until('the next attempt is scheduled and made', async () => {
        await page.clock.fastForward(301_000);
        return logins() > attempt;
      });
      assert.equal((await answered).status(), 403);
    }
    await page.clock.fastForward(3_600_000);
    await page.clock.fastForward(3_600_000);
    assert.equal(logins(), 1 + ATTEMPTS);
    await verifyOnAnotherDevice(service, account.email);
    await setVisible(page, 'visible');
    await page.waitForURL('**/account');
  });
});

describeInBrowser('a page that says to look into the inbox', (visit) => {
  it('leads to the mailbox of a provider that it knows, in a new tab, and asks nobody before', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, MAX_EMAIL_BURST: '0' });
    const { page } = await visit(t, service);
    const mailbox = page.locator('main a[target="_blank"]').filter({ visible: true });
    const assertLeadsTo = async (name: string, href: string) => {
      await page.getByRole('link', { name, exact: true }).waitFor();
      assert.equal(await mailbox.getAttribute('href'), href);
      assert.equal(await mailbox.getAttribute('rel'), 'noopener noreferrer');
    };
    await page.goto('/forgot-password');
    for (const [email, name, href] of [
      ['Ada@GMail.com', 'Open Gmail', 'https://mail.google.com/mail/'],
      ['ada@gmail.com.example.com'],
      ['ada@hotmail.co.uk', 'Open Outlook', 'https://outlook.live.com/mail/'],
    ]) {
      await fillIn(page, { email: email ?? '' });
      await page.keyboard.press('Enter');
      await untilSeen(page, 'Check your inbox');
      assert.equal(await page.locator('#asked strong').innerText(), email, 'the address stands out');
      if (name !== undefined && href !== undefined) await assertLeadsTo(name, href);
      else assert.equal(await mailbox.count(), 0, email);
      await press(page, 'Send again or use another address');
    }

    await page.goto('/verify');
    await fillIn(page, { email: 'ada@web.de' });
    await press(page, 'Send a new link');
    await assertLeadsTo('Open WEB.DE', 'https://web.de/');

    const person = await register(page, registration({ email: 'ada@proton.me' }));
    await assertLeadsTo('Open Proton Mail', 'https://mail.proton.me/');
    await page.goto('/login');
    await fillIn(page, { email: person.email, password: person.password });
    await press(page, 'Log in');
    await untilSeen(page, 'Confirm your account first');
    await assertLeadsTo('Open Proton Mail', 'https://mail.proton.me/');
  });
});
