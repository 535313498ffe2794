import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, fillIn, it, journey, OWN_PAGES, press, untilSeen, type Visit } from '../support/browser.ts';
import { startExampleApplication } from '../support/example-application.ts';
import { freePort } from '../support/free-port.ts';
import { type Account, linksIn, registration, type Service, startService, verified } from '../support/service.ts';

async function newestLink(service: Service, email: string): Promise<string> {
  const link = (await service.emailsTo(email)).flatMap(linksIn).at(-1);
  assert.ok(link, `no e-mail to ${email}`);
  return link.href;
}

/** The service and, at another address, the application of docs/pages.md. */
async function startBoth(t: TestContext, visit: Visit) {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const service = await startService(t, 'sqlite', { ...OWN_PAGES, RETURN_URLS: `${origin}/shop` });
  const shop = await startExampleApplication(t, {
    APP_PORT: String(port),
    LATCHKEY: service.url,
    PAGES_URL: service.url,
  });
  return { service, shop, ...(await visit(t, service, { alsoAt: [origin] })) };
}

async function logIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>): Promise<void> {
  await fillIn(page, { email, password });
  await press(page, 'Log in');
}

const entered = (page: Page, field: string): Promise<string> => page.locator(`#${field}`).inputValue();

describeInBrowser('an application that sends its users here', (visit) => {
  journey('gets them back after a registration and a reset, whose links open in another tab', async (t) => {
    const { service, shop, page, newTab } = await startBoth(t, visit);
    const { email, ...person } = registration();
    await page.goto(shop);
    await page.getByRole('link', { name: 'Log in' }).click();
    await fillIn(page, { email });
    // The address is passed on by a script; the button works once that has started.
    await page.locator('#login-form button[type=submit]:enabled').waitFor();
    await page.getByRole('link', { name: 'Create account' }).click();
    await page.waitForURL('**/register?*');
    assert.equal(await entered(page, 'email'), email, 'typed on the page before');
    await fillIn(page, person);
    await press(page, 'Create account');
    await untilSeen(page, 'Check your inbox');
    await page.close();

    const verifying = await newTab();
    await verifying.goto(await newestLink(service, email));
    await press(verifying, 'Yes, confirm my account');
    await verifying.getByRole('link', { name: 'Log in' }).click();
    await verifying.waitForURL('**/login?*');
    assert.equal(await entered(verifying, 'email'), email);
    await verifying.getByRole('link', { name: 'Forgot your password?' }).click();
    await verifying.waitForURL('**/forgot-password?*');
    assert.equal(await entered(verifying, 'email'), email);
    await press(verifying, 'Send link');
    await untilSeen(verifying, 'Check your inbox');
    await verifying.close();

    const resetting = await newTab();
    await resetting.goto(await newestLink(service, email));
    assert.equal(await entered(resetting, 'username'), email, 'for the password manager');
    await fillIn(resetting, { new_password: 'Difference2' });
    await press(resetting, 'Save new password');
    await resetting.waitForURL(`${shop}?back`);
    await untilSeen(resetting, 'Back in the shop');

    // Who is logged in already has nothing to do there.
    const passed = resetting.waitForURL('**/login?*', { waitUntil: 'commit' });
    await resetting.getByRole('link', { name: 'Log in' }).click();
    await passed;
    await resetting.waitForURL(`${shop}?back`);
    await untilSeen(resetting, 'Back in the shop');
    assert.equal(
      await resetting.evaluate('document.referrer + JSON.stringify([localStorage, sessionStorage])'),
      '[{},{}]',
    );
    await resetting.goto('/healthz');
    assert.equal(await resetting.evaluate('localStorage.length'), 0, 'nothing is kept once the journey is over');
  });

  it('has their session when both are at one address', async (t) => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const settings = { FRONTEND_URL: origin, RETURN_URLS: `${origin}/shop`, REFRESH_ROTATION: 'on' };
    const service = await startService(t, 'sqlite', settings);
    const shop = await startExampleApplication(t, { APP_PORT: String(port), LATCHKEY: service.url });
    const account = await verified(service);
    const { page } = await visit(t, service, { alsoAt: [origin] });
    await page.goto(shop);
    await page.getByRole('link', { name: 'Log in' }).click();
    await logIn(page, account);
    const tokens = new Set<string>();
    for (let loads = 0; loads < 3; loads += 1) {
      if (loads > 0) await page.reload();
      await untilSeen(page, 'Hello Ada Lovelace');
      tokens.add(await page.evaluate('sessionStorage.getItem("latchkey.refresh-token")'));
    }
    assert.equal(tokens.size, 3, 'it keeps the newest token');
    assert.equal(page.url(), `${shop}?back`, 'no token in the address');
  });

  it('gets nobody who was sent with an address that is not allowed, also where one was kept', async (t) => {
    const origin = 'https://shop.example';
    const shop = `${origin}/shop`;
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, RETURN_URLS: shop });
    const account = await verified(service);
    const { page } = await visit(t, service);
    const evil = 'https://evil.example/';
    const seed = await page.addInitScript({
      content: `localStorage.setItem('latchkey.journey', JSON.stringify([{ purpose: 'account_verification',
        email: ${JSON.stringify(account.email)}, untilMs: Date.now() + 60000,
        carried: ${JSON.stringify(new URLSearchParams({ return_to: evil }).toString())} }]))`,
    });
    await page.goto(await newestLink(service, account.email));
    await seed.dispose();
    await page.getByRole('link', { name: 'Log in' }).click();
    await logIn(page, account);
    await page.waitForURL(`${service.url}/account`);
    // Who is logged in already is sent on at once, perhaps before the page has loaded, which would count as a failed
    // load.
    for (const query of [
      `?return_to=${encodeURIComponent(`${origin}@evil.example/shop`)}`,
      `?return_to=${encodeURIComponent(shop)}&return_to=${encodeURIComponent(evil)}`,
      `#return_to=${encodeURIComponent(evil)}&next=${encodeURIComponent(evil)}`,
    ]) {
      await page.goto(`/login${query}`, { waitUntil: 'commit' });
      await page.waitForURL(`${service.url}/account`);
    }
  });

  it('names the language and the e-mail address, and is the home of everybody else', async (t) => {
    const home = 'https://shop.example/home';
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, HOME_URL: home });
    const account = await verified(service);
    const { page } = await visit(t, service, { alsoAt: [new URL(home).origin] });
    await page.route(home, (route) => route.fulfill({ body: 'The shop', contentType: 'text/html' }));
    await page.goto(`/register?lang=de&email=${encodeURIComponent(account.email)}`);
    await untilSeen(page, 'Konto erstellen');
    assert.equal(page.url(), `${service.url}/register?lang=de`, 'an address need not stay in the history');
    assert.equal(await entered(page, 'email'), account.email);
    await page.getByRole('link', { name: 'Anmelden' }).click();
    await page.waitForURL('**/login?lang=de');
    await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
    await press(page, 'Link senden');
    await untilSeen(page, 'Schauen Sie in Ihr Postfach');
    assert.match((await service.emailsTo(account.email)).at(-1)?.text ?? '', /Guten Tag/);
    await page.getByRole('link', { name: 'Zurück zur Anmeldung' }).last().click();
    // The first field that is empty.
    await page.locator('#password:focus').waitFor();
    await fillIn(page, { password: account.password });
    await press(page, 'Anmelden');
    await page.waitForURL(home);

    await page.goto(`${service.url}/account`);
    await untilSeen(page, account.email);
    // The language that was chosen stays, until another one is.
    await press(page, 'Abmelden');
    await untilSeen(page, 'Sie sind abgemeldet.');
    await page.getByRole('link', { name: 'English' }).click();
    await page.goto(`${service.url}/.well-known/change-password`);
    await page.waitForURL(`${service.url}/login`);
    await logIn(page, account);
    await page.waitForURL(`${service.url}/account#change-password`);
    await page.locator('#current_password:focus').waitFor();
    await untilSeen(page, 'Passkeys');
    await press(page, 'Cancel');
    assert.equal(page.url(), `${service.url}/account#security`);
    await page.getByRole('link', { name: 'Latchkey' }).click();
    await page.waitForURL(home);
  });
});
