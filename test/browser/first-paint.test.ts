import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeInBrowser, it, OWN_PAGES, openAccount, untilSeen } from '../support/browser.ts';
import { startService, verified } from '../support/service.ts';
import { until } from '../support/until.ts';

interface Frame {
  readonly path: string;
  readonly seen: readonly string[];
}

/** Reports, at every frame, which of these are to be seen, from the first frame of every page on. */
async function watchFrames(page: Page, selectors: readonly string[]): Promise<Frame[]> {
  const frames: Frame[] = [];
  await page.exposeBinding('reportFrame', (_source, frame: Frame) => void frames.push(frame));
  await page.addInitScript(`
    const isSeen = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility === 'visible';
    requestAnimationFrame(function look() {
      const isShown = (selector) => [...document.querySelectorAll(selector)].some(isSeen);
      const seen = ${JSON.stringify(selectors)}.filter(isShown);
      window.reportFrame({ path: location.pathname, seen });
      requestAnimationFrame(look);
    });`);
  return frames;
}

/** The answer about the session comes only when the page has been painted several times. */
async function holdRefresh(page: Page, frames: readonly unknown[]): Promise<void> {
  await page.route('**/api/refresh', async (route) => {
    const painted = frames.length;
    await until('the page is painted', () => page.isClosed() || frames.length > painted + 5);
    if (!page.isClosed()) await route.continue();
  });
}

describeInBrowser('the first paint', (visit) => {
  it('shows nobody who is logged in a page for strangers, and no stranger the outline of an account', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const account = await verified(service);
    const { page } = await visit(t, service);
    await openAccount(page, service, account);
    const frames = await watchFrames(page, ['#login', '#welcome', '#loading .skeleton', '.outline']);
    await holdRefresh(page, frames);
    // The page that is left may go on being painted for a while.
    const seenOn = async (paths: readonly string[], action: () => Promise<unknown>) => {
      const before = frames.length;
      await action();
      return new Set(
        frames
          .slice(before)
          .filter(({ path }) => paths.includes(path))
          .flatMap(({ seen }) => seen),
      );
    };
    const ofLogin = await seenOn(['/login', '/account'], async () => {
      await page.goto('/login');
      await page.waitForURL('**/account');
      await untilSeen(page, account.email);
    });
    assert.deepEqual([...ofLogin].sort(), ['#loading .skeleton', '.outline']);
    const ofHome = await seenOn(['/'], async () => {
      await page.goto('/');
      await untilSeen(page, 'Welcome back');
    });
    assert.deepEqual([...ofHome], ['.outline']);

    await page.evaluate('sessionStorage.clear()');
    const ofStranger = await seenOn(['/login', '/account'], async () => {
      await page.goto('/account');
      await page.waitForURL('**/login');
      await untilSeen(page, 'New here?');
    });
    assert.deepEqual([...ofStranger], ['#login']);
    const atHome = await seenOn(['/'], async () => {
      await page.goto('/');
      await untilSeen(page, 'Create account');
    });
    assert.deepEqual([...atHome], ['#welcome']);

    // A token that is good no longer: the outline makes room for the form.
    await page.evaluate('sessionStorage.setItem("latchkey.refresh-token", "of-an-older-session")');
    await page.goto('/login');
    await page.locator('#login').waitFor();
  });
});
