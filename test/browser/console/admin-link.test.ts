import assert from 'node:assert/strict';
import { makeAdminLink } from '../../../src/administration/admin-links.ts';
import { OPERATOR } from '../../../src/cli/framework/operator.ts';
import { operatorLogin } from '../../../src/core/sign-in/recent-login.ts';
import { assertAccessible } from '../../support/axe.ts';
import {
  describeInBrowser,
  fillIn,
  journey,
  OWN_PAGES,
  openAs,
  press,
  seen,
  untilSeen,
} from '../../support/browser.ts';
import { startService, verified } from '../../support/service.ts';

describeInBrowser('the page of latchkey admin link', (visit) => {
  journey('asks to log in, makes an administrator, and leads to the console', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const [ada, bob] = [await verified(service), await verified(service)];
    const link = `/admin/claim#${await makeAdminLink(service.db, undefined, operatorLogin(), OPERATOR)}`;
    const { page } = await visit(t, service, { viewport: { width: 320, height: 640 } });
    await page.goto(link);
    await page.waitForURL('**/login?return_to=*');
    await fillIn(page, { email: ada.email, password: ada.password });
    await press(page, 'Log in');
    await untilSeen(page, 'Become an administrator?');
    assert.equal(page.url(), `${service.url}/admin/claim`, 'the token is not in the address bar');
    assert.match(await seen(page), new RegExp(ada.email));
    await assertAccessible(page, 'claim');
    await press(page, 'Become an administrator');
    await untilSeen(page, 'You’re an administrator now');
    await page.getByRole('link', { name: 'Open the console' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();

    const { page: other } = await visit(t, service);
    await openAs(other, service, bob, link);
    await press(other, 'Become an administrator');
    await untilSeen(other, 'This link doesn’t work any more');

    // What becomes of an administrator without the second factor that is demanded: account/required-factor.test.ts.
    await other.goto('/admin/keys');
    await other.getByRole('heading', { name: 'Only administrators can use the console', level: 1 }).waitFor();
    await untilSeen(other, `You’re logged in as ${bob.email}`);
    assert.equal(await other.locator('.sidebar').getByRole('navigation').isVisible(), false);
    await assertAccessible(other, 'not an administrator');
    await other.getByRole('link', { name: 'Go to your account' }).click();
    await other.waitForURL('**/account');
    await untilSeen(other, bob.email);
    assert.equal(await other.getByRole('link', { name: 'Console' }).isVisible(), false);
  });
});
