import type { Page } from 'playwright-core';
import { promote } from '../support/admin.ts';
import { describeInBrowser, fillIn, it, OWN_PAGES, openAs, press, untilSeen } from '../support/browser.ts';
import { type Account, logIn, type Service, startService, verified } from '../support/service.ts';
import { until } from '../support/until.ts';

const MINUTE_MS = 60_000;
const focusedText = (page: Page) => page.evaluate<string>('document.activeElement.innerText');
const focusedRow = (page: Page) => page.evaluate<string>("document.activeElement.closest('tr')?.innerText ?? ''");

async function administrator(service: Service): Promise<Account> {
  const account = await verified(service, { full_name: 'Grace Hopper' });
  await promote(service, account.email);
  return account;
}

describeInBrowser('the focus in the console', (visit) => {
  it('stays in the list when its row is gone, and where a button becomes its opposite', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, SESSIONS: 'many' });
    const admin = await administrator(service);
    const ada = await verified(service, { full_name: 'Ada Lovelace' });
    await logIn(service, ada);
    const { page } = await visit(t, service);
    await openAs(page, service, admin, '/admin/sessions');
    await page.getByRole('button', { name: 'Log out Ada Lovelace' }).press('Enter');
    await untilSeen(page, 'Ada Lovelace is logged out on this device.');
    await page.getByRole('button', { name: 'Log out Ada Lovelace' }).waitFor({ state: 'detached' });
    await until('the row in its place has the focus', async () => /Grace Hopper/.test(await focusedRow(page)));

    await page.goto(`/admin/users/${ada.id}`);
    await page.getByRole('button', { name: 'Suspend' }).press('Enter');
    await page.getByRole('button', { name: 'Lift suspension' }).waitFor();
    await until('the button has the focus', async () => (await focusedText(page)) === 'Lift suspension');
  });

  it('returns after a question for the password, whose script is loaded when it is needed', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, FRESH_LOGIN: '5m' });
    const admin = await administrator(service);
    const ada = await verified(service, { full_name: 'Ada Lovelace' });
    const { page } = await visit(t, service);
    await openAs(page, service, admin, `/admin/users/${ada.id}`);
    const suspend = page.getByRole('button', { name: 'Suspend' });
    await suspend.waitFor();
    await service.clock.advance(6 * MINUTE_MS);
    await page.route('**/recent-login*', (route) => route.abort());
    await suspend.press('Enter');
    await untilSeen(page, 'We couldn’t connect.');
    await page.unroute('**/recent-login*');
    await page.reload();
    await suspend.press('Enter');
    await page.getByRole('dialog', { name: 'Please confirm it’s you' }).waitFor();
    await fillIn(page, { password: admin.password });
    await press(page, 'Confirm');
    await untilSeen(page, 'Ada Lovelace is suspended and logged out.');
    await until('the button has the focus', async () => (await focusedText(page)) === 'Lift suspension');
  });
});
