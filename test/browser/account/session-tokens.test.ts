import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { buildSync } from 'esbuild';
import type { Page } from 'playwright-core';
import { describeInBrowser, it, OWN_PAGES } from '../../support/browser.ts';
import { type Account, claimsOf, startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const SESSION = resolve(import.meta.dirname, '../../../src/pages/browser/session.ts');
const bundle = (): string =>
  buildSync({ entryPoints: [SESSION], bundle: true, write: false, format: 'iife', globalName: 'session' })
    .outputFiles[0]?.text ?? '';

/** A page with session.ts, and nothing that uses it. */
async function openWithModuleAlone(page: Page): Promise<void> {
  const script = `<script>${bundle()}</script>`;
  await page.route('**/login', async (route) => {
    const html = await (await route.fetch()).text();
    const body = html.replaceAll(/<script[^>]* src=[^>]*><\/script>/g, '').replace('</body>', () => `${script}</body>`);
    await route.fulfill({ body, contentType: 'text/html' });
  });
  await page.goto('/login');
}

/** Calls a function of session.ts in the tab. */
const call = <T>(page: Page, name: string, ...args: readonly unknown[]): Promise<T> =>
  page.evaluate<T>(`session.${name}(...${JSON.stringify(args)})`);
const tokenOf = async (page: Page, { id }: Account): Promise<number | string> => {
  const found = await call<string | { code: string }>(page, 'tokenOf', { id });
  return typeof found === 'string' ? Number(claimsOf(found).sub) : found.code;
};
const remembered = (page: Page) => page.evaluate<string>('sessionStorage.getItem("latchkey.refresh-token")');

describeInBrowser('the tokens of a tab', (visit) => {
  for (const [which, isRecent] of [
    ['its access token', false],
    ['the one of a recent login', true],
  ] as const) {
    it(`are forgotten when another account logs in elsewhere: ${which}`, async (t) => {
      const service = await startService(t, 'sqlite', OWN_PAGES);
      const [ada, eve] = [await verified(service), await verified(service)];
      const { page, newTab } = await visit(t, service);
      const other = await newTab();
      for (const tab of [page, other]) await openWithModuleAlone(tab);
      await call(page, 'logInQuietly', ada.email, ada.password);
      if (isRecent) await call(page, 'reauthenticate', ada.password);
      assert.equal(await tokenOf(page, ada), ada.id);
      await call(other, 'logInQuietly', eve.email, eve.password);
      await until('the tab hears of it', async () => (await remembered(page)) === (await remembered(other)));
      assert.equal(await tokenOf(page, ada), 'session_ended');
      assert.equal(await tokenOf(page, eve), eve.id);
    });
  }
});
