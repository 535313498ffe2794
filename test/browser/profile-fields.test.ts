import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { loggedInAdmin } from '../support/admin.ts';
import { assertAccessible } from '../support/axe.ts';
import { describeInBrowser, fillIn, journey, OWN_PAGES, openAs, press, untilSeen } from '../support/browser.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { loggedIn, registration, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const namesOf = (page: Page, form: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("#${form} [name]")].map((one) => one.name)`);

describeInBrowser('the fields of the forms', (visit) => {
  journey('that are off are not there, and the rest of the registration fits one screen', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, PROFILE_FIELDS: 'phone_number:off,industry:off' });
    for (const locale of ['fr', 'de', 'en']) {
      const { page } = await visit(t, service, { locale });
      for (const [width, height] of [
        [390, 844],
        [1280, 650],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto('/register');
        const button = await page.locator('#register-form [type=submit]').boundingBox();
        assert.ok(button);
        const bottom = Math.round(button.y + button.height);
        t.diagnostic(`${locale}, ${width} x ${height}: the button ends at ${bottom}`);
        assert.ok(bottom <= height, `${bottom} of ${height}`);
      }
    }
    const { page } = await visit(t, service);
    await page.goto('/register');
    assert.deepEqual(await namesOf(page, 'register-form'), ['full_name', 'email', 'password']);
    const { full_name, email, password } = registration();
    await fillIn(page, { full_name, email, password });
    await press(page, 'Create account');
    await untilSeen(page, 'Check your inbox');
    assert.deepEqual(
      await service.db.one('SELECT phone_number, industry FROM users WHERE email = $1', [String(email)]),
      {
        phone_number: null,
        industry: null,
      },
    );
  });

  journey('that are optional say so, may stay empty and are cleared on the account page', async (t) => {
    const service = await startService(t, 'sqlite', {
      ...OWN_PAGES,
      PROFILE_FIELDS: 'phone_number:optional,industry:off',
    });
    const account = await loggedIn(service);
    const phoneOf = async (id: number) =>
      (await service.db.one<{ phone: string | null }>('SELECT phone_number AS phone FROM users WHERE id = $1', [id]))
        ?.phone;
    const { page } = await visit(t, service);
    await page.goto('/register');
    assert.equal(await page.locator('label[for=phone_number]').innerText(), 'Phone number (optional)');
    const { full_name, email, password } = registration();
    await fillIn(page, { full_name, email, password });
    await press(page, 'Create account');
    await untilSeen(page, 'Check your inbox');

    await openAs(page, service, account, '/account');
    await fillIn(page, { phone_number: '' });
    await press(page, 'Save changes');
    await until('it is saved', async () => (await phoneOf(account.id)) === null);
  });

  journey('that the operator declares are asked, and changed on the account page and in the console', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-fields-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
    const FIELDS_FILE = join(folder, 'fields.json');
    const declared = [
      { name: 'company', type: 'text', label: { en: 'Company', de: 'Firma' }, required: true },
      { name: 'seats', type: 'number', label: { en: 'Seats' } },
      { name: 'newsletter', type: 'boolean', label: { en: 'Newsletter' } },
      { name: 'born', type: 'date', label: { en: 'Born' } },
      { name: 'customer_id', type: 'text', label: { en: 'Customer number' }, written_by: 'administrators' },
      { name: 'vip', type: 'boolean', label: { en: 'VIP' }, written_by: 'administrators' },
      { name: 'since', type: 'date', label: { en: 'Customer since' }, written_by: 'administrators' },
    ];
    writeFileSync(FIELDS_FILE, JSON.stringify(declared));
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, FIELDS_FILE });
    const { page } = await visit(t, service);
    const stored = async (email: string) => {
      const sql = 'SELECT fields FROM users WHERE email = $1';
      return JSON.parse((await service.db.one<{ fields: string | null }>(sql, [email]))?.fields ?? 'null');
    };
    await page.goto('/register');
    const { full_name, email, password, phone_number, industry } = registration();
    await fillIn(page, { full_name, email, password, phone_number, industry });
    await press(page, 'Create account');
    await untilSeen(page, 'Please fill this in.');
    await page.getByLabel('Company').fill('Analytical Engines');
    await page.getByLabel('Seats (optional)').fill('1,234');
    await press(page, 'Create account');
    await until('the field is at fault', async () => {
      return (await page.getByLabel('Seats (optional)').getAttribute('aria-invalid')) === 'true';
    });
    await untilSeen(page, 'Please enter a number, such as 1234.5.');
    await page.getByLabel('Seats (optional)').fill('12,5');
    await page.getByLabel('Company').fill('x'.repeat(1001));
    await press(page, 'Create account');
    await untilSeen(page, 'This is too long. Please shorten it.');
    await page.getByLabel('Company').fill('Analytical Engines');
    await page.getByLabel('Newsletter').check();
    const born = page.getByLabel('Born (optional)');
    // Half a date.
    await born.pressSequentially('12');
    await press(page, 'Create account');
    await untilSeen(page, 'Please enter a full date that exists.');
    await born.fill('1815-12-10');
    assert.equal(await page.getByLabel('Customer number').count(), 0);
    await press(page, 'Create account');
    await untilSeen(page, 'Check your inbox');
    assert.deepEqual(await stored(String(email)), {
      ...{ company: 'Analytical Engines', seats: 12.5, newsletter: true, born: '1815-12-10' },
    });

    const admin = await loggedInAdmin(service, { fields: { company: 'Ours', newsletter: true } });
    await openAs(page, service, admin, '/account');
    await page.locator('#own-fields-form').waitFor();
    assert.equal(await page.getByLabel('Company').inputValue(), 'Ours');
    await page.getByLabel('Company').fill('Ours & Co');
    await page.getByLabel('Newsletter').uncheck();
    await page.locator('#own-fields-form [type=submit]').click();
    await until('it is saved', async () => (await stored(admin.email)).company === 'Ours & Co');
    assert.deepEqual(await stored(admin.email), { company: 'Ours & Co', newsletter: false });

    assert.equal(await page.getByText('Only administrators can change these').count(), 0);

    await page.goto(`/admin/users/${admin.id}`);
    await untilSeen(page, 'Ours & Co');
    await press(page, 'Edit profile');
    await page.getByLabel('Customer number').fill('C1');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await until('it is changed', async () => (await stored(admin.email)).customer_id === 'C1');

    await page.goto('/admin/users#invite');
    const dialog = page.getByRole('dialog', { name: 'Invite someone' });
    await dialog.locator('[name=begin]').selectOption('confirmed');
    await dialog.getByLabel('Full name').fill('Uma');
    for (const [name, value] of Object.entries({
      email: 'uma@example.com',
      phone_number: '+1 555 0199',
      industry: 'Navy',
    }))
      await dialog.locator(`[name=${name}]`).fill(value);
    await dialog.getByLabel('Customer number').fill('C7');
    await dialog.getByLabel('VIP').check();
    await dialog.getByLabel('Customer since').fill('2026-01-31');
    await press(page, 'Send invitation');
    await untilSeen(page, 'The account of uma@example.com is ready.');
    assert.deepEqual(await stored('uma@example.com'), { customer_id: 'C7', vip: true, since: '2026-01-31' });

    // What the owner has yet to say does not keep an administrator from changing something else.
    const sql = "UPDATE users SET phone_number = NULL, phone_key = '' WHERE email = $1 RETURNING id";
    const uma = await service.db.one<{ id: number }>(sql, ['uma@example.com']);
    await page.goto(`/admin/users/${uma?.id}`);
    await untilSeen(page, 'C7');
    assert.match(
      await page.locator('dl.facts').innerText(),
      /Customer number\s+C7\s+VIP\s+Yes\s+Customer since\s+January 31, 2026/,
    );
    await press(page, 'Edit profile');
    await page.getByLabel('Full name').fill('Uma Thurman');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await untilSeen(page, 'The profile of Uma Thurman is changed.');
    assert.deepEqual(await stored('uma@example.com'), { customer_id: 'C7', vip: true, since: '2026-01-31' });
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.click();
    await untilSeen(page, 'Undone.');
    await press(page, 'Edit profile');
    await page.getByLabel('Company').fill('Kill Bill');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await untilSeen(page, 'The profile of Uma is changed.');
    assert.equal(await undo.count(), 0, 'a required field cannot be emptied');

    await service.db.all('UPDATE users SET fields = \'{"customer_id":"C1","vip":true,"since":"2026-01-31"}\'');
    await page.goto('/account');
    await untilSeen(page, 'Something is missing here. Please fill it in.');
    const given = page.locator('dl.facts');
    assert.deepEqual(await given.locator('dt, dd').allInnerTexts(), [
      ...['Customer number', 'C1', 'VIP', 'Yes', 'Customer since', 'January 31, 2026'],
    ]);
    await assertAccessible(page, 'the account page with fields of administrators');
  });
});
