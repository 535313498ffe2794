import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  describeInBrowser,
  fillIn,
  it,
  OWN_PAGES,
  openAccount,
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
    await untilSeen(page, 'Saved:');

    await fillIn(page, { industry: 'Prose' });
    await press(page, 'Log out');
    await page.waitForURL('**/login');
    await enter(page, account);
    assert.equal(await page.locator('#industry').inputValue(), 'Poetry', 'who logs out keeps nothing here');
  });
});
