import assert from 'node:assert/strict';
import { assertAccessible } from '../../support/axe.ts';
import {
  describeInBrowser,
  fillIn,
  journey,
  OWN_PAGES,
  openSection,
  press,
  seen,
  untilSeen,
} from '../../support/browser.ts';
import { pngOf } from '../../support/png.ts';
import { startRelyingApp } from '../../support/relying-app.ts';
import { startService, verified } from '../../support/service.ts';

const OPENID = { ...OWN_PAGES, OPENID: 'on' };

describeInBrowser('the list of apps', (visit) => {
  journey('shows what an app may do and since when, and takes it away', async (t) => {
    const service = await startService(t, 'sqlite', OPENID);
    const shop = await startRelyingApp(t, service, {
      firstParty: false,
      scopes: 'openid profile email offline_access',
    });
    const logo = 'https://shop.example.com/logo.png';
    await service.db.one('UPDATE openid_clients SET logo_uri = $1 WHERE id = $2', [logo, shop.clientId]);
    const { email, password } = await verified(service);
    const { page, context } = await visit(t, service, { alsoAt: [shop.origin, new URL(logo).origin] });
    await context.route(logo, (route) =>
      route.fulfill({ contentType: 'image/png', body: pngOf(64, 64, [20, 120, 80, 255]) }),
    );
    const entries = page.getByRole('list', { name: 'Connected apps' }).locator(':scope > li');
    const refresh = async () => {
      await page.goto(`${shop.origin}/refresh`);
      return seen(page);
    };

    await page.goto(`${shop.origin}/login`, { waitUntil: 'commit' });
    await fillIn(page, { email, password });
    await press(page, 'Log in');
    await untilSeen(page, 'Let Shop use your account?');
    await press(page, 'Allow');
    await untilSeen(page, `the app knows ${email}`);
    assert.equal(await refresh(), 'the refresh token works');

    await page.goto(`${service.url}/account`);
    await openSection(page, 'Security');
    await untilSeen(page, 'Shop');
    const [entry = '', ...others] = await entries.allInnerTexts();
    assert.deepEqual(others, []);
    assert.match(
      entry,
      /Shop\s+Since .+ · Last used .+\s+recognize you .+\s+see your name.+\s+see your email address\s+stay connected .+\s+Remove$/,
    );
    await entries.locator('img').waitFor();
    await assertAccessible(page, 'the list of apps', '#apps-block');

    await press(page, 'Remove Shop');
    await untilSeen(page, 'Remove this app?');
    await press(page, 'Cancel');
    assert.equal(await entries.count(), 1);
    await press(page, 'Remove Shop');
    await press(page, 'Remove');
    await page.getByRole('status').getByText('The app is removed.').waitFor();
    assert.equal(await page.locator(':focus').innerText(), 'The app is removed.');
    await untilSeen(page, 'You haven’t used your account with any app yet.');
    assert.equal(await entries.count(), 0);
    assert.equal(await refresh(), 'refused: invalid_grant');

    // It has to ask again.
    await page.goto(`${shop.origin}/login`, { waitUntil: 'commit' });
    await untilSeen(page, 'Let Shop use your account?');
  });
});
