import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeInBrowser, fillIn, it, OWN_PAGES, openAs, openSection, press, untilSeen } from '../support/browser.ts';
import { startService, verified } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Where the button and the end of the form are at every frame, and what the browser itself counts as a shift. */
const WATCH = (form: string) => `
  const form = document.querySelector('${form}');
  window.positions = new Set();
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shifts.push(value);
  }).observe({ type: 'layout-shift' });
  (function look() {
    const button = form.querySelector('button[type=submit]').getBoundingClientRect();
    window.positions.add([button.top, button.width, button.height, form.getBoundingClientRect().bottom].join());
    requestAnimationFrame(look);
  })();`;

interface Scene {
  readonly form: string;
  readonly path: string;
  readonly button: string;
  readonly says: string;
  readonly open: (page: Page) => Promise<void>;
}

const PASSWORD = 'Analytical1';

/** The first needs a session, the others none. */
const SCENES: readonly Scene[] = [
  {
    form: '#password-form',
    path: '/api/change-password',
    button: 'Save new password',
    says: 'This isn’t your current password.',
    open: async (page) => {
      await openSection(page, 'Security');
      await press(page, 'Change password');
      await fillIn(page, { current_password: 'Wrong12345', new_password: 'Difference2' });
    },
  },
  {
    form: '#login-form',
    path: '/api/login',
    button: 'Log in',
    says: 'The email address or password is wrong.',
    open: async (page) => {
      await page.evaluate('sessionStorage.clear()');
      await page.goto('/login');
      await assertStill(page);
      await fillIn(page, { email: 'nobody@example.com', password: 'Wrong12345' });
    },
  },
  {
    form: '#resend-form',
    path: '/api/resend-verification',
    button: 'Send a new link',
    says: 'A new link is on its way',
    open: async (page) => {
      await page.goto('/verify');
      await fillIn(page, { email: 'nobody@example.com' });
    },
  },
];

/** The outline of the account page stands where the page will stand, on a phone and on a desk. */
async function assertOutline(page: Page, open: () => Promise<void>): Promise<void> {
  const placesIn = (root: string) =>
    page.evaluate<string[]>(`['.avatar', '.sections', '.section .card'].map((selector) => {
      const { left, top, width } = document.querySelector('${root} ' + selector).getBoundingClientRect();
      return [selector, left, top, width].map((one) => (typeof one === 'number' ? Math.round(one) : one)).join(' ');
    })`);
  const loads = [[320, open] as const, [1000, () => page.reload()] as const];
  for (const [width, load] of loads) {
    await page.setViewportSize({ width, height: 900 });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(
      '**/api/refresh',
      async (route) => {
        await held;
        await route.continue();
      },
      { times: 1 },
    );
    await load();
    await page.locator('#loading .skeleton').waitFor();
    const outline = await placesIn('#loading');
    release();
    await untilSeen(page, 'Member since');
    assert.deepEqual(outline, await placesIn('#account'), `${width} pixels`);
  }
}

/**
 * A hint or an error that has been seen to leaves the button where it is, so that a press that ends the typing does not
 * miss it.
 */
async function assertStill(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Log in', exact: true });
  await button.click();
  await page.locator('#password').press('A');
  await page.evaluate(
    `document.activeElement.dispatchEvent(
      new KeyboardEvent('keyup', { key: 'A', modifierCapsLock: true, bubbles: true }),
    )`,
  );
  await untilSeen(page, 'Caps Lock is on.');
  const before = await button.boundingBox();
  await page.locator('#email').fill('ada@example.com');
  assert.equal(await page.getByText('Caps Lock is on.').isVisible(), false);
  assert.equal(await page.getByText('Please fill this in.').filter({ visible: true }).count(), 0);
  assert.deepEqual(await button.boundingBox(), before);
}

/** What the first attempt was told stays until the answer to the second is there. */
async function assertSecondAttempt(page: Page, { form, path, button, says, open }: Scene): Promise<void> {
  await open(page);
  await press(page, button);
  await untilSeen(page, says);
  await page.mouse.move(0, 0);
  await page.evaluate(
    `Promise.all(document.getAnimations()
      .filter((one) => one.effect.getTiming().iterations !== Infinity).map((one) => one.finished))`,
  );
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let asked = false;
  await page.route(`**${path}`, async (route) => {
    asked = true;
    await held;
    await route.continue();
  });
  await page.evaluate(WATCH(form));
  const answered = page.waitForResponse(`**${path}`);
  await page.locator(`${form} button[type=submit]`).press('Enter');
  await until('the request is under way', async () => asked);
  assert.ok(await page.getByText(says).first().isVisible(), `${form}: it says "${says}" while the next request runs`);
  release();
  await answered;
  await page.locator(`${form}:not([aria-busy])`).waitFor();
  await untilSeen(page, says);
  const [positions, shifts] = await page.evaluate<[string[], number[]]>(
    'new Promise((resolve) => requestAnimationFrame(() => resolve([[...window.positions], window.shifts])))',
  );
  assert.equal(positions.length, 1, `${form} moved: ${positions.join(' then ')}`);
  assert.deepEqual(shifts, [], form);
}

describeInBrowser('nothing moves', (visit) => {
  it('when a page knows who looks, when a hint has been seen to, and when a form is sent again', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, MAX_EMAIL_BURST: '0' });
    const account = await verified(service, { password: PASSWORD });
    const { page } = await visit(t, service);
    await assertOutline(page, () => openAs(page, service, account, '/account'));
    for (const scene of SCENES) await assertSecondAttempt(page, scene);
  });
});
