import assert from 'node:assert/strict';
import { actingAs } from '../../support/acting.ts';
import { loggedInAdmin } from '../../support/admin.ts';
import { assertAccessible } from '../../support/axe.ts';
import {
  changePassword,
  describeInBrowser,
  journey,
  OWN_PAGES,
  openSection,
  press,
  untilSeen,
} from '../../support/browser.ts';
import { loggedIn, startService } from '../../support/service.ts';

describeInBrowser('an administrator who acts as a user in the browser', (visit) => {
  journey('is told so on every page, changes the plain profile alone, and stops', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ACT_AS_USER: 'on' });
    const [admin, user] = [await loggedInAdmin(service), await loggedIn(service)];
    const token = await actingAs(service, admin, user);
    const { page, newTab } = await visit(t, service);
    const banner = page.getByRole('complementary').filter({ hasText: 'You are acting as Ada Lovelace until' });

    // Nothing but such a token is taken from an address: a link could otherwise log people in to another account.
    await page.goto(`/account#acting=${user.accessToken}`);
    await page.waitForURL('**/login');

    await page.goto(`/account#acting=${token}`);
    await untilSeen(page, user.email);
    await banner.waitFor();
    assert.doesNotMatch(page.url(), /acting=/, 'gone from the address');
    assert.deepEqual(await page.evaluate('[Object.keys(localStorage), Object.keys(sessionStorage)]'), [
      [],
      ['latchkey.acting'],
    ]);
    await assertAccessible(page, 'acting as a user');

    await page.getByLabel('Industry').fill('Poetry');
    await press(page, 'Save changes');
    await untilSeen(page, 'saved');
    await openSection(page, 'Security');
    await changePassword(page, { current_password: user.password, new_password: 'Another-one-1' });
    await untilSeen(page, 'Only the owner of the account can do this.');
    await page.setViewportSize({ width: 320, height: 640 });
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);

    await page.goto('/');
    await untilSeen(page, 'Welcome back, Ada Lovelace');
    await banner.waitFor();
    const other = await newTab();
    await other.goto('/account');
    await other.waitForURL('**/login');

    await banner.getByRole('button', { name: 'Stop acting' }).click();
    await page.waitForURL('**/');
    await banner.waitFor({ state: 'detached' });
    assert.equal((await service.request('GET', '/api/me', { token })).status, 401);
    const { data } = await service.request('GET', '/api/me', { token: user.accessToken });
    assert.equal(data.industry, 'Poetry');
  });
});
