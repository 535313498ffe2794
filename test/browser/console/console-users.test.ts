import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { usersCommand } from '../../../src/cli/users.ts';
import { promote } from '../../support/admin.ts';
import { assertAccessible } from '../../support/axe.ts';
import { describeInBrowser, fillIn, it, journey, OWN_PAGES, openAs, press, untilSeen } from '../../support/browser.ts';
import {
  type Account,
  logIn,
  newestToken,
  registered,
  type Service,
  startService,
  verified,
} from '../../support/service.ts';
import { until } from '../../support/until.ts';

const FOCUSED_ROW = "document.activeElement.closest('tr')?.innerText ?? ''";
const focusedText = (page: Page) => page.evaluate<string>('document.activeElement.innerText');
const rows = (page: Page) => page.locator('tbody tr[data-key]');
const namesShown = async (page: Page) => page.locator('tbody .two-lines > :first-child').allInnerTexts();

async function administrator(service: Service): Promise<Account> {
  const account = await verified(service, { full_name: 'Grace Hopper' });
  await promote(service, account.email);
  return account;
}

const statusOf = async (service: Service, { id }: Account) =>
  (await service.db.one<{ s: string }>('SELECT account_status AS s FROM users WHERE id = $1', [id]))?.s;

/** The page of a user has this name as its heading and in its title. */
async function namedAs(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
  assert.equal((await page.title()).split(' · ')[0], name);
}

