import assert from 'node:assert/strict';
import { assertAccessible } from '../support/axe.ts';
import {
  describeInBrowser,
  fillIn,
  it,
  logInAs,
  OWN_PAGES,
  openSection,
  press,
  untilSeen,
} from '../support/browser.ts';
import { startService, verified } from '../support/service.ts';

describeInBrowser('the list of devices', (visit) => {
  it('shows two browsers to each other, one ends the other, and an older login is confirmed first', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, SESSIONS: 'many' });
    const account = await verified(service);
    const phoneAgent =
      'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
    const { page: desk } = await visit(t, service);
    const { page: phone } = await visit(t, service, { userAgent: phoneAgent, viewport: { width: 360, height: 740 } });
    const entries = () => desk.locator('#device-list li').allInnerTexts();
    await logInAs(desk, account);
    await logInAs(phone, account);

    await openSection(phone, 'Security');
    await phone.getByText('This device', { exact: true }).waitFor();
    assert.equal(await phone.locator('#device-list li').count(), 2);
    await openSection(desk, 'Security');
    await untilSeen(desk, 'Chrome · Android');
    await assertAccessible(desk, 'the list of devices');
    const [first = '', second = ''] = await entries();
    assert.match(first, /^Chrome · Android\s+Last used .+ · 127\.0\.0\.1\s+Log out$/);
    assert.match(second, /^Chrome · Linux\s+Last used .+\s+This device$/);

    await press(desk, 'Log out Chrome · Android');
    await untilSeen(desk, 'The device is logged out.');
    assert.equal((await entries()).length, 1);
    assert.equal(await desk.getByRole('button', { name: 'Log out all other devices' }).isVisible(), false);
    await phone.reload();
    await untilSeen(phone, 'Your session has ended.');

    await logInAs(phone, account);
    await service.clock.advance(11 * 60_000);
    await desk.reload();
    await press(desk, 'Log out all other devices');
    await untilSeen(desk, 'Please confirm it’s you');
    await fillIn(desk, { password: account.password });
    await press(desk, 'Confirm');
    await untilSeen(desk, 'All other devices are logged out.');
    await phone.reload();
    await untilSeen(phone, 'Your session has ended.');
  });

  it('is not there with one session per user', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    assert.ok(!(await (await fetch(`${service.url}/account`)).text()).includes('device-list'));
  });
});
