import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { CONSOLE_SCREENS } from '../../src/pages/console-paths.ts';
import { promote } from '../support/admin.ts';
import { assertAccessible } from '../support/axe.ts';
import {
  DEVELOPER_INBOX,
  describeInBrowser,
  fillIn,
  it,
  OWN_PAGES,
  openAs,
  press,
  untilSeen,
} from '../support/browser.ts';
import { type Account, registered, type Service, startService, verified } from '../support/service.ts';

const focused = (page: Page) => page.evaluate<string>('document.activeElement.id');
const overflow = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Console' });

async function administrator(service: Service): Promise<Account> {
  const account = await verified(service);
  await promote(service, account.email);
  return account;
}

async function enter(page: Page, { email, password }: Account): Promise<void> {
  await page.waitForURL('**/login?*');
  await fillIn(page, { email, password });
  await press(page, 'Log in');
}

describeInBrowser('the console', (visit) => {
  it('sends strangers to the login and then back to the screen, and leads through all screens', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const admin = await administrator(service);
    const { page } = await visit(t, service);
    await page.goto('/admin/users?query=ada%40example&status=SUSPENDED');
    await enter(page, admin);
    await page.waitForURL('**/admin/users?query=ada%40example&status=SUSPENDED');
    await heading(page, 'Users').waitFor();
    await untilSeen(page, admin.email);
    for (const name of ['Sessions', 'Audit', 'Emails', 'Keys', 'API keys', 'Settings', 'Overview']) {
      await navigation(page).getByRole('link', { name, exact: true }).click();
      await heading(page, name).waitFor();
      assert.deepEqual(await page.locator('nav [aria-current=page]').allInnerTexts(), [name]);
    }
    await page.goto('/admin/users/1?lang=en');
    assert.equal(await page.locator('nav [aria-current=true]').innerText(), 'Users');

    // In another language, the screen and its filters stay.
    await page.goto('/admin/audit?event=login');
    await page.locator('#account-menu summary').click();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await heading(page, 'Protokoll').waitFor();
    assert.equal(new URL(page.url()).search, '?event=login&lang=de');
    await page.locator('#account-menu summary').click();
    await press(page, 'Abmelden');
    await page.waitForURL('**/login?lang=de');
    await untilSeen(page, 'Sie sind abgemeldet.');
  });

  it('lets administrators in, and tells everybody else calmly where to go', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, SECOND_FACTOR: 'admins' });
    const [user, admin] = [await verified(service), await administrator(service)];
    const { page } = await visit(t, service);
    await page.goto('/admin/keys');
    await enter(page, user);
    await heading(page, 'Only administrators can use the console').waitFor();
    await untilSeen(page, `You’re logged in as ${user.email}`);
    assert.equal(await navigation(page).isVisible(), false);
    await assertAccessible(page, 'not an administrator');
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await page.waitForURL('**/account');
    await untilSeen(page, user.email);
    assert.equal(await page.getByRole('link', { name: 'Console' }).isVisible(), false);
    await press(page, 'Log out');

    // The role is there at once for a session that began before.
    await page.waitForURL('**/login*');
    await fillIn(page, { email: admin.email, password: admin.password });
    await press(page, 'Log in');
    await page.waitForURL('**/account#security');
    await page.getByRole('navigation').getByRole('link', { name: 'Console' }).click();
    await heading(page, 'Add a second factor first').waitFor();
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await page.waitForURL('**/account#security');
    await untilSeen(page, 'Please add an authenticator app now.');
  });

  it('is worked by keyboard', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const { page } = await visit(t, service);
    const admin = await administrator(service);
    await openAs(page, service, admin, '/admin');
    await untilSeen(page, admin.email);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await focused(page), 'main', 'the first link skips the navigation');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await assertAccessible(page, 'the list of keys');
    await page.getByLabel('Use shortcuts made of a single letter').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    assert.equal(await focused(page), 'main', 'single letters do nothing when they are switched off');
    await page.locator('#account-menu summary').press('Enter');
    await press(page, 'Shortcuts');
    await page.getByLabel('Use shortcuts made of a single letter').check();
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate('document.activeElement.localName'), 'summary', 'the menu that led to the list');
    await page.keyboard.press('/');
    assert.equal(await focused(page), 'search-field');
    await page.keyboard.type('grace/?');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/users?query=grace%2F%3F');
  });

  it('fits every screen from 320 pixels on, in light and dark', async (t) => {
    // Without a mail server, which has the longest text above the list of e-mails.
    const service = await startService(t, 'sqlite', DEVELOPER_INBOX);
    const admin = await registered(service);
    await service.db.all(`UPDATE users SET role = 'ADMIN', account_status = 'ACTIVE'`);
    const { page } = await visit(t, service, { viewport: { width: 320, height: 640 } });
    await openAs(page, service, admin, '/admin');
    await heading(page, 'Overview').waitFor();
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    await untilSeen(page, admin.email);
    await page.locator('#account-menu summary').click();
    assert.equal(await overflow(page), 0);
    await assertAccessible(page, 'the menu on a phone');
    await page.keyboard.press('Escape');
    assert.equal(await navigation(page).isVisible(), false);
    await menu.click();
    await navigation(page).getByRole('link', { name: 'Users', exact: true }).click();
    await heading(page, 'Users').waitFor();
    assert.equal(await overflow(page), 0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await navigation(page).waitFor();
    await page.locator('#account-menu summary').click();
    await assertAccessible(page, 'the frame on a desk');
    // French has the longest words.
    await page.setViewportSize({ width: 320, height: 640 });
    for (const { path } of Object.values(CONSOLE_SCREENS)) {
      await page.goto(`${path.replace(':id', String(admin.id))}?lang=fr`);
      await page.locator('[aria-busy=true], .skeleton').first().waitFor({ state: 'hidden' });
      assert.equal(await overflow(page), 0, path);
    }
    await page.goto('/account?lang=en');
    await page.getByRole('navigation').getByRole('link', { name: 'Console' }).waitFor();
    assert.equal(await overflow(page), 0);
  });
});