describeInBrowser('the users of the console', (visit) => {
  journey('are found, filtered, suspended with a way back, and deleted once the address is typed', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, SESSIONS: 'many' });
    const admin = await administrator(service);
    const emile = await verified(service, { full_name: 'Émile Zola' });
    const lin = await registered(service, { full_name: 'Lin Chen' });
    await logIn(service, emile);
    const { page } = await visit(t, service);
    await openAs(page, service, admin, '/admin/users');
    await rows(page).nth(2).waitFor();
    await untilSeen(page, '3 in all');
    await page.locator('.chip', { hasText: 'Not confirmed' }).locator('text=1').waitFor();

    // The search is by keyboard, its words are in the address, and the arrow keys lead to the account.
    await page.keyboard.press('/');
    await page.keyboard.type('emile');
    await page.waitForURL('**/admin/users?query=emile');
    await untilSeen(page, '1 in all');
    assert.deepEqual(await namesShown(page), ['Émile Zola']);
    await page.keyboard.press('Escape');
    await page.locator('#search-field').fill('');
    await untilSeen(page, '3 in all');
    await page.getByRole('button', { name: 'Name' }).click();
    await page.waitForURL('**/admin/users?sort=name');
    await page.getByText('Émile Zola').first().waitFor();
    await page.locator('thead th[aria-sort="ascending"]').waitFor();
    await page.locator('body').click({ position: { x: 5, y: 400 } });
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/users/${emile.id}`);

    // One account: all of it, and what is done can be undone.
    await page.getByRole('heading', { name: 'Devices' }).waitFor();
    await namedAs(page, 'Émile Zola');
    await page.getByRole('button', { name: 'Suspend' }).press('Enter');
    await untilSeen(page, 'Émile Zola is suspended and logged out.');
    await until('its opposite has the focus', async () => (await focusedText(page)) === 'Lift suspension');
    assert.equal(await statusOf(service, emile), 'SUSPENDED');
    await page.locator('.notice').getByRole('link', { name: admin.email }).waitFor();
    const display = await page.evaluate(`getComputedStyle(document.querySelector('.notice a')).display`);
    assert.equal(display, 'inline', 'who it was is a part of the sentence');
    await press(page, 'Undo');
    await untilSeen(page, 'Émile Zola can log in again.');
    assert.equal(await statusOf(service, emile), 'ACTIVE');
    await page.getByText('More', { exact: true }).click();
    await assertAccessible(page, 'one user, and the menu');
    await press(page, 'Delete account');
    const dialog = page.getByRole('dialog', { name: 'Delete this account?' });
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await untilSeen(page, 'This doesn’t match yet.');
    await dialog.getByLabel(/^Type/).fill(emile.email);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await untilSeen(page, 'The account of Émile Zola is deleted.');
    assert.equal(await statusOf(service, emile), undefined);
    await namedAs(page, 'User');
    await page.goto(`/admin/users/${emile.id}`);
    await untilSeen(page, 'This account doesn’t exist');
    await namedAs(page, 'User');
    // In another language, and without a name.
    await service.db.all(`UPDATE users SET full_name = '' WHERE id = $1`, [lin.id]);
    await page.goto(`/admin/users/${lin.id}?lang=de`);
    await namedAs(page, lin.email);
  });

  journey('are invited, choose their password, and are changed many at once', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, SESSIONS: 'many' });
    const admin = await administrator(service);
    const others = [await verified(service, { full_name: 'Tim B' }), await verified(service, { full_name: 'Uma C' })];
    const { page } = await visit(t, service, { viewport: { width: 390, height: 800 } });
    await openAs(page, service, admin, '/admin/users');
    await rows(page).nth(2).waitFor();

    await press(page, 'Invite');
    const dialog = page.getByRole('dialog', { name: 'Invite someone' });
    await press(page, 'Send invitation');
    await dialog.getByRole('alert').filter({ hasText: /./ }).first().waitFor();
    await assertAccessible(page, 'the invitation', 'dialog[open]');
    await dialog.getByLabel('Email addresses').fill('ida@example.com');
    await dialog.getByLabel('Role').selectOption('Administrator');
    await untilSeen(page, 'Check the email address carefully.');
    await dialog.getByLabel('Language of the email').selectOption('German');
    await press(page, 'Send invitation');
    await untilSeen(page, 'We’ve sent an invitation to ida@example.com.');
    await page.getByText('ida@example.com').last().waitFor();
    const invited = await visit(t, service);
    const token = await newestToken(service, 'ida@example.com', '/invitation');
    assert.match(String((await service.emailsTo('ida@example.com')).at(-1)?.subject), /Einladung|eingeladen/i);
    await invited.page.goto(`/invitation?token=${token}&email=ida%40example.com`);
    await untilSeen(invited.page, 'Your account for ida@example.com needs a few details and a password.');
    await assertAccessible(invited.page, 'the page of an invitation');
    const ownWords = { full_name: 'Ida Rhodes', phone_number: '+1 202 555 0100', industry: 'Computing' };
    await invited.page.locator('#full_name').waitFor();
    await fillIn(invited.page, { ...ownWords, new_password: 'Chosen-it-1' });
    await press(invited.page, 'Complete account');
    await untilSeen(invited.page, 'You’re all set');
    const ida = await logIn(service, { email: 'ida@example.com', password: 'Chosen-it-1' });
    assert.equal((await service.request('GET', '/api/admin/users', { token: ida.data.access_token })).status, 200);
    await usersCommand(service.db, ['demote', 'ida@example.com'], () => {});

    await page.reload();
    for (const name of ['Tim B', 'Uma C', 'Ida Rhodes']) await page.getByLabel(`Select ${name}`).check();
    await untilSeen(page, '3 selected');
    // Another administrator is quicker.
    const { data } = await logIn(service, admin);
    const path = `/api/admin/users/${ida.data.user.id}`;
    assert.equal((await service.request('DELETE', path, { token: data.access_token })).status, 200);
    await press(page, 'Suspend');
    await press(page, 'Suspend 3 accounts');
    await untilSeen(page, '2 accounts suspended. Ida Rhodes no longer exists.');
    for (const other of others) assert.equal(await statusOf(service, other), 'SUSPENDED');
    await press(page, 'Undo');
    await untilSeen(page, 'The suspension of 2 accounts is lifted.');
    for (const other of others) assert.equal(await statusOf(service, other), 'ACTIVE');
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0);
  });

  it('are shown as before when Back leads to them', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const admin = await administrator(service);
    await service.db.all(`INSERT INTO users (full_name, email, phone_number, industry, password_hash, name_key,
      created_at, updated_at)
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 119)
      SELECT 'Person ' || n, 'p' || n || '@example.com', 'p' || n, 'x', 'none', 'person ' || n, now(), now()
      FROM numbers`);
    const { page } = await visit(t, service);
    await openAs(page, service, admin, '/admin/users?sort=created');
    await untilSeen(page, '50 shown');
    await press(page, 'Show more');
    await untilSeen(page, '100 shown');
    await page.getByText('Person 98', { exact: true }).click();
    await page.waitForURL('**/admin/users/99');
    await untilSeen(page, 'p98@example.com');
    await page.goBack();
    await untilSeen(page, '100 shown');
    await page.getByText('Person 98', { exact: true }).waitFor();
    assert.ok((await page.evaluate<number>('scrollY')) > 1000);
    await until('the row has the focus', async () => /Person 98/.test(await page.evaluate(FOCUSED_ROW)));
    // The headings stay, and say what the columns are.
    const heading = await page.getByRole('columnheader', { name: 'Status' }).boundingBox();
    assert.ok(heading && Math.abs(heading.y) < 2, `the headings are at ${heading?.y}`);
  });
});
