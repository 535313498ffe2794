import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { promote } from '../../support/admin.ts';
import { describeInBrowser, it, OWN_PAGES, openAs, untilSeen } from '../../support/browser.ts';
import { type Account, type Service, startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

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

/** Headings and buttons of a list that their column has no room for, and filters in more than one line. */
const READ_CUT = `[
  ...[...document.querySelectorAll('.list-card th')].filter((one) => one.scrollWidth > one.clientWidth),
  ...[...document.querySelectorAll('td.tools > *')].filter((one) =>
    one.getBoundingClientRect().right > one.parentElement.getBoundingClientRect().right),
  ...[...document.querySelectorAll('.filters')].filter((one) => one.offsetHeight > 90),
].map((one) => one.textContent.slice(0, 60))`;

interface Labels {
  readonly names: readonly string[];
  /** To the edges of the drawing and to one another, in pixels. */
  readonly gaps: readonly number[];
}

type ChartLabels = Readonly<Record<'days' | 'numbers', Labels>>;

/** The days below a chart, from left to right, and the numbers beside it, from the lowest. */
const READ_LABELS = `[...document.querySelectorAll('.chart-plot svg')].map((chart) => {
  const frame = chart.getBoundingClientRect();
  const labels = (anchor) => [...chart.querySelectorAll('.chart-label[text-anchor=' + anchor + ']')];
  const boxes = (anchor) => labels(anchor).map((one) => one.getBoundingClientRect());
  const names = (anchor) => labels(anchor).map((one) => one.textContent);
  const [days, numbers] = [boxes('middle'), boxes('end')];
  const grid = chart.querySelector('.chart-grid').getBoundingClientRect().left;
  return {
    days: {
      names: names('middle'),
      gaps: [days[0].left - frame.left, frame.right - days.at(-1).right,
        ...days.slice(1).map((one, at) => one.left - days[at].right)],
    },
    numbers: {
      names: names('end'),
      gaps: [...numbers.flatMap((one) => [one.left - frame.left, grid - one.right]),
        ...numbers.slice(1).map((one, at) => numbers[at].top - one.bottom)],
    },
  };
})`;

/** Drawn for the place that it has now: a drawing of the width before would be looked at in vain. */
const untilDrawn = (page: Page, width: number) =>
  until(`the charts are drawn for ${width} pixels`, () =>
    page.evaluate<boolean>(`innerWidth === ${width} && document.documentElement.scrollWidth <= innerWidth &&
      [...document.querySelectorAll('.chart-plot')].every((plot) =>
        Number(plot.querySelector('svg').getAttribute('width')) === plot.clientWidth)`),
  );

describeInBrowser('the console', (visit) => {
  it('moves nothing when its users come, and cuts no column because of a long name', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const admin = await administrator(service);
    for (let n = 0; n < 11; n += 1) {
      await verified(service, n === 10 ? { full_name: LONG, email: `${'a'.repeat(60)}@example.com` } : {});
    }
    const { page } = await visit(t, service, { viewport: { width: 320, height: 640 } });
    await page.addInitScript({ content: WATCH });
    await openAs(page, service, admin, '/admin');
    // At a desk in the languages with the longest words.
    for (const [width, height, screens] of [
      [320, 640, ['users', 'sessions', 'audit', 'emails']],
      [1440, 900, ['audit?lang=fr', 'sessions?lang=fr', 'emails?lang=fr', 'users?lang=de']],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const screen of screens) {
        await page.goto(`/admin/${screen}`);
        await page.locator('.list-foot').getByText(/\d/).waitFor();
        if (screen.startsWith('users')) await page.locator('.chip-count').first().waitFor();
        const shift = await shiftOf(page);
        assert.ok(shift < 0.1, `${screen} jumps by ${shift} at ${width} pixels`);
        if (width === 1440) assert.deepEqual(await page.evaluate(READ_CUT), [], screen);
      }
    }
    await untilSeen(page, 'insgesamt 12');
    for (const width of [400, 720, 900, 1090, 1200, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      const hidden = await page.evaluate<number>(
        '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.documentElement)',
      );
      assert.ok(hidden <= 0, `${hidden} pixels are cut off at ${width}`);
    }
  });

  it('has labels in its charts that do not touch, in every language', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const admin = await administrator(service);
    const { page } = await visit(t, service);
    // As many as need room beside the axis.
    await page.route('**/api/admin/statistics*', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: { days: { logins: number; active_users: number }[] } };
      for (const day of answer.data.days) Object.assign(day, { logins: 1_234_567, active_users: 98_765 });
      await route.fulfill({ response, json: answer });
    });
    await openAs(page, service, admin, '/admin');
    for (const [language, widths] of [
      ['en', [400, 1389]],
      ['de', [1000, 1440]],
      ['fr', [1389, 400]],
    ] as const) {
      const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
      await page.goto(`/admin?lang=${language}`);
      await page.locator('.chart-label').first().waitFor();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await untilDrawn(page, width);
        const charts = await page.evaluate<ChartLabels[]>(READ_LABELS);
        assert.equal(charts.length, 2);
        for (const { days, numbers } of charts) {
          const about = `${language} at ${width}`;
          assert.ok(days.names.length >= 2, `${about}: days ${days.names}`);
          assert.equal(days.names.at(-1), day.format(Date.now()), about);
          assert.ok(Math.min(...days.gaps) >= 4, `${about}: days are apart by ${days.gaps.map(Math.round)}`);
          assert.ok(numbers.names.length >= 3, `${about}: numbers ${numbers.names}`);
          assert.ok(Math.min(...numbers.gaps) >= 0, `${about}: numbers are apart by ${numbers.gaps.map(Math.round)}`);
        }
      }
    }
  });
});
