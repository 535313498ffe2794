import { resolve } from 'node:path';
import { buildSync } from 'esbuild';
import type { Page } from 'playwright-core';

const MODULES = resolve(import.meta.dirname, '../../src/pages/browser');

/** Opens a page that has this module of the pages as `tested`, and nothing that uses it. */
export async function openWithModule(page: Page, name: string): Promise<void> {
  const entryPoints = [resolve(MODULES, name)];
  const bundle = buildSync({ entryPoints, bundle: true, write: false, format: 'iife', globalName: 'tested' });
  const script = `<script>${bundle.outputFiles[0]?.text}</script>`;
  await page.route('**/login', async (route) => {
    const html = await (await route.fetch()).text();
    const bare = html.replaceAll(/<script[^>]* src=[^>]*><\/script>/g, '');
    await route.fulfill({ body: bare.replace('</body>', () => `${script}</body>`), contentType: 'text/html' });
  });
  await page.goto('/login');
}

/** Calls a function of that module. */
export const callTested = <T>(page: Page, name: string, ...args: readonly unknown[]): Promise<T> =>
  page.evaluate<T>(`tested.${name}(...${JSON.stringify(args)})`);
