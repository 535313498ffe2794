import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { promote } from '../../support/admin.ts';
import { assertAccessible } from '../../support/axe.ts';
import { describeInBrowser, it, journey, OWN_PAGES, openAs, press, untilSeen } from '../../support/browser.ts';
import { type Account, registered, type Service, startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const overflow = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
const today = () => new Date().toISOString().slice(0, 10);

async function administrator(service: Service): Promise<Account> {
  const account = await verified(service, { full_name: 'Grace Hopper' });
  await promote(service, account.email);
  return account;
}

describeInBrowser('the overview and the settings', (visit) => {
  journey('tell what is left to do, and open exactly what they count', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const admin = await administrator(service);
    await registered(service);
    const { page } = await visit(t, service, { viewport: { width: 1280, height: 900 } });
    await openAs(page, service, admin, '/admin');
    const setup = page.getByRole('region', { name: 'Finish setting up' });
    await setup.getByText('1 of 5 done').waitFor();
    assert.equal(await setup.getByRole('heading', { name: 'Connect a mail server' }).count(), 0, 'it answers');
    await press(page, 'I back up another way: Make backups');
    await untilSeen(page, 'Skipped: Make backups.');
    await setup.getByText('2 of 5 done').waitFor();
    await press(page, 'Undo');
    await setup.getByText('1 of 5 done').waitFor();
    for (const step of ['Protect administrators with a second factor', 'Connect your app', 'Make it yours']) {
      await press(page, `Skip: ${step}`);
    }
    await setup.getByRole('heading', { name: 'Make it yours' }).waitFor({ state: 'detached' });
    await assertAccessible(page, 'what is left to do');
    await press(page, 'I back up another way: Make backups');
    await setup.waitFor({ state: 'detached' });

    // What a tile counts is what it opens.
    assert.equal(await page.locator('#total-unverified').innerText(), '1');
    await page.getByRole('link', { name: 'Not confirmed' }).click();
    await page.waitForURL('**/admin/users?status=INACTIVE');
    await untilSeen(page, '1 in all');
    await page.goto('/admin?days=7');
    assert.match(
      (await page.getByRole('link', { name: 'Emails waiting' }).getAttribute('href')) ?? '',
      /state=waiting/,
    );
    await page.getByRole('link', { name: '2 new in 7 days' }).click();
    await page.waitForURL('**/admin/audit?event=registered&from=*');

    // A day of a chart, by the mouse, by the keyboard and in the table.
    await page.goBack();
    const chart = page.getByRole('slider', { name: 'Logins' });
    const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
    await chart.click({ position: { x: width - 30, y: height / 2 } });
    const events = `**/admin/audit?event=logged_in*&from=${today()}&to=${today()}`;
    await page.waitForURL(events);
    await page.goBack();
    await chart.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.waitForURL(events);
  });

  it('show sections, the brand in force, a test e-mail, and the colours that were chosen', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, PRODUCT_NAME: 'Kite & Co' });
    const admin = await administrator(service);
    const { page } = await visit(t, service, { viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
    await openAs(page, service, admin, '/admin/settings#mail');
    const sections = page.getByRole('navigation', { name: 'Sections' });
    await sections.locator('a[aria-current]', { hasText: 'Email' }).waitFor();
    await press(page, 'Send me a test email');
    await untilSeen(page, `A test email is on its way to ${admin.email}.`);
    assert.equal((await service.emailsTo(admin.email)).at(-1)?.subject, 'A test from Kite & Co');
    const document = page.getByRole('link', { name: 'docs/pages.md' }).first();
    const answer = await page.request.get((await document.getAttribute('href')) ?? '');
    assert.match(await answer.text(), /^# /);

    await sections.getByRole('link', { name: 'Look' }).click();
    const login = page.frameLocator('iframe[title="The login page"]');
    await login.getByRole('heading', { name: 'Log in' }).waitFor();
    await login.getByText('Kite & Co').first().waitFor();
    await page.frameLocator('iframe[title="An email"]').getByText('Confirm your Kite & Co account').first().waitFor();
    await page.getByRole('group', { name: 'Colours' }).getByRole('button', { name: 'Dark' }).last().click();
    await login.locator('html[data-theme="dark"]').waitFor({ state: 'attached' });

    // The theme of the console is there before the first paint, and stays.
    const canvas = () => page.evaluate<string>('document.body ? getComputedStyle(document.body).backgroundColor : ""');
    await page.locator('#account-menu summary').click();
    await page.locator('.account-menu').getByRole('button', { name: 'Dark' }).click();
    assert.equal(await canvas(), 'rgb(14, 17, 22)');
    await page.goto('/admin/settings', { waitUntil: 'commit' });
    await until('it has its style sheet', async () => (await canvas()).startsWith('rgb('));
    assert.equal(await canvas(), 'rgb(14, 17, 22)');
    await page.goto('/account');
    assert.equal(await canvas(), 'rgb(14, 17, 22)');
    await page.goto('/forgot-password');
    assert.equal(await canvas(), 'rgb(243, 244, 247)', 'visitors have no switch');
    await page.goto('/admin/settings');
    await page.locator('#account-menu summary').click();
    await page.locator('.account-menu').getByRole('button', { name: 'System' }).click();
    assert.equal(await canvas(), 'rgb(243, 244, 247)');
    await page.setViewportSize({ width: 320, height: 640 });
    assert.equal(await overflow(page), 0);
  });
});
