import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  describeInBrowser,
  fillIn,
  it,
  OWN_PAGES,
  openAccount,
  openAccountUnaware,
  openAs,
  openQuietAccount,
  press,
  seen,
  untilSeen,
} from '../../support/browser.ts';
import { suspend } from '../../support/operator.ts';
import { type Account, logIn, type Service, startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const ENDED = 'Your session has ended.';

const refreshToken = (page: Page) => page.evaluate<string>('sessionStorage.getItem("latchkey.refresh-token")');

async function isAlive(service: Service, token: string): Promise<boolean> {
  const { status } = await service.request('POST', '/api/refresh', { body: { refresh_token: token } });
  return status === 200;
}

/** What browsers do with a page that they keep for the Back button; a page cannot tell it from the real thing. */
const leave = (page: Page) => page.evaluate('dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }))');
const comeBack = (page: Page) =>
  page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');

async function assertNothingPrivate(page: Page, { email }: Account): Promise<void> {
  const text = await seen(page);
  assert.ok(!text.includes(email) && !text.includes('Ada Lovelace'), text);
}

describeInBrowser('the end of a session', (visit) => {
  it('by a login elsewhere or a suspension is noticed before anything is saved, and told after a reload', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const account = await verified(service);
    const { page } = await visit(t, service);
    await openQuietAccount(page, service, account);
    const { data } = await logIn(service, account);
    await fillIn(page, { industry: 'Poetry' });
    await press(page, 'Save changes');
    await page.waitForURL('**/login');
    await untilSeen(page, ENDED);
    const me = await service.request('GET', '/api/me', { token: data.access_token });
    assert.equal(me.data.industry, 'Computing');
    assert.equal(await refreshToken(page), null);

    await openQuietAccount(page, service, account);
    const token = await refreshToken(page);
    await suspend(service, account.email);
    await fillIn(page, { industry: 'Poetry' });
    await press(page, 'Save changes');
    await page.waitForURL('**/login');
    await untilSeen(page, 'This account is suspended.');
    assert.equal(await refreshToken(page), null);

    await openAccountUnaware(page, token);
    await untilSeen(page, ENDED);
  });

  it('hides everything private at once, also when the service does not answer', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const account = await verified(service);
    const { page, newTab } = await visit(t, service);
    await openAccount(page, service, account);
    const home = await newTab();
    await home.goto('/');
    await untilSeen(home, 'Welcome back');
    const token = await refreshToken(page);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/logout', async (route) => {
      await held;
      await route.abort();
    });
    await page.route('**/login', (route) => route.abort('aborted'));
    await press(page, 'Log out');
    await untilSeen(page, 'You are logged out.');
    await assertNothingPrivate(page, account);
    assert.equal(await refreshToken(page), null);
    await untilSeen(home, 'Welcome to');
    await assertNothingPrivate(home, account);
    assert.ok(await isAlive(service, token), 'the service could not be told');
    release();
  });

  it('is told to the service although the page is left meanwhile, and leaves nothing private for the Back button', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const account = await verified(service);
    const { page } = await visit(t, service);
    for (const path of ['/account', '/']) {
      await openAs(page, service, account, path);
      const token = await refreshToken(page);
      await press(page, 'Log out');
      await until('the session has ended', async () => !(await isAlive(service, token)));
    }

    for (const [path, text, end] of [
      ['/', 'Welcome back', () => logIn(service, account)],
      ['/account', 'Member since', () => page.evaluate('sessionStorage.clear()')],
    ] as const) {
      await openAs(page, service, account, path);
      await untilSeen(page, text);
      if (path === '/account') await fillIn(page, { industry: 'Poetry' });
      await leave(page);
      await assertNothingPrivate(page, account);
      await comeBack(page);
      await untilSeen(page, text);
      if (path === '/account')
        assert.equal(await page.locator('#industry').inputValue(), 'Poetry', 'what was being typed is still there');

      await leave(page);
      await end();
      await comeBack(page);
      await (path === '/' ? untilSeen(page, 'Welcome to') : page.waitForURL('**/login'));
      await assertNothingPrivate(page, account);
    }
  });
});
