import assert from 'node:assert/strict';
import { describeInBrowser, it, OWN_PAGES } from '../support/browser.ts';
import { startService } from '../support/service.ts';

const LEFT = `Promise.all([navigator.permissions.query({ name: 'clipboard-read' }), caches.keys(), indexedDB.databases()])
  .then(([clipboard, ...lists]) => [document.cookie, localStorage.length, sessionStorage.length, clipboard.state, ...lists.map(({ length }) => length)].join())`;
const LEAVE = `document.cookie = 'a=1';
  localStorage.a = sessionStorage.a = 1;
  Promise.all([caches.open('a'), new Promise((resolve) => { indexedDB.open('a').onsuccess = resolve; })]).then(() => {})`;

describeInBrowser('a profile of the tests', (visit) => {
  it('is used again, and keeps nothing of the visit before', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const visited = new Set<object>();
    for (const number of [1, 2]) {
      await t.test(`visit ${number}`, async (t) => {
        const { page, context } = await visit(t, service);
        visited.add(context);
        await page.goto('/');
        assert.equal(await page.evaluate(LEFT), ',0,0,prompt,0,0');
        await context.grantPermissions(['clipboard-read']);
        await page.evaluate(LEAVE);
        assert.equal(await page.evaluate(LEFT), 'a=1,1,1,granted,1,1');
      });
    }
    assert.equal(visited.size, 1);
  });
});
