import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { createKey } from '../../../src/features/api-keys/cli/api-keys.ts';
import { promote } from '../../support/admin.ts';
import { assertAccessible } from '../../support/axe.ts';
import { describeInBrowser, downloadAs, journey, OWN_PAGES, openAs, press, untilSeen } from '../../support/browser.ts';
import { type Account, type Service, startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const DAY_MS = 86_400_000;
const overflow = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
const rows = (page: Page) => page.locator('#audit-list tbody tr[data-key]');
const events = (page: Page) => rows(page).locator('.status').allInnerTexts();
const following = (page: Page) => page.locator('#follow[data-state=on]').waitFor();

const fail = (service: Service, { email }: Pick<Account, 'email'>) =>
  service.request('POST', '/api/login', { body: { email, password: 'Wrong-one-1' } });

async function administrator(service: Service): Promise<Account> {
  const account = await verified(service);
  await promote(service, account.email);
  return account;
}

describeInBrowser('the screens of what happened', (visit) => {
  journey('the audit trail: filters in the address, live, and as a file', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const [admin, ada] = [await administrator(service), await verified(service)];
    await fail(service, ada);
    const { page } = await visit(t, service);
    await openAs(page, service, admin, '/admin/audit');
    await following(page);

    // New events come by themselves, and not while it is paused.
    const before = await rows(page).count();
    await fail(service, ada);
    await until('the event has come', async () => (await rows(page).count()) === before + 1);
    assert.equal((await events(page))[0], 'Wrong password');
    await createKey(service.db, ['Support desk'], () => {}, { scopes: 'users:read' });
    await until('the key is named', async () =>
      /API key created\s+Support desk · lk_\w{12}_…/.test(await rows(page).first().innerText()),
    );
    await press(page, 'Live');
    assert.equal(await page.locator('#follow').getAttribute('aria-pressed'), 'false');
    await fail(service, { email: 'nobody@example.com' });
    await page.locator('summary', { hasText: 'Event' }).click();
    await page.getByLabel('Wrong password', { exact: true }).check();
    await page.waitForURL('**/admin/audit?event=login_failed');
    await page.keyboard.press('Escape');
    await until('the filter counts', async () => (await rows(page).count()) === 3);
    await untilSeen(page, 'No such account');
    await page.getByRole('searchbox').fill(ada.email);
    await until('the search counts', async () => (await rows(page).count()) === 2);
    await page.reload();
    await until('the address is the state', async () => (await rows(page).count()) === 2);
    await following(page);
    await fail(service, { email: 'nobody@example.com' });
    await fail(service, ada);
    await until('what the filters leave is followed', async () => (await rows(page).count()) === 3);
    assert.match(await rows(page).first().innerText(), new RegExp(ada.email));

    const download = await downloadAs(page, 'CSV');
    assert.match(download.suggestedFilename(), /^audit-.*\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    assert.equal(lines.length, 4, 'a header line, and what the filters leave');
    await untilSeen(page, 'The file has been downloaded.');
    await page.route('**/api/admin/audit/export?*', () => {});
    await page.getByText('Download', { exact: true }).click();
    await press(page, 'Download as JSON');
    await untilSeen(page, 'The file is being downloaded…');
    await press(page, 'Cancel');
    await untilSeen(page, 'The download is cancelled.');
    assert.equal(await page.getByText('The file is being downloaded…').count(), 0);

    // Rows stay when others cannot be read.
    await page.route('**/api/admin/audit?*', (route) => route.abort());
    await page.getByRole('link', { name: 'Administrators' }).click();
    await untilSeen(page, 'This is what was here before.');
    assert.equal(await rows(page).count(), 3);
    await page.unroute('**/api/admin/audit?*');
    await press(page, 'Try again');
    await untilSeen(page, 'Nothing matches');
    await assertAccessible(page, 'nothing matches');

    // An event has an account, none that is known, or none at all.
    await press(page, 'Clear filters');
    const row = (event: string) => page.getByRole('row').filter({ hasText: event });
    await row('Audit trail exported').waitFor();
    assert.doesNotMatch(await row('Audit trail exported').innerText(), /No such account/);
  });

  journey('the overview: numbers, charts with a keyboard and a table, and the latest events', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const admin = await administrator(service);
    const today = Math.floor(service.clock.nowMs() / DAY_MS);
    const add = (ago: number, name: string, count: number) =>
      service.db.all('INSERT INTO statistics (day, name, events) VALUES ($1, $2, $3)', [today - ago, name, count]);
    await add(1, 'logged_in', 1234);
    await add(1, 'login_failed', 56);
    await add(40, 'registered', 7);
    const { page } = await visit(t, service, { viewport: { width: 320, height: 640 } });
    await openAs(page, service, admin, '/admin');
    await page.locator('#total-accounts').getByText('1', { exact: true }).waitFor();
    await untilSeen(page, '1 new in 30 days');
    await untilSeen(page, 'Role changed');
    await page.locator('#live-state[data-state=on]').waitFor();
    assert.equal(await overflow(page), 0);

    const slider = page.getByRole('slider', { name: 'Logins' });
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /Succeeded 1,234, Failed 56$/);
    assert.match(await page.locator('#chart-logins .chart-legend').innerText(), /1,234[\s\S]*56/);
    await page.locator('#chart-logins summary').click();
    await page.locator('#chart-logins').getByRole('cell', { name: '1,234' }).waitFor();
    assert.equal(await overflow(page), 0);
    const table = page.locator('#chart-logins .chart-table');
    assert.ok(await table.evaluate((one) => one.scrollWidth <= one.clientWidth), 'no column is out of sight');
    await assertAccessible(page, 'the overview on a phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('#chart-logins').getByRole('cell', { name: '1,234' }).waitFor();
    assert.equal(await overflow(page), 0);
    // Text is larger on very wide screens, and the charts with it.
    await page.setViewportSize({ width: 2560, height: 1440 });
    const heights = ['.chart-plot', '.chart-plot svg'].map((part) => page.locator(`#chart-logins ${part}`));
    await until('the chart fills its place', async () => {
      const [place, drawing] = await Promise.all(heights.map(async (one) => (await one.boundingBox())?.height ?? 0));
      return place !== undefined && place > 200 && drawing !== undefined && Math.abs(place - drawing) < 2;
    });
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.getByRole('link', { name: '90 days' }).click();
    await page.waitForURL('**/admin?days=90');
    await untilSeen(page, '8 new in 90 days');
    await fail(service, { email: 'nobody@example.com' });
    await untilSeen(page, 'Wrong password');
    await page.route('**/api/admin/statistics?*', (route) => route.abort());
    await page.getByRole('link', { name: '7 days' }).click();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await untilSeen(page, '8 new in 90 days');
    await page.reload();
    await untilSeen(page, 'This can’t be shown right now');
    await page.unroute('**/api/admin/statistics?*');
    await press(page, 'Try again');
    await untilSeen(page, '1 new in 7 days');
  });
});
