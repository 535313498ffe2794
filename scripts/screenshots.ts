import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../test/support/chromium.ts';
import { ADA, FOLDER, startScreenshotService } from './screenshot-service.ts';

// The pictures of the documentation, taken anew from the pages as they are.

const DESKTOP = { viewport: { width: 1000, height: 720 }, deviceScaleFactor: 1 };
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true };

interface Scene {
  readonly file: string;
  readonly device: typeof DESKTOP | typeof PHONE;
  readonly colorScheme: 'light' | 'dark';
  readonly open: (page: Page) => Promise<void>;
  /** Captures the window instead of the whole page. */
  readonly isWindow?: boolean;
}

const SCENES: readonly Scene[] = [
  { file: 'register-light', device: DESKTOP, colorScheme: 'light', open: openRegister },
  { file: 'inbox-light', device: DESKTOP, colorScheme: 'light', open: openInbox },
  { file: 'login-dark', device: DESKTOP, colorScheme: 'dark', open: openLogin },
  // Comes before any login: the page of a confirmed account shows less.
  { file: 'verify-phone-dark', device: PHONE, colorScheme: 'dark', open: openVerify },
  { file: 'account-light', device: DESKTOP, colorScheme: 'light', open: openAccount },
  { file: 'account-dark', device: DESKTOP, colorScheme: 'dark', open: openSecurity },
  { file: 'recent-login-light', device: DESKTOP, colorScheme: 'light', open: openRecentLogin, isWindow: true },
  { file: 'email-light', device: DESKTOP, colorScheme: 'light', open: openEmail },
  { file: 'email-phone-dark', device: PHONE, colorScheme: 'dark', open: openEmail },
  { file: 'account-phone', device: PHONE, colorScheme: 'light', open: openAccount },
  // Comes last, because it sends an e-mail about a new passkey.
  { file: 'factors-light', device: DESKTOP, colorScheme: 'light', open: openFactors },
];

async function see(page: Page, path: string, text: string): Promise<void> {
  await page.goto(path);
  await page.getByText(text).first().waitFor();
}

async function openRegister(page: Page): Promise<void> {
  await see(page, '/register', 'Create your account');
  const { password: _, ...person } = ADA;
  for (const [name, value] of Object.entries(person)) await page.locator(`#${name}`).fill(value);
  await page.locator('#password').fill('Analytic');
}

async function openInbox(page: Page): Promise<void> {
  await newestLink(page);
  await page.goto(`/dev/inbox?to=${ADA.email}`);
  await page.frameLocator('iframe').getByRole('link', { name: 'Confirm my account' }).waitFor();
}

async function openLogin(page: Page): Promise<void> {
  await see(page, '/login', 'Log in');
  await page.locator('#email').fill(ADA.email);
  await page.locator('#password').fill('Difference2');
  await page.locator('#login-form button[type=submit]').click();
  await page.getByText('wrong').waitFor();
}

async function openVerify(page: Page): Promise<void> {
  const link = await newestLink(page);
  await page.goto(link);
  await page.getByText('Yes, confirm my account').waitFor();
}

async function openAccount(page: Page): Promise<void> {
  await page.goto(await newestLink(page));
  await page.locator('#verify-form button').click();
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.locator('#password').fill(ADA.password);
  await page.locator('#login-form button[type=submit]').click();
  await page.getByText('Member since').waitFor();
}

async function openSecurity(page: Page): Promise<void> {
  await openAccount(page);
  await page.getByRole('link', { name: 'Security' }).click();
  await page.locator('#password-open').click();
  await page.locator('#current_password').fill('Analytical');
  await page.locator('#new_password').fill('Analytic');
  await page.locator('#password-form button[type=submit]').click();
}

/** Shows a passkey, created by a virtual authenticator, and an authenticator app being added. */
async function openFactors(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const device = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', ...device },
  });
  await openAccount(page);
  await page.getByRole('link', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('is added.').waitFor();
  await page.getByRole('button', { name: 'Add an app' }).click();
  await page.getByRole('img', { name: 'QR code' }).waitFor();
}

/** Shows only the dialog; the service is not asked. */
async function openRecentLogin(page: Page): Promise<void> {
  await openAccount(page);
  const body = JSON.stringify({ status: 'error', message: 'Please confirm that it is you', data: null });
  const headers = { 'x-error-code': 'fresh_login_required' };
  await page.route('**/api/me/export', (route) => route.fulfill({ status: 401, headers, body }));
  await page.evaluate(`document.getElementById('export-form').requestSubmit()`);
  await page.locator('#recent-login #password').fill('Analytical');
}

async function openEmail(page: Page): Promise<void> {
  const { id } = await newestEmail(page);
  await see(page, `/dev/inbox/${id}/html`, 'Confirm my account');
}

const newestLink = async (page: Page): Promise<string> => (await newestEmail(page)).links[0] ?? '';

async function newestEmail(page: Page): Promise<{ id: string; links: string[] }> {
  for (;;) {
    const { data } = await (await page.request.get(`/dev/inbox?to=${ADA.email}`)).json();
    if (data[0]) return data[0];
  }
}

async function take(browser: Browser, baseURL: string, scene: Scene): Promise<void> {
  const { file, device, colorScheme, open, isWindow = false } = scene;
  const context = await browser.newContext({ baseURL, ...device, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await open(page);
  await page.screenshot({ path: join(FOLDER, `${file}.png`), fullPage: !isWindow, caret: 'hide' });
  await context.close();
}

const service = await startScreenshotService();
const { browser, close } = await startChromium();
mkdirSync(FOLDER, { recursive: true });
for (const scene of SCENES) await take(browser, service.url, scene);
await close();
await service.stop();
