import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { describeInBrowser, it, OWN_PAGES } from '../support/browser.ts';
import { openWithModule } from '../support/page-module.ts';
import { type Account, startService, verified } from '../support/service.ts';
import { until } from '../support/until.ts';

const CLIENT = resolve(import.meta.dirname, '../../client/src/index.ts');
const MINUTE_MS = 60_000;

/** A page of an application, with a client that hears what its other tabs do. */
async function open(page: Page, options = '{}'): Promise<void> {
  await openWithModule(page, CLIENT);
  await page.evaluate(`
    window.client = tested.createClient(${options});
    window.ended = [];
    client.on('ended', (reason) => ended.push(reason));`);
}

const logIn = (page: Page, { email, password }: Account) =>
  page.evaluate(`client.login(${JSON.stringify({ email, password })}).then(() => {})`);
const resume = (page: Page) => page.evaluate<number | null>('client.resume().then((user) => user?.id ?? null)');
const me = (page: Page) =>
  page.evaluate<number | string>("client.call('GET /api/me').then(({ data }) => data.id, ({ code }) => code)");

describeInBrowser('clients in several tabs', (visit) => {
  for (const [where, options] of [
    ['in memory', '{}'],
    ['on the device', '{ storage: localStorage }'],
  ] as const) {
    it(`share a session, one refresh and the logout: ${where}`, async (t) => {
      const service = await startService(t, 'sqlite', { ...OWN_PAGES, REFRESH_ROTATION: 'on' });
      const account = await verified(service);
      const { page, newTab, context } = await visit(t, service);
      const tabs = [page, await newTab(), await newTab()];
      for (const tab of tabs) await open(tab, options);
      await logIn(page, account);
      for (const tab of tabs) assert.equal(await resume(tab), account.id);

      let refreshes = 0;
      context.on('request', (request) => {
        if (request.url().endsWith('/api/refresh')) refreshes += 1;
      });
      // Long enough for the others to queue up behind it.
      await context.route('**/api/refresh', async (route) => {
        await new Promise((done) => setTimeout(done, 300));
        await route.continue();
      });
      await service.clock.jump(16 * MINUTE_MS);
      assert.deepEqual(await Promise.all(tabs.map(me)), Array(3).fill(account.id));
      assert.equal(refreshes, 1);
      // The token that was rotated in one of them is known to all.
      await service.clock.jump(16 * MINUTE_MS);
      for (const tab of tabs.toReversed()) assert.equal(await me(tab), account.id);

      await page.evaluate('client.logout()');
      for (const tab of tabs)
        await until('it is heard of', async () => (await tab.evaluate<string>('ended.join()')) === 'loggedOut');
      for (const tab of tabs) assert.equal(await me(tab), 'session_ended');
    });
  }

  it('go by themselves where there are no locks, and where a tab never gives its turn away', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const account = await verified(service);
    const { page, newTab } = await visit(t, service);
    const other = await newTab();
    await page.addInitScript({ content: 'Object.defineProperty(navigator, "locks", { value: undefined });' });
    for (const tab of [page, other]) await open(tab);
    await logIn(page, account);
    assert.equal(await resume(page), account.id);
    await other.evaluate(`new Promise((held) => void navigator.locks.request('latchkey.session', () => {
      held();
      return new Promise(() => {});
    }))`);
    assert.equal(await resume(other), account.id);
  });
});
