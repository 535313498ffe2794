import assert from 'node:assert/strict';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** In light and dark. What is not a matter of colour is the same in both. */
export async function assertAccessible(page: Page, state: string): Promise<void> {
  await page.evaluate(axe.source);
  const inLight = await violations(page, 'light', {});
  const inDark = await violations(page, 'dark', { runOnly: ['color-contrast', 'link-in-text-block'] });
  assert.deepEqual([...inLight, ...inDark], [], state);
}

async function violations(page: Page, colorScheme: 'light' | 'dark', options: RunOptions): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const results = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return results.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${colorScheme}: ${id} ${node.html}`));
}
