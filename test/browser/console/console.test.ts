import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { CONSOLE_SCREENS } from '../../../src/console/console-paths.ts';
import { CONSOLE_TEXTS } from '../../../src/console/texts/languages.ts';
import { PAGE_TEXTS } from '../../../src/pages/texts/languages.ts';
import { promote } from '../../support/admin.ts';
import { assertAccessible } from '../../support/axe.ts';
import {
  DEVELOPER_INBOX,
  describeInBrowser,
  fillIn,
  it,
  journey,
  OWN_PAGES,
  openAs,
  press,
  untilSeen,
} from '../../support/browser.ts';
import { type Account, registered, type Service, startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const focused = (page: Page) => page.evaluate<string>('document.activeElement.id');
const overflow = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
const navigation = (page: Page) => page.locator('.sidebar').getByRole('navigation');

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 320, height: 640 };

/** With all that it loads. */
async function assertFits(page: Page): Promise<void> {
  await page.locator('[aria-busy=true], .skeleton').first().waitFor({ state: 'hidden' });
  assert.equal(await overflow(page), 0, page.url());
}

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
  journey('sends strangers to the login and back, and leads through all screens on a phone', async (t) => {
    // Without a mail server, which has the longest text above the list of e-mails.
    const service = await startService(t, 'sqlite', { ...DEVELOPER_INBOX, OPENID: 'on' });
    const admin = await registered(service);
    await service.db.all(`UPDATE users SET role = 'ADMIN', account_status = 'ACTIVE'`);
    const { page } = await visit(t, service, { viewport: DESK });
    await page.goto('/admin/users?query=ada%40example&status=SUSPENDED');
    await enter(page, admin);
    await page.waitForURL('**/admin/users?query=ada%40example&status=SUSPENDED');
    await heading(page, 'Users').waitFor();
    await untilSeen(page, admin.email);

    // In another language, the screen and its filters stay. French has the longest words.
    await page.locator('#account-menu summary').click();
    await page.getByRole('link', { name: 'Français' }).click();
    await heading(page, 'Utilisateurs').waitFor();
    assert.equal(new URL(page.url()).search, '?query=ada%40example&status=SUSPENDED&lang=fr');
    const current = (state: 'page' | 'true') =>
      page.locator(`nav [aria-current=${state}] > span:not(.count)`).allInnerTexts();
    const { sessions, user, ...others } = CONSOLE_SCREENS;
    for (const name of Object.keys({ sessions, ...others }) as (keyof typeof CONSOLE_SCREENS)[]) {
      const { title } = CONSOLE_TEXTS.fr[name];
      // The first by the navigation of a desk, the others by the menu of a phone.
      if (name !== 'sessions') await press(page, 'Menu');
      await navigation(page).getByRole('link', { name: title, exact: true }).click();
      await heading(page, title).waitFor();
      assert.deepEqual(await current('page'), [title]);
      if (name === 'sessions') {
        await page.locator('tbody tr[data-key]').first().waitFor();
        await page.setViewportSize(PHONE);
      }
      await assertFits(page);
    }
    await page.goto(`${user.path.replace(':id', String(admin.id))}?lang=fr`);
    assert.deepEqual(await current('true'), ['Utilisateurs']);
    await assertFits(page);
    await press(page, 'Menu');
    await page.locator('#account-menu summary').click();
    await press(page, 'Se déconnecter');
    await page.waitForURL('**/login?lang=fr');
    await untilSeen(page, 'Vous êtes déconnecté.');
  });

  it('says so when the form of a dialog cannot be loaded, opens it once it can, and then has the focus back', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, FRESH_LOGIN: '5m' });
    const admin = await administrator(service);
    const ada = await verified(service, { full_name: 'Ada King' });
    const { page } = await visit(t, service);
    const untilUnreachable = () => page.getByRole('status').getByText(PAGE_TEXTS.en.messages.unreachable).waitFor();
    await openAs(page, service, admin, '/admin/users');
    await untilSeen(page, '2 in all');
    await page.route('**/assets/**', (route) => route.abort());
    await press(page, 'Invite');
    await untilUnreachable();
    await page.unroute('**/assets/**');
    await page.reload();
    await press(page, 'Invite');
    await page.getByRole('dialog', { name: 'Invite someone' }).waitFor();

    // Likewise the question for the password.
    await page.goto(`/admin/users/${ada.id}`);
    const suspend = page.getByRole('button', { name: 'Suspend' });
    await suspend.waitFor();
    await service.clock.advance(6 * 60_000);
    await page.route('**/recent-login*', (route) => route.abort());
    await suspend.press('Enter');
    await untilUnreachable();
    await page.unroute('**/recent-login*');
    await page.reload();
    await suspend.press('Enter');
    await page.getByRole('dialog', { name: 'Please confirm it’s you' }).waitFor();
    await fillIn(page, { password: admin.password });
    await press(page, 'Confirm');
    await untilSeen(page, 'Ada King is suspended and logged out.');
    const focusedText = () => page.evaluate<string>('document.activeElement.innerText');
    await until('the button has the focus', async () => (await focusedText()) === 'Lift suspension');
  });

  it('is worked by keyboard, and on a phone', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const { page } = await visit(t, service, { viewport: DESK });
    const admin = await administrator(service);
    await openAs(page, service, admin, '/admin');
    await untilSeen(page, admin.email);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await focused(page), 'main', 'the first link skips the navigation');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await assertAccessible(page, 'the list of keys', 'dialog[open]');
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
    await heading(page, 'Users').waitFor();
    await untilSeen(page, admin.email);
    await page.locator('#account-menu summary').click();
    await assertAccessible(page, 'the frame on a desk');

    await page.setViewportSize(PHONE);
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    await page.getByText(admin.email).filter({ visible: true }).waitFor();
    await page.locator('#account-menu summary').click();
    assert.equal(await overflow(page), 0);
    await assertAccessible(page, 'the menu on a phone');
    await page.keyboard.press('Escape');
    assert.equal(await navigation(page).isVisible(), false);
    await menu.click();
    await navigation(page).getByRole('link', { name: 'Overview', exact: true }).click();
    await heading(page, 'Overview').waitFor();
    assert.equal(await overflow(page), 0);
    await page.goto('/account');
    await page.getByRole('navigation').getByRole('link', { name: 'Console' }).waitFor();
    assert.equal(await overflow(page), 0);
  });
});
