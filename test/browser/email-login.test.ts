import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { atNextStep, codeOfApp, protectedBy } from '../support/authenticator.ts';
import {
  describeInBrowser,
  fillIn,
  it,
  journey,
  OWN_PAGES,
  openSection,
  press,
  seen,
  untilSeen,
} from '../support/browser.ts';
import { newestCode, otherThan } from '../support/login-code.ts';
import { linksIn, registered, type Service, startService, verified } from '../support/service.ts';

const SETTINGS = { ...OWN_PAGES, EMAIL_LOGIN: 'on' };
const BEGIN = 'Log in with a code by email';

const codeLink = async (service: Service, email: string): Promise<string> =>
  (await service.emailsTo(email)).flatMap(linksIn).at(-1)?.href ?? '';

/** What a page asks the service for. */
function requestsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  return asked;
}

const changesIn = (asked: readonly string[]) =>
  asked.filter((request) => request.includes('/api/') || !request.startsWith('GET'));

describeInBrowser('a code by e-mail', (visit) => {
  journey('logs in where it was asked for; what is opened changes nothing, and elsewhere shows the code', async (t) => {
    const service = await startService(t, 'sqlite', SETTINGS);
    const { email } = await verified(service);
    const { page, newTab } = await visit(t, service);
    await page.goto(`${service.url}/login?return_to=/admin/users`);
    await press(page, BEGIN);
    await untilSeen(page, 'Enter your email address, and we’ll send you a code.');
    await fillIn(page, { email });
    await press(page, BEGIN);
    await untilSeen(page, 'Check your inbox');

    const code = await newestCode(service, email);
    const link = await codeLink(service, email);
    for (let opened = 0; opened < 25; opened += 1) {
      await (await fetch(link)).text();
      await fetch(link, { method: 'HEAD' });
    }
    const stranger = await visit(t, service);
    const asked = requestsOf(stranger.page);
    await stranger.page.goto(link, { waitUntil: 'networkidle' });
    assert.match((await seen(stranger.page)).replaceAll(/\s/g, ''), new RegExp(`Yourlogincode.*${code}`));
    assert.equal(stranger.page.url(), `${service.url}/login/code`);
    assert.equal(await stranger.page.getByRole('button').count(), 0);
    assert.deepEqual(changesIn(asked), []);

    const tab = await newTab();
    const askedHere = requestsOf(tab);
    await tab.goto(link, { waitUntil: 'networkidle' });
    await untilSeen(tab, `You asked for a code for ${email} in this browser.`);
    assert.deepEqual(changesIn(askedHere), []);
    assert.deepEqual(await service.db.all('SELECT id FROM refresh_tokens'), []);
    await press(tab, 'Log in');
    await tab.waitForURL('**/admin/users');
    // The tab that waited for the code goes on too. Its address before has the same path in its query.
    await page.waitForURL((url) => url.pathname === '/admin/users');
    await page.goto('/account');
    await press(page, 'Log out');
    await page.locator('#password').waitFor();
  });

  it('opens an account without a password, whose owner can choose one', async (t) => {
    const service = await startService(t, 'sqlite', SETTINGS);
    const { email } = await registered(service);
    const { page } = await visit(t, service);
    await page.goto(`${service.url}/account#security`);
    await page.waitForURL(/\/login/);
    await fillIn(page, { email });
    await press(page, BEGIN);
    await untilSeen(page, email);
    await page.goto(await codeLink(service, email));
    await press(page, 'Log in');
    await page.waitForURL(/\/account#security/);
    await untilSeen(page, 'You log in without a password.');
    await press(page, 'Email me a link to choose one');
    await untilSeen(page, `The link is on its way to ${email}.`);
    await service.clock.advance(11 * 60_000);
    await openSection(page, 'Data');
    await press(page, 'Download my data');
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByLabel('Password').count(), 0);
    await dialog.getByRole('button', { name: 'Log in again' }).click();
    await page.waitForURL(/\/login/);
  });

  it('is typed where the login began, after a reload too, and is followed by the second factor', async (t) => {
    const service = await startService(t, 'sqlite', SETTINGS);
    const account = await protectedBy(service, await verified(service));
    const { email } = account;
    const { page } = await visit(t, service);
    await page.goto(`${service.url}/login`);
    await fillIn(page, { email });
    await press(page, BEGIN);
    await untilSeen(page, email);
    const older = await newestCode(service, email);
    await page.reload();
    await fillIn(page, { login_code: otherThan(older) });
    await untilSeen(page, 'This code is wrong or has expired.');
    await press(page, 'Send a new code');
    await untilSeen(page, 'We’ve sent a new code. Earlier ones no longer work.');
    await fillIn(page, { login_code: older });
    await untilSeen(page, 'This code is wrong or has expired.');
    await fillIn(page, { login_code: await newestCode(service, email) });
    await untilSeen(page, 'authenticator app');
    await page.fill('#second-code', codeOfApp(account.secret, await atNextStep(service)));
    await page.waitForURL(/\/account/);
    await page.goto(`${service.url}/login/code`);
    await untilSeen(page, 'This link is incomplete');
  });
});
