import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loggedInAdmin, promote } from '../../support/admin.ts';
import { assertAccessible } from '../../support/axe.ts';
import { describeInBrowser, fillIn, journey, OWN_PAGES, openAs, press, untilSeen } from '../../support/browser.ts';
import { cleanUpAfter } from '../../support/clean-up.ts';
import { linksIn, registration, startService, verified } from '../../support/service.ts';

describeInBrowser('the invitations of the console', (visit) => {
  journey('are sent to many addresses, sent again and cancelled', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const admin = await verified(service, { full_name: 'Ada King' });
    await promote(service, admin.email);
    const { page } = await visit(t, service, { viewport: { width: 1280, height: 800 } });
    await openAs(page, service, admin, '/admin/invitations');
    await untilSeen(page, 'No open invitations');
    const dialog = page.getByRole('dialog', { name: 'Invite someone' });
    const invite = async (addresses: string) => {
      await press(page, 'Invite');
      await dialog.locator('[name=emails]:focus').waitFor();
      await dialog.getByLabel('Email addresses').fill(addresses);
      await press(page, 'Send invitation');
    };
    await invite(`ida@example.com, tim@example.com\n${admin.email}\numa@example.com`);
    await untilSeen(page, 'We’ve sent 3 invitations.');
    await untilSeen(page, `Not invited, because there is an account or the address is not valid: ${admin.email}.`);
    const rows = page.locator('tbody tr[data-key]');
    assert.equal(await rows.count(), 3);
    assert.match(await rows.first().innerText(), new RegExp(`uma@example.com[^]*${admin.email}`));
    await assertAccessible(page, 'the list of invitations');
    await page.setViewportSize({ width: 390, height: 800 });
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0);
    await page.setViewportSize({ width: 1280, height: 800 });
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0);

    const bar = page.getByRole('region', { name: 'Selection' });
    await page.getByLabel('Select tim@example.com').check();
    await bar.getByRole('button', { name: 'Resend' }).click();
    await untilSeen(page, 'We’ve sent tim@example.com another link.');
    assert.equal((await service.emailsTo('tim@example.com')).length, 2);
    await page.getByLabel('Select ida@example.com').check();
    await bar.getByRole('button', { name: 'Cancel…' }).click();
    await press(page, 'Cancel invitation');
    await untilSeen(page, 'The invitation of ida@example.com is cancelled.');
    await page.waitForFunction('document.querySelectorAll("tbody tr[data-key]").length === 2');
    const left = await service.db.all<{ email: string }>('SELECT email FROM users ORDER BY id');
    assert.deepEqual(
      left.map(({ email }) => email),
      [admin.email, 'tim@example.com', 'uma@example.com'],
    );

    await page.getByRole('checkbox', { name: /^Select all \d+ shown$/ }).check();
    await bar.getByRole('button', { name: 'Resend' }).click();
    await untilSeen(page, 'We’ve sent 2 links again.');
    assert.equal((await service.emailsTo('uma@example.com')).length, 2);
    await page.getByRole('checkbox', { name: /^Select all \d+ shown$/ }).check();
    await assertAccessible(page, 'the selected invitations');
    await bar.getByRole('button', { name: 'Cancel…' }).click();
    await press(page, 'Cancel 2 invitations');
    await untilSeen(page, '2 invitations are cancelled.');
    await untilSeen(page, 'No open invitations');
  });

  journey('lead to a page that asks for what the account lacks, and says so', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-invited-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
    const FIELDS_FILE = join(folder, 'fields.json');
    writeFileSync(
      FIELDS_FILE,
      `[{ "name": "company", "type": "text", "label": { "en": "Company" }, "required": true },
        { "name": "seats", "type": "number", "label": { "en": "Seats" } }]`,
    );
    const settings = { ...OWN_PAGES, FIELDS_FILE, PROFILE_FIELDS: 'industry:optional' };
    const service = await startService(t, 'sqlite', settings);
    const { accessToken: token } = await loggedInAdmin(service, { fields: { company: 'Ours' } });
    await service.request('POST', '/api/admin/invitations', { token, body: { emails: ['uma@example.com'] } });
    const [email] = await service.emailsTo('uma@example.com');
    const [link] = linksIn(email ?? assert.fail('no e-mail'));
    const { page } = await visit(t, service, { viewport: { width: 390, height: 844 } });
    await page.route('**/api/invitation', (route) => route.abort(), { times: 1 });
    await page.goto(`${link?.pathname}${link?.search}${link?.hash}`);
    // The details could not be read: the refusal brings the fields.
    await fillIn(page, { new_password: 'Analytical1' });
    await press(page, 'Save password');
    await untilSeen(page, 'Please fill this in.');
    await untilSeen(page, 'Your account for uma@example.com needs a few details and a password.');
    assert.match(await page.title(), /^Complete your account · /);
    await assertAccessible(page, 'the invitation that asks for everything');
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0);
    const { full_name, phone_number, industry } = registration();
    await fillIn(page, { full_name, phone_number, industry, new_password: 'Analytical1' });
    await page.getByLabel('Company').fill('Analytical Engines');
    await page.getByLabel('Seats (optional)').fill('0,5');
    assert.equal(await page.getByLabel('Industry (optional)').inputValue(), industry);
    await press(page, 'Complete account');
    await untilSeen(page, 'You’re all set');
    const sql = "SELECT full_name, industry, fields FROM users WHERE email = 'uma@example.com'";
    const fields = '{"company":"Analytical Engines","seats":0.5}';
    assert.deepEqual(await service.db.one(sql), { full_name, industry, fields });
  });
});
