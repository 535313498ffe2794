import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { CONSOLE_SCREENS } from '../src/console/console-paths.ts';
import { startChromium } from '../test/support/chromium.ts';
import { EMILE_ID, fillForConsole } from './console-data.ts';
import { ADA, FOLDER, startScreenshotService } from './screenshot-service.ts';

// The pictures of the console in the documentation. With a folder as argument: every screen in its whole length, on
// four devices, light and dark, in English or in the language of the second argument.

const DESK = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 };
const TABLET = { viewport: { width: 768, height: 1024 }, deviceScaleFactor: 1 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const SMALL = { viewport: { width: 320, height: 640 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const DEVICES = { desk: DESK, tablet: TABLET, phone: PHONE, small: SMALL };

interface Picture {
  readonly file: string;
  readonly path: string;
  readonly device: keyof typeof DEVICES;
  readonly colorScheme: 'light' | 'dark';
}

const pathOf = (screen: keyof typeof CONSOLE_SCREENS): string =>
  CONSOLE_SCREENS[screen].path.replace(':id', String(EMILE_ID));
const picture = (
  screen: keyof typeof CONSOLE_SCREENS,
  device: Picture['device'],
  colorScheme: Picture['colorScheme'],
): Picture => ({
  file: `console-${screen}-${device}-${colorScheme}`,
  path: pathOf(screen),
  device,
  colorScheme,
});
const SCREENS = Object.keys(CONSOLE_SCREENS) as (keyof typeof CONSOLE_SCREENS)[];

const DOCUMENTED: readonly Picture[] = [
  picture('overview', 'desk', 'dark'),
  picture('users', 'desk', 'light'),
  picture('user', 'desk', 'light'),
  picture('sessions', 'desk', 'light'),
  picture('audit', 'desk', 'dark'),
  picture('emails', 'desk', 'light'),
  picture('keys', 'desk', 'light'),
  picture('apiKeys', 'desk', 'light'),
  picture('apps', 'desk', 'light'),
  picture('settings', 'desk', 'light'),
  picture('overview', 'phone', 'light'),
  picture('users', 'phone', 'dark'),
];
const EVERY: readonly Picture[] = SCREENS.flatMap((screen) =>
  (Object.keys(DEVICES) as Picture['device'][]).flatMap((device) =>
    (['light', 'dark'] as const).map((colorScheme) => picture(screen, device, colorScheme)),
  ),
);

const [folder, language = 'en'] = process.argv.slice(2);
const service = await startScreenshotService({ SESSIONS: 'many', OPENID: 'on' });
await fillForConsole(service.db, Date.now());
await service.db.all(`UPDATE users SET role = 'ADMIN', account_status = 'ACTIVE' WHERE email = $1`, [ADA.email]);
const { browser, close } = await startChromium();

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const APPS = [
  { name: 'Shop', redirect_uris: ['https://shop.example.com/callback'], first_party: true },
  { name: 'Forum', redirect_uris: ['https://forum.example.net/oauth', 'http://localhost:3000/oauth'] },
  { name: 'Notes', redirect_uris: ['com.example.notes:/callback'], native: true },
];

/** One session for all pictures, two API keys and three apps. */
async function logIn(): Promise<string> {
  const post = async (path: string, body: object, token?: string) => {
    const headers = { 'user-agent': BROWSER, ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(`${service.url}${path}`, { method: 'POST', body: JSON.stringify(body), headers });
    return ((await response.json()) as { data: { access_token: string; refresh_token: string } }).data;
  };
  const { email, password } = ADA;
  const { access_token: token, refresh_token: refreshToken } = await post('/api/login', { email, password });
  await post('/api/admin/api-keys', { name: 'Help desk', scopes: ['users:read', 'users:write'], days: 90 }, token);
  await post(
    '/api/admin/api-keys',
    { name: 'SIEM', scopes: ['audit:read'], days: 365, networks: ['198.51.100.0/24'] },
    token,
  );
  for (const app of APPS) await post('/api/admin/clients', app, token);
  return refreshToken;
}

/** A page of somebody who is logged in: where the pages keep the session of the device, see token-store.ts. */
async function openPage(context: BrowserContext, refreshToken: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/favicon.ico');
  await page.evaluate(`localStorage.setItem('latchkey.refresh-token', ${JSON.stringify(refreshToken)})`);
  return page;
}

async function take(page: Page, { file, path }: Picture, into: string): Promise<void> {
  await page.goto(`${path}?lang=${language}`);
  await page.locator('.sidebar nav').waitFor({ state: 'attached' });
  // Every list and card has its rows.
  await page.locator('[aria-busy="true"], .skeleton').first().waitFor({ state: 'hidden' });
  await page.screenshot({ path: join(into, `${file}.png`), fullPage: folder !== undefined, caret: 'hide' });
}

const into = folder === undefined ? FOLDER : resolve(folder);
mkdirSync(into, { recursive: true });
const refreshToken = await logIn();
for (const [, pictures] of Map.groupBy(
  folder === undefined ? DOCUMENTED : EVERY,
  ({ device, colorScheme }) => `${device} ${colorScheme}`,
)) {
  const [{ device, colorScheme }] = pictures as [Picture];
  const options = { baseURL: service.url, ...DEVICES[device], colorScheme, reducedMotion: 'reduce' as const };
  const context = await browser.newContext(options);
  const page = await openPage(context, refreshToken);
  for (const one of pictures) await take(page, one, into);
  await context.close();
}
await close();
await service.stop();
