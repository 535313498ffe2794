import assert from 'node:assert/strict';
import { describeInBrowser, fillIn, it, OWN_PAGES, press, untilSeen } from '../support/browser.ts';
import { startService, verified } from '../support/service.ts';

describeInBrowser('the login of an imported account', (visit) => {
  it('asks for a phone number and an industry that are missing, once, before it goes on', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const { id, email, password } = await verified(service);
    await service.db.one("UPDATE users SET phone_number = ' nothing', phone_key = '' WHERE id = $1", [id]);
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
});
