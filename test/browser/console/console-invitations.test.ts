import assert from 'node:assert/strict';
import { promote } from '../../support/admin.ts';
import { assertAccessible } from '../../support/axe.ts';
import { describeInBrowser, journey, OWN_PAGES, openAs, press, untilSeen } from '../../support/browser.ts';
import { startService, verified } from '../../support/service.ts';

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

    await press(page, 'Resend: tim@example.com');
    await untilSeen(page, 'We’ve sent tim@example.com another link.');
    assert.equal((await service.emailsTo('tim@example.com')).length, 2);
    await press(page, 'Cancel…: ida@example.com');
    await press(page, 'Cancel invitation');
    await untilSeen(page, 'The invitation of ida@example.com is cancelled.');
    await page.waitForFunction('document.querySelectorAll("tbody tr[data-key]").length === 2');
    const left = await service.db.all<{ email: string }>('SELECT email FROM users ORDER BY id');
    assert.deepEqual(
      left.map(({ email }) => email),
      [admin.email, 'tim@example.com', 'uma@example.com'],
    );
  });
});
