import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { promote } from '../../support/admin.ts';
import { assertAccessible } from '../../support/axe.ts';
import { describeInBrowser, it, OWN_PAGES, openAs, press, untilSeen } from '../../support/browser.ts';
import { type Account, logIn, type Service, startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

async function administrator(service: Service, full_name: string): Promise<Account> {
  const account = await verified(service, { full_name });
  await promote(service, account.email);
  return account;
}

const userOf = async (service: Service, { id }: Account) =>
  service.db.one('SELECT account_status AS status, role FROM users WHERE id = $1', [id]);

const focusedRow = (page: Page) => page.evaluate<string>("document.activeElement.closest('tr')?.innerText ?? ''");

/** Less likely actions. */
const IN_MENU = ['Remove administrator role', 'Log out everywhere', 'Delete account'];

/** Presses, reads the question, and says no. */
async function declines(page: Page, button: string | RegExp, title: string, lead: string): Promise<void> {
  if (IN_MENU.includes(String(button))) await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: button, ...(typeof button === 'string' && { exact: true }) }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByText(lead).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
}

describeInBrowser('administrators who change their own account', (visit) => {
  it('are asked first, in words that say so, and neither select themselves nor are asked about others', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, SESSIONS: 'many' });
    const grace = await administrator(service, 'Grace Hopper');
    const ada = await administrator(service, 'Ada Lovelace');
    const { page } = await visit(t, service);
    await openAs(page, service, grace, '/admin/users');
    await page.getByRole('checkbox', { name: 'Select all 1 shown' }).check();
    await untilSeen(page, '1 selected');
    const own = page.getByRole('checkbox', { name: 'Your own account can be changed on its page only' });
    assert.equal(await own.isDisabled(), true);
    await untilSeen(page, 'Your own account is left out.');
    await declines(page, 'Suspend', 'Suspend 1 account?', 'They’re logged out right away');
    await press(page, 'Suspend');
    await press(page, 'Suspend 1 account');
    await untilSeen(page, '1 account suspended.');
    await service.db.all("UPDATE users SET account_status = 'ACTIVE' WHERE id = $1", [ada.id]);
    await press(page, 'Undo');
    await untilSeen(page, 'Somebody has changed 1 since.');

    await logIn(service, ada);
    await page.goto('/admin/sessions');
    await page.getByRole('button', { name: 'Log out Ada Lovelace' }).press('Enter');
    await untilSeen(page, 'Ada Lovelace is logged out on this device.');
    await page.getByRole('button', { name: 'Log out Ada Lovelace' }).waitFor({ state: 'detached' });
    await until('the row in its place has the focus', async () => /Grace Hopper/.test(await focusedRow(page)));
    await declines(page, 'Log out Grace Hopper', 'Log out this device?', 'You’re using it right now.');

    await press(page, 'Log out Grace Hopper');
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login**');

    await openAs(page, service, grace, `/admin/users/${grace.id}`);
    await page.getByRole('heading', { name: 'Grace Hopper', level: 1 }).waitFor();
    await declines(page, 'Suspend', 'Suspend your own account?', 'until another administrator lifts the suspension');
    await declines(page, 'Remove administrator role', 'Remove the administrator role?', 'This is your own account.');
    await declines(page, 'Log out everywhere', 'Log yourself out everywhere?', 'This device too.');
    await declines(page, 'Delete account', 'Delete this account?', 'This is your own account.');
    await untilSeen(page, 'This device');
    await declines(page, /^Log out (Unknown|Chrome)/, 'Log out this device?', 'You’re using it right now.');
    assert.deepEqual({ ...(await userOf(service, grace)) }, { status: 'ACTIVE', role: 'ADMIN' });

    await press(page, 'Suspend');
    await assertAccessible(page, 'the question before the own suspension', 'dialog[open]');
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await page.waitForURL('**/login**');
    await untilSeen(page, 'This account is suspended.');
  });
});
