import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { promote } from '../../support/admin.ts';
import { assertAccessible } from '../../support/axe.ts';
import {
  describeInBrowser,
  downloadAs,
  it,
  journey,
  OWN_PAGES,
  openAs,
  press,
  untilSeen,
} from '../../support/browser.ts';
import { type Account, logIn, type Service, startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const LONG = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4);
const ARABIC = 'محمد بن عبد الله الخوارزمي';

const rows = (page: Page) => page.locator('tbody tr[data-key]');
const focused = (page: Page) =>
  page.evaluate<string>("document.activeElement.getAttribute('aria-label') || document.activeElement.textContent");
const focusedRow = (page: Page) => page.evaluate<string>("document.activeElement.closest('tr')?.innerText ?? ''");
const overflow = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

/** What can be pressed, outside of text, and is less than 44 pixels high. */
const tooSmallForFingers = (page: Page) =>
  page
    .locator(
      'main :is(.button, .chip, select, .select-box, .search input), .sidebar-head button, .list-foot button, ' +
        'dialog .button',
    )
    .filter({ visible: true })
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML));

/** Entries of the palette that are cut off although there is room beside them. */
const READ_CUT_ENTRIES = `[...document.querySelectorAll('#palette-list .icon + .cut:last-child')]
  .filter((one) => one.scrollWidth > one.clientWidth)
  .filter((one) => one.parentElement.getBoundingClientRect().right - one.getBoundingClientRect().right > 16)
  .map((one) => one.textContent)`;

