import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loggedInAdmin } from '../support/admin.ts';
import { describeInBrowser, fillIn, it, OWN_PAGES, press, untilSeen } from '../support/browser.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { newestCode } from '../support/login-code.ts';
import { startService, verified } from '../support/service.ts';

describeInBrowser('the login of an account that lacks something', (visit) => {
  it('asks for a phone number and an industry that are missing, once, before it goes on', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const { id, email, password } = await verified(service);
    await service.db.one("UPDATE users SET phone_number = NULL, phone_key = '' WHERE id = $1", [id]);
    const { page } = await visit(t, service, { locale: 'en-GB' });
    await page.goto('/login');
    await fillIn(page, { email, password });
    await press(page, 'Log in');
    await untilSeen(page, 'Something is missing');
    assert.equal(await page.locator('#industry').count(), 0, 'which is known');
    // Whoever comes back is asked again.
    await page.reload();
    await untilSeen(page, 'Something is missing');
    await page.locator('#phone_number').fill('020 7946 0815');
    await page.locator('#details-form button[type="submit"]').click();
    await page.waitForURL('**/account*');
    const saved = await service.db.one('SELECT phone_number AS phone FROM users WHERE id = $1', [id]);
    assert.deepEqual(saved, { phone: '+44 20 7946 0815' });
  });

  it('asks people whose invitation was accepted by a code for all that the invitation asks for', async (t) => {
    const FIELDS_FILE = join(mkdtempSync(join(tmpdir(), 'latchkey-fields-')), 'fields.json');
    cleanUpAfter(t, () => rmSync(dirname(FIELDS_FILE), { recursive: true, force: true }));
    const declared = [
      { name: 'company', type: 'text', label: { en: 'Company' }, required: true },
      { name: 'seats', type: 'number', label: { en: 'Seats' } },
    ];
    writeFileSync(FIELDS_FILE, JSON.stringify(declared));
    const PROFILE_FIELDS = 'phone_number:optional';
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, EMAIL_LOGIN: 'on', FIELDS_FILE, PROFILE_FIELDS });
    const { accessToken: token } = await loggedInAdmin(service, { fields: { company: 'Ours' } });
    const email = 'grace@example.com';
    await service.request('POST', '/api/admin/invitations', { token, body: { emails: [email] } });
    const { page } = await visit(t, service, { locale: 'en-GB' });
    await page.goto('/login');
    await fillIn(page, { email });
    await press(page, 'Log in with a code by email');
    await untilSeen(page, 'Check your inbox');
    await fillIn(page, { login_code: await newestCode(service, email) });
    await untilSeen(page, 'Something is missing');
    const fields = page.locator('#details-form [name]');
    assert.deepEqual(await fields.evaluateAll((all) => all.map((one) => one.getAttribute('name'))), [
      'full_name',
      'industry',
      'fields.company',
    ]);
    await fillIn(page, { full_name: 'Grace Hopper', industry: 'Navy' });
    await page.getByLabel('Company').fill('COBOL');
    await page.locator('#details-form button[type="submit"]').click();
    await page.waitForURL('**/account*');
    assert.deepEqual(
      await service.db.one('SELECT full_name AS name, industry, fields FROM users WHERE email = $1', [email]),
      { name: 'Grace Hopper', industry: 'Navy', fields: '{"company":"COBOL"}' },
    );
  });
});
