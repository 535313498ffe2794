import assert from 'node:assert/strict';
import { describeInBrowser, it, OWN_PAGES } from '../support/browser.ts';
import { callTested, openWithModule } from '../support/page-module.ts';
import { startService } from '../support/service.ts';

describeInBrowser('the journeys that a browser remembers', (visit) => {
  it('go on until their link has expired, or the session has begun, and whatever was kept for them', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const { page } = await visit(t, service);
    await openWithModule(page, 'journey-store.ts');
    const journey = (email: string, inMs: number) => ({
      purpose: 'password_reset',
      email,
      carried: '?return_to=x',
      untilMs: Date.now() + inMs,
    });
    const [open, over] = [journey('ada@example.com', 60_000), journey('eve@example.com', -1)];
    await callTested(page, 'storeJourneys', [over, open]);
    assert.deepEqual(await callTested(page, 'storedJourneys'), [open]);
    await callTested(page, 'forgetJourneys');
    assert.deepEqual(await callTested(page, 'storedJourneys'), []);
    assert.equal(await page.evaluate('localStorage.length'), 0);
    for (const foreign of ['', '{', 'null', '7', '[null]']) {
      await page.evaluate(`localStorage.setItem('latchkey.journey', ${JSON.stringify(foreign)})`);
      assert.deepEqual(await callTested(page, 'storedJourneys'), [], foreign);
    }
  });
});