/** With the keyboard alone, as often as somebody would press it. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let pressed = 0; pressed < 25; pressed += 1) {
    if ((await focused(page))?.trim() === name) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not lead to "${name}"`);
}

const suspendedNames = async (service: Service) =>
  (
    await service.db.all<{ name: string }>(
      "SELECT full_name AS name FROM users WHERE account_status = 'SUSPENDED' ORDER BY full_name",
    )
  ).map(({ name }) => name);

async function administrator(service: Service, full_name: string): Promise<Account> {
  const account = await verified(service, { full_name });
  await promote(service, account.email);
  return account;
}

describeInBrowser('the lists of the console', (visit) => {
  it('suspends three of five found people and undoes it, with the keyboard alone', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const admin = await administrator(service, 'Found Admin');
    for (const name of ['A', 'B', 'C', 'D', 'E']) await verified(service, { full_name: `Found ${name}` });
    await verified(service, { full_name: 'Somebody Else' });
    const { page } = await visit(t, service);
    await openAs(page, service, admin, '/admin');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();

    const go = async (key: string) => {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
    };
    await go('v');
    await page.waitForURL('**/admin/invitations');
    await untilSeen(page, 'No open invitations');
    await go('u');
    await page.waitForURL('**/admin/users');
    await untilSeen(page, '7 in all');
    await page.keyboard.press('/');
    await page.keyboard.type('found');
    await untilSeen(page, '6 in all');
    await page.getByRole('link', { name: 'All 6', exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    // Newest first: E and D, one that is left out, and A to B.
    await until('the first row has the focus', async () => /Found E/.test(await focusedRow(page)));
    for (const key of ['x', 'j', 'x', 'j', 'j', 'x']) await page.keyboard.press(key);
    await untilSeen(page, '3 selected');
    await untilSeen(page, 'Your own account is left out.');
    await tabTo(page, 'Suspend');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Suspend 3 accounts?' }).waitFor();
    await tabTo(page, 'Suspend 3 accounts');
    await page.keyboard.press('Enter');
    await untilSeen(page, '3 accounts suspended.');
    assert.deepEqual(await suspendedNames(service), ['Found B', 'Found D', 'Found E']);
    await page.getByRole('link', { name: 'Suspended 3', exact: true }).waitFor();
    await until('the focus is in the list', async () => /Found B/.test(await focusedRow(page)));
    await tabTo(page, 'Undo');
    await page.keyboard.press('Enter');
    await untilSeen(page, 'The suspension of 3 accounts is lifted.');
    assert.deepEqual(await suspendedNames(service), []);

    // From one row to another, and back by a letter.
    await page.keyboard.press('k');
    await page.keyboard.press('Home');
    await page.keyboard.press('x');
    await page.keyboard.press('End');
    await page.keyboard.press('k');
    await page.keyboard.press('Shift+X');
    await untilSeen(page, '5 selected');
    await press(page, 'Suspend');
    await press(page, 'Suspend 5 accounts');
    await untilSeen(page, '5 accounts suspended.');
    await page.keyboard.press('z');
    await untilSeen(page, 'The suspension of 5 accounts is lifted.');
    assert.deepEqual(await suspendedNames(service), []);
  });

  it('shows names of any length, holds its filters in the address, and hands out what matches', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, SESSIONS: 'many' });
    const admin = await administrator(service, 'Grace Hopper');
    await verified(service, { full_name: ARABIC });
    await verified(service, { full_name: LONG, email: `${'a'.repeat(60)}@example.com` });
    const { page } = await visit(t, service);
    await openAs(page, service, admin, '/admin/users');
    await untilSeen(page, '3 in all');
    const name = page.getByText(LONG);
    const cut = await name.boundingBox();
    assert.ok(cut && cut.width < 400, 'it is cut off');
    await page.keyboard.press('j');
    await until('it is whole', async () =>
      name.evaluate((one) => one.scrollWidth <= one.clientWidth && one.clientHeight > 30),
    );
    assert.equal(await name.getAttribute('title'), LONG);
    assert.equal(await page.getByText(ARABIC).getAttribute('dir'), 'auto');
    await page.getByRole('button', { name: 'Last seen' }).click();
    await page.waitForURL('**/admin/users?sort=seen');
    await page.locator('th[aria-sort=ascending]', { hasText: 'Last seen' }).waitFor();
    await until('who is here comes first', async () => /Grace Hopper/.test(await rows(page).first().innerText()));

    // An address holds its filters.
    await page.getByRole('link', { name: /^Active/ }).click();
    await page.waitForURL('**/admin/users?sort=seen&status=ACTIVE');
    await page.goto('/admin/users');
    await untilSeen(page, '3 in all');
    await page.goto('/admin/users?sort=seen&status=ACTIVE');
    await page.locator('th[aria-sort=ascending]', { hasText: 'Last seen' }).waitFor();
    await page.locator('a[aria-current=true]', { hasText: 'Active' }).waitFor();

    await page.getByRole('searchbox').fill('wolf');
    await untilSeen(page, '1 in all');
    const download = await downloadAs(page, 'CSV');
    assert.match(download.suggestedFilename(), /^users-.*\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    assert.deepEqual([lines.length, lines[1]?.includes(LONG)], [2, true]);

    await page.goto('/admin/users');
    for (const width of [320, 640]) {
      await page.setViewportSize({ width, height: 640 });
      await page.getByRole('checkbox', { name: `Select ${ARABIC}` }).check();
      assert.equal(await overflow(page), 0, `at ${width}`);
    }
    await page.getByLabel('Order').selectOption('Last seen first');
    await page.waitForURL('**/admin/users?sort=-seen');

    // On a phone, a card shows the important facts, and everything is large enough for a finger.
    await page.setViewportSize({ width: 320, height: 640 });
    assert.equal(await rows(page).first().locator('[data-label="Second factor"]').isVisible(), false);
    await assertAccessible(page, 'the users on a phone, one selected');
    assert.deepEqual(await tooSmallForFingers(page), []);
    await press(page, 'Log out');
    await page.getByRole('button', { name: 'Log out 1 account' }).waitFor();
    assert.deepEqual(await tooSmallForFingers(page), []);
    await press(page, 'Cancel');
    await press(page, 'Find anything');
    const palette = page.getByRole('dialog', { name: 'Find or do something' });
    await palette.getByRole('option').first().waitFor();
    assert.deepEqual(await page.evaluate(READ_CUT_ENTRIES), []);
    await palette.getByRole('button', { name: 'Close' }).click();
    await palette.waitFor({ state: 'hidden' });
    await page.goto('/admin/audit');
    await rows(page).first().waitFor();
    assert.equal(await overflow(page), 0, 'a long address in the audit trail');
  });

  journey(
    'selects all that is shown, changes it a hundred at a time, and opens rows by a click anywhere',
    async (t) => {
      const service = await startService(t, 'sqlite', OWN_PAGES);
      const admin = await administrator(service, 'Grace Hopper');
      await service.db.all(
        `INSERT INTO users (full_name, email, password_hash, account_status, created_at, updated_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 140)
        SELECT 'Person ' || i, 'p' || i || '@example.com', '', 'ACTIVE', now(), now() FROM n`,
      );
      const { page } = await visit(t, service, { viewport: { width: 1280, height: 800 } });
      await openAs(page, service, admin, '/admin/users');
      await press(page, 'Show more');
      await untilSeen(page, '100 shown');
      await press(page, 'Show more');
      await untilSeen(page, '141 in all');
      await page.getByRole('checkbox', { name: 'Select Person 7', exact: true }).check();
      const all = page.getByRole('checkbox', { name: 'Select all 140 shown' });
      assert.equal(await page.locator('th input:indeterminate').count(), 1);
      await press(page, 'Select all 140 shown');
      await untilSeen(page, '140 selected');
      assert.equal(await all.isChecked(), true);
      await assertAccessible(page, 'all users selected');
      const batches: number[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/users/bulk')) batches.push(request.postDataJSON().ids.length);
      });
      await press(page, 'Suspend');
      await press(page, 'Suspend 140 accounts');
      await untilSeen(page, '140 accounts suspended.');
      assert.deepEqual(batches, [100, 40]);
      assert.equal((await suspendedNames(service)).length, 140);
      await press(page, 'Undo');
      await untilSeen(page, 'The suspension of 140 accounts is lifted.');
      assert.deepEqual(await suspendedNames(service), []);

      // What the service refuses, or nobody waits for, stays selected.
      await all.check();
      await page.route('**/users/bulk', (route) => (batches.length === 6 ? route.abort() : route.continue()));
      await press(page, 'Suspend');
      await press(page, 'Suspend 140 accounts');
      await untilSeen(page, '100 accounts suspended.');
      await untilSeen(page, '40 selected');
      await page.unroute('**/users/bulk');

      // Not only the name opens a row; its box does not, nor does selected text.
      const cell = rows(page).nth(3).locator('[data-column=role]');
      await rows(page).nth(3).getByRole('checkbox').click();
      const text = await cell.boundingBox();
      assert.ok(text);
      await page.mouse.move(text.x + 2, text.y + text.height / 2);
      await page.mouse.down();
      await page.mouse.move(text.x + text.width - 2, text.y + text.height / 2);
      await page.mouse.up();
      assert.equal(await page.evaluate('getSelection().isCollapsed'), false);
      assert.equal(new URL(page.url()).pathname, '/admin/users');
      await page.evaluate('getSelection().removeAllRanges()');
      for (const click of [
        () => cell.click({ modifiers: ['ControlOrMeta'] }),
        () => cell.click({ button: 'middle' }),
      ]) {
        const [tab] = await Promise.all([page.context().waitForEvent('page'), click()]);
        await tab.waitForURL('**/admin/users/*');
        await tab.close();
      }
      assert.equal(new URL(page.url()).pathname, '/admin/users');
      await cell.click();
      await page.waitForURL('**/admin/users/*');
    },
  );

  it('finds anything with Ctrl and K, returns to the row, and logs out a selection of devices', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, SESSIONS: 'many' });
    const admin = await administrator(service, 'Grace Hopper');
    const ada = await verified(service, { full_name: 'Ada Lovelace' });
    for (const _ of [1, 2, 3]) await logIn(service, ada);
    const old =
      "UPDATE refresh_tokens SET created_at = created_at - ms($1), address = '203.0.113.9' WHERE user_id = $2";
    await service.db.all(old, [40 * 86_400_000, ada.id]);
    const { page } = await visit(t, service);
    await openAs(page, service, admin, '/admin/sessions');
    await untilSeen(page, '4 in all');
    await untilSeen(page, 'This device');
    await assertAccessible(page, 'the sessions');

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Find or do something' });
    await palette.getByRole('combobox').fill('love');
    await palette.getByRole('option', { name: 'Ada Lovelace' }).waitFor();
    await assertAccessible(page, 'the palette', 'dialog[open]');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/users/${ada.id}`);
    await page.goBack();
    await untilSeen(page, '4 in all');
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill('failed log');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/audit?event=login_failed*');
    await page.goBack();
    await untilSeen(page, '4 in all');

    // By network and by age, which leave the device in use out.
    await page.getByLabel('IP address or network').fill('203.0.113.0/24');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/sessions?address=203.0.113.0%2F24');
    await untilSeen(page, '3 in all');
    await page.getByRole('combobox', { name: /^Age/ }).selectOption('Older than 30 days');
    await page.waitForURL('**&older_than=30');
    await page.getByRole('combobox', { name: /^Device/ }).selectOption('Firefox');
    await untilSeen(page, 'Nothing matches');
    await press(page, 'Clear filters');
    await untilSeen(page, '4 in all');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/users/${ada.id}`);
    await page.goBack();
    await until('the row has the focus', async () => /Ada Lovelace/.test(await focusedRow(page)));
    const own = page.getByRole('checkbox', { name: 'The device you’re using is logged out on its own' });
    assert.equal(await own.isDisabled(), true);
    const others = page.getByRole('checkbox', { name: 'Select the session of Ada Lovelace' });
    await others.first().click();
    await others.last().click({ modifiers: ['Shift'] });
    await untilSeen(page, '3 selected');
    await untilSeen(page, 'The device you’re using is left out.');
    await press(page, 'Log out selection');
    await page.getByRole('dialog', { name: 'Log out 3 devices?' }).waitFor();
    await press(page, 'Log out 3 devices');
    await untilSeen(page, '3 devices logged out.');
    await untilSeen(page, '1 in all');
  });

  it('says where the reader is that there are new events, opens them, and takes several events and days', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const admin = await administrator(service, 'Grace Hopper');
    const fail = (email: string) => service.request('POST', '/api/login', { body: { email, password: 'Wrong-one-1' } });
    await service.db.all(
      `INSERT INTO audit_events (happened_at, event, user_id) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL
        SELECT i + 1 FROM n WHERE i < 40) SELECT now() - ms($1), 'password_changed', $2 FROM n`,
      [3 * 86_400_000, admin.id],
    );
    const { page } = await visit(t, service);
    await openAs(page, service, admin, '/admin/audit');
    await page.locator('#follow[data-state=on]').waitFor();
    await rows(page).nth(40).waitFor();
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, 900);
    await until('it is scrolled', async () => (await page.evaluate<number>('scrollY')) > 600);
    const before = await page.evaluate<number>('scrollY');
    await fail(admin.email);
    const button = page.getByRole('button', { name: 'Show 1 new event' });
    await button.waitFor();
    const place = await button.boundingBox();
    assert.ok(place && place.y > 0 && place.y < 200, `it is in sight, at ${place?.y}`);
    assert.equal(await page.evaluate<number>('scrollY'), before, 'nothing has moved');
    await button.click();
    await until('the new event has the focus', async () => /Wrong password/.test(await focusedRow(page)));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'What happened' });
    await dialog.getByText('login_failed').waitFor();
    await assertAccessible(page, 'one event', 'dialog[open]');
    await dialog.getByRole('link', { name: 'Everything about this account' }).click();
    await page.waitForURL(`**/admin/audit?query=${admin.id}`);

    await page.goto('/admin/audit');
    await page.getByRole('link', { name: 'Failed logins' }).click();
    await until('the preset counts', async () => (await rows(page).count()) === 1);
    await page.locator('summary', { hasText: '8 events' }).click();
    await page.getByLabel('Password changed', { exact: true }).check();
    await until('both kinds are there', async () => (await rows(page).count()) === 41);
    await page.keyboard.press('Escape');
    await page.locator('summary', { hasText: 'Period' }).click();
    await page.getByRole('link', { name: 'Today' }).click();
    await until('only those of today', async () => (await rows(page).count()) === 1);
    await page.getByRole('link', { name: '7 days' }).click();
    await until('those of the week', async () => (await rows(page).count()) === 41);
    await assertAccessible(page, 'the filters of the audit trail');
  });
});
