import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeInBrowser, it, OWN_PAGES } from '../../support/browser.ts';
import { suspend } from '../../support/operator.ts';
import { callTested, openWithModule } from '../../support/page-module.ts';
import { type Account, claimsOf, startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const tokenOf = async (page: Page, { id }: Account): Promise<number | string> => {
  const found = await callTested<string | { code: string }>(page, 'tokenOf', { id });
  return typeof found === 'string' ? Number(claimsOf(found).sub) : found.code;
};
const remembered = (page: Page) => page.evaluate<string>('sessionStorage.getItem("latchkey.refresh-token")');

describeInBrowser('the tokens of a tab', (visit) => {
  it('are forgotten when another account logs in elsewhere, and kept where it begins during an end', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const [ada, eve] = [await verified(service), await verified(service)];
    const { page, newTab } = await visit(t, service);
    const other = await newTab();
    for (const tab of [page, other]) await openWithModule(tab, 'session.ts');
    const logInElsewhere = async () => {
      await callTested(other, 'logInQuietly', eve.email, eve.password);
      await until('the tab hears of it', async () => (await remembered(page)) === (await remembered(other)));
    };
    // Its access token, and the one of a recent login.
    for (const isRecent of [false, true]) {
      await callTested(page, 'logInQuietly', ada.email, ada.password);
      if (isRecent) {
        const { ok } = await callTested<{ ok: boolean }>(page, 'reauthenticate', { password: ada.password });
        assert.ok(ok);
      }
      assert.equal(await tokenOf(page, ada), ada.id);
      await logInElsewhere();
      assert.equal(await tokenOf(page, ada), 'session_ended', `recent: ${isRecent}`);
      assert.equal(await tokenOf(page, eve), eve.id);
    }

    await callTested(page, 'logInQuietly', ada.email, ada.password);
    await suspend(service, ada.email);
    // The tab asks why its session has ended; before it is told, somebody logs in elsewhere.
    await page.route('**/api/me', async (route) => {
      await logInElsewhere();
      await route.continue();
    });
    const { state, user } = await callTested<{ state: string; user?: Account }>(page, 'renew');
    assert.deepEqual([state, user?.id], ['active', eve.id]);
    assert.equal(await remembered(page), await remembered(other));
  });
});
