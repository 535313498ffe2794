import assert from 'node:assert/strict';
import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * In light and dark. What is not a matter of colour is the same in both. `within` is for a dialog, or a part in another
 * state, of a page that is checked elsewhere: half a second for each whole page adds up.
 */
export async function assertAccessible(page: Page, state: string, within = ':root'): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await loadAxe(page);
  const inLight = await violations(page, 'light', within, {});
  const inDark = await violations(page, 'dark', within, { runOnly: ['color-contrast', 'link-in-text-block'] });
  assert.deepEqual([...inLight, ...inDark], [], state);
}

/**
 * Unlike `page.evaluate`, this lets the browser use what it compiled for an earlier page, which is most of the time
 * that a check takes.
 */
async function loadAxe(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Runtime.evaluate', { expression: axe.source });
  // It stays attached: at the end of any session, Chromium takes a virtual authenticator away from the page.
}

/**
 * The page sends only what is wrong with it: to send all that axe found and this process to read it takes longer than
 * axe itself.
 */
async function violations(
  page: Page,
  colorScheme: 'light' | 'dark',
  within: string,
  options: RunOptions,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const wanted = JSON.stringify({ ...options, resultTypes: ['violations'] });
  const found = await page.evaluate<string[]>(`axe.run('${within}', ${wanted})
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html)))`);
  return found.map((violation) => `${colorScheme}: ${violation}`);
}
