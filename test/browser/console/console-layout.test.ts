import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { promote } from '../../support/admin.ts';
import { describeInBrowser, it, OWN_PAGES, openAs, untilSeen } from '../../support/browser.ts';
import { type Account, type Service, startService, verified } from '../../support/service.ts';

const LONG = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4);

async function administrator(service: Service): Promise<Account> {
  const account = await verified(service, { full_name: 'Grace Hopper' });
  await promote(service, account.email);
  return account;
}

/** What the browser counts as shifts, from the beginning of the page. */
const WATCH = `window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shifts.push(value);
  }).observe({ type: 'layout-shift', buffered: true });`;

const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    `new Promise((done) => {
      requestAnimationFrame(() => setTimeout(() => done(window.shifts.reduce((a, b) => a + b, 0))));
    })`,
  );

describeInBrowser('the console', (visit) => {
  it('moves nothing when its users come, and cuts no column because of a long name', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const admin = await administrator(service);
    for (let n = 0; n < 11; n += 1) {
      await verified(service, n === 10 ? { full_name: LONG, email: `${'a'.repeat(60)}@example.com` } : {});
    }
    const { page } = await visit(t, service, { viewport: { width: 400, height: 800 } });
    const watching = await page.addInitScript({ content: WATCH });
    await openAs(page, service, admin, '/admin/users');
    await untilSeen(page, '12 in all');
    await page.locator('.chip-count').first().waitFor();
    const shift = await shiftOf(page);
    assert.ok(shift < 0.1, `the users screen jumps by ${shift}`);
    await watching.dispose();
    for (const width of [400, 720, 900, 1090, 1200, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      const hidden = await page.evaluate<number>(
        "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.table-frame'))",
      );
      assert.ok(hidden <= 0, `${hidden} pixels are cut off at ${width}`);
    }
  });

  it('has labels in its charts that do not touch, in every language', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const admin = await administrator(service);
    const { page } = await visit(t, service);
    await openAs(page, service, admin, '/admin');
    for (const language of ['en', 'de', 'fr']) {
      for (const width of [400, 1000, 1389, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`/admin?lang=${language}`);
        await page.locator('.chart-label').first().waitFor();
        const gaps = await page.evaluate<
          number[]
        >(`[...document.querySelectorAll('.chart-plot svg')].flatMap((chart) => {
          const days = [...chart.querySelectorAll('.chart-label:is([text-anchor=middle], [text-anchor=start], :last-of-type)')]
            .map((one) => one.getBoundingClientRect()).sort((a, b) => a.left - b.left);
          const { left, right } = chart.getBoundingClientRect();
          const between = days.slice(1).map((one, at) => one.left - days[at].right);
          return [days[0].left - left, right - days.at(-1).right, ...between];
        })`);
        assert.ok(Math.min(...gaps) >= 4, `${language} at ${width}: ${gaps.map(Math.round).join(' ')}`);
      }
    }
  });

  it('names no account for an event that has none', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const admin = await administrator(service);
    await service.request('POST', '/api/login', { body: { email: 'nobody@example.com', password: 'Wrong-one-1' } });
    const { page } = await visit(t, service);
    await openAs(page, service, admin, '/admin/audit');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    await download;
    const row = (event: string) => page.getByRole('row').filter({ hasText: event });
    await row('Audit trail exported').waitFor();
    assert.doesNotMatch(await row('Audit trail exported').innerText(), /No such account/);
    assert.match(await row('Wrong password').innerText(), /No such account/);
  });
});
