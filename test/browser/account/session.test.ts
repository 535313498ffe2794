import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  changePassword,
  describeInBrowser,
  fillIn,
  it,
  journey,
  logInAs,
  OWN_PAGES,
  openAccount,
  openAs,
  openSection,
  press,
  untilSeen,
} from '../../support/browser.ts';
import { logIn, startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const MINUTE_MS = 60_000;
/** How much is kept in each, but for the note that a passkey was offered to an account, which stays. */
const stored = (page: Page) =>
  page.evaluate(`[localStorage, sessionStorage]
    .map((one) => Object.keys(one).filter((key) => key !== 'latchkey.passkey-offered').length).join()`);
const refreshToken = (page: Page) => page.evaluate<string>('sessionStorage.getItem("latchkey.refresh-token")');
const ENDED = 'Your session has ended.';

describeInBrowser('a session in the browser', (visit) => {
  journey('survives a reload, is shared by tabs, ends with the last unless kept, and shows no tokens', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const account = await verified(service);
    const { page, context, newTab } = await visit(t, service);
    await logInAs(page, account);
    const kept = await page.evaluate<string[]>('Object.values(sessionStorage)');
    assert.equal(kept.length, 1);
    assert.doesNotMatch(kept[0] ?? '', /\./, 'a refresh token has no dots, a signed token has two');
    assert.ok(!(await page.content()).includes(kept[0] ?? ''));
    assert.deepEqual(await context.cookies(), []);
    await page.reload();
    await untilSeen(page, account.email);
    assert.equal(await stored(page), '0,1');

    const second = await newTab();
    await second.goto('/account');
    await untilSeen(second, account.email);
    await page.close();
    await second.goto('/');
    await untilSeen(second, 'Welcome back, Ada Lovelace');
    await second.close();

    const third = await newTab();
    await third.goto('/account');
    await third.waitForURL('**/login');
    assert.equal(await stored(third), '0,0');

    // Kept on the device when it is asked to be, whatever an older tab knows, until the logout.
    await fillIn(third, { email: account.email, password: account.password });
    await third.getByLabel('Keep me logged in').check();
    await press(third, 'Log in');
    await untilSeen(third, 'Member since');
    const asleep = await newTab();
    const seed = await asleep.addInitScript({
      content: 'sessionStorage.setItem("latchkey.refresh-token", "of-an-older-session")',
    });
    await asleep.goto('/account');
    await seed.dispose();
    await untilSeen(asleep, account.email);
    assert.equal(await stored(asleep), '1,0');
    assert.ok(await third.getByText('Member since').isVisible(), 'the other tab goes on');
    await third.close();
    await asleep.close();

    const later = await newTab();
    await later.goto('/login');
    await later.waitForURL('**/account');
    await press(later, 'Log out');
    await untilSeen(later, 'You are logged out.');
    assert.equal(await stored(later), '0,0');
    await later.goto('/account');
    await later.waitForURL('**/login');
  });

  it('goes on in every tab when its refresh token is rotated in one of them, and ends in all', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, REFRESH_ROTATION: 'on' });
    const account = await verified(service);
    const { page, newTab } = await visit(t, service);
    await openAccount(page, service, account);
    const second = await newTab();
    await second.goto('/account');
    await untilSeen(second, account.email);
    const first = await refreshToken(second);
    for (const _ of [1, 2]) {
      await page.reload();
      await untilSeen(page, account.email);
    }
    await until('the other tab has the newest token', async () => {
      const newest = await refreshToken(page);
      return newest !== first && (await refreshToken(second)) === newest;
    });
    await second.reload();
    await untilSeen(second, account.email);
    await press(second, 'Log out');
    await untilSeen(page, 'You are logged out.');
    assert.equal(await stored(page), '0,0');
  });

  it('ends in every tab at logout, follows another login, and goes on after a change of password', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const ada = await verified(service);
    const grace = await verified(service, { full_name: 'Grace Hopper' });
    const { page, newTab } = await visit(t, service);
    await openAccount(page, service, ada);
    const second = await newTab();
    await second.goto('/');
    await untilSeen(second, 'Welcome back');
    await press(second, 'Log out');
    await untilSeen(page, 'You are logged out.');
    await logInAs(second, grace);
    await page.waitForURL('**/account');
    await untilSeen(page, grace.email);

    const elsewhere = await refreshToken(page);
    await openSection(second, 'Security');
    await changePassword(second, { current_password: 'Wrong12345', new_password: 'Difference2' });
    await untilSeen(second, 'This isn’t your current password.');
    assert.equal(await second.locator('#username').inputValue(), grace.email);
    await fillIn(second, { current_password: grace.password });
    await press(second, 'Save new password');
    await untilSeen(second, 'Your password has been changed, and you’re logged out everywhere else.');
    assert.equal(await second.evaluate('document.activeElement.id'), 'password-open', 'the form is closed');
    assert.equal(await second.locator('#new_password').count(), 0, 'with what was typed');
    const [old, renewed] = [elsewhere, await refreshToken(second)];
    for (const [token, status] of [
      [old, 401],
      [renewed, 200],
    ] as const) {
      const answer = await service.request('POST', '/api/refresh', { body: { refresh_token: token } });
      assert.equal(answer.status, status);
    }
    await until('the other tab has the new session', async () => (await refreshToken(page)) === renewed);
    await untilSeen(page, grace.email);

    // Where the new password cannot be tried out, people log in by hand.
    await second.route('**/api/login', (route) => route.abort());
    await changePassword(second, { current_password: 'Difference2', new_password: 'Difference3' });
    await untilSeen(second, 'Your password has been changed. Please log in with the new one.');
    await untilSeen(page, 'Please log in with the new one.');
    assert.equal(await stored(page), '0,0');
  });

  it('is refreshed silently, before the access token expires and after, and when its tab is seen again', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const account = await verified(service);
    const { page } = await visit(t, service);
    await page.clock.install();
    // It outlives a service that is away for a while.
    await page.route('**/api/refresh', (route) => route.abort());
    await openAs(page, service, account, '/account');
    await untilSeen(page, 'Your account can’t be shown right now');
    await page.unroute('**/api/refresh');
    await press(page, 'Try again');
    await untilSeen(page, account.email);

    const refreshed = page.waitForResponse('**/api/refresh');
    await page.clock.fastForward(12 * MINUTE_MS);
    assert.equal((await refreshed).status(), 200);

    await service.clock.advance(20 * MINUTE_MS);
    await fillIn(page, { industry: 'Poetry' });
    await press(page, 'Save changes');
    await untilSeen(page, 'Saved:');

    // Ended by another login, of which not even an access token that has run out could tell more.
    await logIn(service, account);
    await service.clock.advance(20 * MINUTE_MS);
    await page.clock.fastForward(2 * MINUTE_MS);
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await untilSeen(page, ENDED);
    assert.equal(await stored(page), '0,0');
  });
});
