import assert from 'node:assert/strict';
import { assertAccessible } from '../../support/axe.ts';
import {
  describeInBrowser,
  fillIn,
  journey,
  logInAs,
  OWN_PAGES,
  openSection,
  press,
  untilSeen,
} from '../../support/browser.ts';
import { startService, verified } from '../../support/service.ts';

describeInBrowser('the list of devices', (visit) => {
  journey('shows each login by its browser, and ends one or all others after a recent login', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, SESSIONS: 'many' });
    const account = await verified(service);
    const { email, password } = account;
    // What the page of a browser shows whose session has ended: session-end.test.ts.
    const logInByPhone = async () => {
      const headers = {
        'user-agent':
          'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
      };
      return (await service.request('POST', '/api/login', { body: { email, password }, headers })).data;
    };
    const statusOf = async ({ refresh_token }: { readonly refresh_token: string }) =>
      (await service.request('POST', '/api/refresh', { body: { refresh_token } })).status;
    const { page: desk } = await visit(t, service);
    const entries = () => desk.getByRole('list', { name: 'Devices' }).getByRole('listitem').allInnerTexts();
    const phone = await logInByPhone();
    await logInAs(desk, account);
    const { data } = await service.request('GET', '/api/me/sessions', { token: phone.access_token });
    assert.deepEqual(
      data.map(({ current }) => current),
      [false, true],
    );

    await openSection(desk, 'Security');
    await untilSeen(desk, 'Chrome · Android');
    await assertAccessible(desk, 'the list of devices', '#devices-block');
    const [newest = '', older = ''] = await entries();
    assert.match(newest, /^Chrome · Linux\s+Last used .+\s+This device$/);
    assert.match(older, /^Chrome · Android\s+Last used .+ · 127\.0\.0\.1\s+Log out$/);

    assert.equal(await statusOf(phone), 200);
    await press(desk, 'Log out Chrome · Android');
    await untilSeen(desk, 'The device is logged out.');
    assert.equal((await entries()).length, 1);
    assert.equal(await desk.getByRole('button', { name: 'Log out all other devices' }).isVisible(), false);
    assert.equal(await statusOf(phone), 401);

    const again = await logInByPhone();
    await service.clock.advance(11 * 60_000);
    await desk.reload();
    await press(desk, 'Log out all other devices');
    await untilSeen(desk, 'Please confirm it’s you');
    assert.equal(await statusOf(again), 200);
    await fillIn(desk, { password: account.password });
    await press(desk, 'Confirm');
    await untilSeen(desk, 'All other devices are logged out.');
    assert.equal(await statusOf(again), 401);
  });
});
