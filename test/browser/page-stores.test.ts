import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeInBrowser, it, OWN_PAGES } from '../support/browser.ts';
import { callTested, openWithModule } from '../support/page-module.ts';
import { startService } from '../support/service.ts';

type Kept = readonly [tab: string | null, device: string | null];
interface Row {
  readonly when: string;
  readonly kept: Kept;
  readonly calls: string;
  readonly leaves: Kept;
  readonly returns?: unknown;
}

/** Tokens of two sessions, a and b, by generation. */
const ROWS: readonly Row[] = [
  { when: 'begun in the tab', kept: ['a', 'b'], calls: "remember('b.1.x', false)", leaves: ['b.1.x', null] },
  { when: 'begun to be kept', kept: ['a', 'b'], calls: "remember('b.1.x', true)", leaves: [null, 'b.1.x'] },
  { when: 'looked for', kept: ['a', 'b'], calls: 'remembered()', leaves: ['a', 'b'], returns: 'a' },
  { when: 'looked for on the device', kept: [null, 'b'], calls: 'remembered()', leaves: [null, 'b'], returns: 'b' },
  { when: 'looked for in vain', kept: [null, null], calls: 'remembered()', leaves: [null, null], returns: null },
  { when: 'kept', kept: ['a', 'b'], calls: 'isKept()', leaves: ['a', 'b'], returns: true },
  { when: 'not kept', kept: ['a', null], calls: 'isKept()', leaves: ['a', null], returns: false },
  { when: 'rotated first', kept: ['a', 'b'], calls: "replaceOlder('a.1.x')", leaves: ['a.1.x', 'b'] },
  { when: 'rotated', kept: [null, 'a.9.x'], calls: "replaceOlder('a.10.y')", leaves: [null, 'a.10.y'] },
  {
    when: 'rotated by news that are old',
    kept: ['a.10.y', 'a.9.x'],
    calls: "replaceOlder('a.9.x')",
    leaves: ['a.10.y', 'a.9.x'],
  },
  { when: 'rotated in both places', kept: ['a.1.x', 'a'], calls: "replaceOlder('a.2.y')", leaves: ['a.2.y', 'a.2.y'] },
  { when: 'rotated elsewhere', kept: ['b', 'b'], calls: "replaceOlder('a.1.x')", leaves: ['b', 'b'] },
  { when: 'rotated after its end', kept: [null, null], calls: "replaceOlder('a.1.x')", leaves: [null, null] },
  { when: 'ended', kept: ['a.2.y', 'b'], calls: "forget('a.1.x')", leaves: [null, 'b'] },
  { when: 'ended, and another begun', kept: ['b', 'b.1.x'], calls: "forget('a')", leaves: ['b', 'b.1.x'] },
];

/** They go on until their link has expired, or the session has begun, and whatever was kept for them. */
async function assertJourneys(page: Page): Promise<void> {
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
}

describeInBrowser('what pages remember', (visit) => {
  it('are journeys, and the newest token of a session, wherever it is kept, and none of another', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const { page } = await visit(t, service);
    await openWithModule(page, 'journey-store.ts');
    await assertJourneys(page);
    await openWithModule(page, 'token-store.ts');
    const KEY = JSON.stringify('latchkey.refresh-token');
    for (const { when, kept, calls, leaves, returns } of ROWS) {
      const found = await page.evaluate<{ returned: unknown; left: Kept }>(`(() => {
        const kept = ${JSON.stringify(kept)};
        const places = [sessionStorage, localStorage];
        places.forEach((place, at) => kept[at] === null ? place.removeItem(${KEY}) : place.setItem(${KEY}, kept[at]));
        const returned = tested.tokenStore.${calls};
        return { returned, left: places.map((place) => place.getItem(${KEY})) };
      })()`);
      assert.deepEqual(found.left, leaves, when);
      if (returns !== undefined) assert.equal(found.returned, returns, when);
    }
  });
});
