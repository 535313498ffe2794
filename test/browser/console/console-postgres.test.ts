import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { promote } from '../../support/admin.ts';
import { protectedBy } from '../../support/authenticator.ts';
import { describeInBrowser, it, OWN_PAGES, openAs, press, untilSeen } from '../../support/browser.ts';
import { type Account, registered, type Service, startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

// The screens that count, search and follow, on PostgreSQL. The tests beside this one use SQLite, and have the other
// screens; the tests of the operations behind all of them run on both.

interface People {
  readonly admin: Account;
  readonly emile: Account;
}

const SETTINGS = { ...OWN_PAGES, SESSIONS: 'many', DATA_KEYS: 'first:a-data-key-of-the-tests-4e1b' };

async function peopleOf(service: Service): Promise<People> {
  service.smtp.follow({ recipient: (address) => (address.startsWith('tom') ? '550 5.1.1 no such user' : 'accept') });
  const admin = await verified(service, { full_name: 'Grace Hopper' });
  await promote(service, admin.email);
  const emile = await verified(service, { full_name: 'Émile Zola' });
  await protectedBy(service, emile);
  for (const name of ['tom', 'tomas']) await registered(service, { full_name: name, email: `${name}@example.com` });
  await until('two e-mails are given up', async () => (await stateOf(service, 'dead')) === 2);
  return { admin, emile };
}

const stateOf = async ({ db }: Service, state: string) =>
  (await db.all('SELECT 1 AS one FROM outbox WHERE state = $1', [state])).length;

const rows = (page: Page) => page.locator('tbody tr[data-key]');
const untilRows = (page: Page, count: number) =>
  until(`${count} rows are shown`, async () => (await rows(page).count()) === count);

async function overview(page: Page): Promise<void> {
  const total = (id: string, count: string) => page.locator(`#total-${id}`).getByText(count, { exact: true }).waitFor();
  await Promise.all([total('accounts', '4'), total('sessions', '2'), total('unverified', '2'), total('emails', '0')]);
  await untilSeen(page, '4 new in 30 days');
  await untilSeen(page, '2 given up');
  await page.locator('#chart-logins summary').click();
  const today = page.locator('#chart-logins tbody tr').first();
  assert.deepEqual(await today.getByRole('cell').allInnerTexts(), ['2', '0'], 'logins of today');
}

/** The list: searched, filtered and sorted. It ends at the page of the one who was found. */
async function users(page: Page, { emile }: People): Promise<void> {
  await page.goto('/admin/users');
  await untilSeen(page, '4 in all');
  await page.locator('a.chip', { hasText: 'Not confirmed' }).locator('text=2').waitFor();
  await page.getByRole('link', { name: 'Not confirmed' }).click();
  await untilRows(page, 2);
  await page.locator('a.chip', { hasText: 'All' }).click();
  await page.getByRole('combobox', { name: 'Role' }).selectOption('ADMIN');
  await untilRows(page, 1);
  await page.getByRole('combobox', { name: 'Role' }).selectOption('');
  await page.getByRole('button', { name: 'Name' }).click();
  await page.waitForURL('**/admin/users?sort=name');
  await rows(page).first().getByText('Émile Zola').waitFor();
  await untilRows(page, 4);
  await page.getByRole('combobox', { name: 'Second factor' }).selectOption('totp');
  await untilRows(page, 1);
  await page.getByRole('searchbox').fill(emile.phoneNumber);
  await page.waitForURL(/query=/);
  await page.getByText('Émile Zola').click();
  await page.waitForURL(`**/admin/users/${emile.id}`);
}

async function oneUser(page: Page, service: Service, { emile }: People): Promise<void> {
  const read = () =>
    service.db.one<{ role: string; status: string }>('SELECT role, account_status AS status FROM users WHERE id = $1', [
      emile.id,
    ]);
  const more = () => page.getByText('More', { exact: true }).click();
  await more();
  await press(page, 'Log out everywhere');
  await untilSeen(page, 'Émile Zola is logged out everywhere.');
  await untilSeen(page, 'Not logged in anywhere.');
  await press(page, 'Suspend');
  await untilSeen(page, 'Émile Zola is suspended and logged out.');
  assert.equal((await read())?.status, 'SUSPENDED');
  await press(page, 'Undo');
  await untilSeen(page, 'Émile Zola can log in again.');
  await more();
  await press(page, 'Make administrator');
  await page.getByRole('dialog').getByRole('button', { name: 'Make administrator' }).click();
  await untilSeen(page, 'Émile Zola is an administrator now.');
  assert.deepEqual({ ...(await read()) }, { role: 'ADMIN', status: 'ACTIVE' });
  await untilSeen(page, 'Confirm account');
}

/** Searches and filters, and follows what happens. */
async function audit(page: Page, service: Service, { admin, emile }: People): Promise<void> {
  await page.goto(`/admin/audit?query=${emile.id}&actor=any`);
  await untilRows(page, 4);
  assert.match(await rows(page).first().innerText(), new RegExp(`${emile.email}[\\s\\S]*${admin.email}`));
  await page.goto('/admin/audit?event=login_failed');
  await untilSeen(page, 'Nothing matches');
  await page.locator('#follow[data-state=on]').waitFor();
  await service.request('POST', '/api/login', { body: { email: emile.email, password: 'Wrong-one-1' } });
  await untilRows(page, 1);
}

async function dataKeys(page: Page): Promise<void> {
  await page.goto('/admin/keys');
  await untilSeen(page, 'Can be decrypted');
  assert.match(
    await page.getByRole('table', { name: 'Data keys' }).locator('tbody').innerText(),
    /first\s+Encrypts\s+1\s/,
  );
}

describeInBrowser('the console', (visit) => {
  it('shows what is in PostgreSQL, and changes it', async (t) => {
    const service = await startService(t, 'postgres', SETTINGS);
    const people = await peopleOf(service);
    const { page } = await visit(t, service);
    await openAs(page, service, people.admin, '/admin');
    await overview(page);
    await users(page, people);
    await oneUser(page, service, people);
    await audit(page, service, people);
    await dataKeys(page);
  });
});
