import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { addApp } from '../../support/authenticator.ts';
import {
  describeInBrowser,
  fillIn,
  it,
  OWN_PAGES,
  openAccount,
  openAs,
  press,
  seen,
  untilSeen,
} from '../../support/browser.ts';
import { type Account, logIn, type Service, startService, verified } from '../../support/service.ts';

const SETTINGS = { ...OWN_PAGES, SESSIONS: 'many' };

/** From another device. */
async function endSessionElsewhere(service: Service, account: Account): Promise<void> {
  const { data } = await logIn(service, account);
  const ended = await service.request('POST', '/api/me/sessions/end-others', { token: data.access_token });
  assert.equal(ended.status, 200, ended.text);
}

async function enter(page: Page, { email, password }: Account): Promise<void> {
  await fillIn(page, { email, password });
  await press(page, 'Log in');
  await untilSeen(page, email);
}

describeInBrowser('what is under way on the account page', (visit) => {
  it('an unsaved profile is there again after the login when the session ends, for its owner only', async (t) => {
    const service = await startService(t, 'sqlite', SETTINGS);
    const [account, other] = [await verified(service), await verified(service, { full_name: 'Grace Hopper' })];
    const { page } = await visit(t, service);
    await openAccount(page, service, account);
    for (const next of [other, account]) {
      await fillIn(page, { full_name: 'Ada King', industry: 'Poetry' });
      await endSessionElsewhere(service, account);
      await press(page, 'Save changes');
      await page.waitForURL('**/login');
      // A login somewhere else ends nothing here.
      await untilSeen(page, 'Your session has ended. This happens after some time, when you log out this device');
      assert.doesNotMatch(await seen(page), /somewhere else/);
      await enter(page, next);
      if (next === account) break;
      assert.equal(await page.locator('#industry').inputValue(), 'Computing');
      await press(page, 'Log out');
      await page.waitForURL('**/login');
      await enter(page, account);
      assert.equal(await page.locator('#industry').inputValue(), 'Computing', 'it was forgotten meanwhile');
    }
    await untilSeen(page, 'Here’s what you hadn’t saved when your session ended.');
    assert.equal(await page.locator('#full_name').inputValue(), 'Ada King');
    assert.equal(await page.evaluate("sessionStorage.getItem('latchkey.unsaved-profile')"), null);
    await press(page, 'Save changes');
    await untilSeen(page, 'Your changes are saved.');

    await fillIn(page, { industry: 'Prose' });
    await press(page, 'Log out');
    await page.waitForURL('**/login');
    await enter(page, account);
    assert.equal(await page.locator('#industry').inputValue(), 'Poetry', 'who logs out keeps nothing here');
  });

  it('a change of address that waits for its link is named after a reload, until the link has expired', async (t) => {
    const service = await startService(t, 'sqlite', SETTINGS);
    const account = await verified(service);
    const { page } = await visit(t, service);
    await openAccount(page, service, account);
    await press(page, 'Change address');
    await fillIn(page, { email: 'new@example.com' });
    await press(page, 'Send link');
    await untilSeen(page, 'Not confirmed yet');
    await page.reload();
    await untilSeen(page, 'new@example.com');
    await service.clock.advance(61 * 60_000);
    await page.reload({ waitUntil: 'networkidle' });
    assert.doesNotMatch(await seen(page), /Not confirmed yet/);
  });

  it('the password says that a change logs out this device too where there is an authenticator app', async (t) => {
    const service = await startService(t, 'sqlite', SETTINGS);
    const account = await verified(service);
    const { page } = await visit(t, service);
    await openAs(page, service, account, '/account#security');
    await untilSeen(page, 'Changing it logs you out everywhere else.');
    // With the session of the page: adding an app ends all others.
    const refresh_token = await page.evaluate("sessionStorage.getItem('latchkey.refresh-token')");
    const { data } = await service.request('POST', '/api/refresh', { body: { refresh_token } });
    await addApp(service, account, data.access_token);
    await page.reload();
    await untilSeen(page, 'Changing it logs you out everywhere, on this device too.');
  });
});
