import assert from 'node:assert/strict';
import { after, describe, type TestContext, test } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Download, Page } from 'playwright-core';
import { type RunningBrowser, startChromium } from './chromium.ts';
import { cleanUpAfter } from './clean-up.ts';
import { findBrowser, NO_BROWSER } from './find-browser.ts';
import { isQuickRun } from './scope.ts';
import type { Account, Service } from './service.ts';

/** Links lead to the pages themselves. */
export const OWN_PAGES = { FRONTEND_URL: '' };
/** E-mails stay on this machine, as at a developer's desk. */
export const DEVELOPER_INBOX = { ...OWN_PAGES, SMTP_URL: '', MAIL_FROM: '' };

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  newTab(): Promise<Page>;
}

/** Somebody with a browser and a profile of their own. */
export type Visit = (t: TestContext, service: Pick<Service, 'url'>, options?: VisitOptions) => Promise<Visitor>;

export interface VisitOptions extends BrowserContextOptions {
  /** Origins that may be asked for something besides the service. */
  readonly alsoAt?: readonly string[];
}

const found = findBrowser();

type BrowserTest = (name: string, body: (t: TestContext) => Promise<void>) => Promise<void>;

/**
 * What is done on a page, one for each: part of `npm test`. Where this machine has no browser, it is skipped and says
 * why.
 */
export const journey: BrowserTest = (name, body) => test(name, { skip: found === undefined && NO_BROWSER }, body);

/** Any other test that needs a browser. */
export const it: BrowserTest = async (name, body) => (isQuickRun ? undefined : journey(name, body));

/** Everything here happens on this machine: what takes longer than this, however busy it is, does not happen. */
const PATIENCE_MS = 30_000;

let blocks = 0;
let running: Promise<RunningBrowser> | undefined;

/** One browser for all blocks of the process, started by the first visit; each visitor has a profile of their own. */
export function describeInBrowser(name: string, define: (visit: Visit) => void): void {
  blocks += 1;
  describe(name, () => {
    after(async () => {
      blocks -= 1;
      if (blocks > 0) return;
      const last = running;
      running = undefined;
      await (await last)?.close();
    });

    define(async (t, service, { alsoAt = [], ...options } = {}) => {
      running ??= startChromium(found);
      const { browser } = await running;
      const context = await browser.newContext({ baseURL: service.url, reducedMotion: 'reduce', ...options });
      context.setDefaultTimeout(PATIENCE_MS);
      const complaints = watch(context, [service.url, ...alsoAt]);
      cleanUpAfter(t, async () => {
        await context.close();
        assert.deepEqual(complaints, []);
      });
      return { context, page: await context.newPage(), newTab: () => context.newPage() };
    });
  });
}

/** On no page may a script fail, the security policy be broken or another host be asked for anything. */
function watch(context: BrowserContext, origins: readonly string[]): readonly string[] {
  const complaints: string[] = [];
  context.on('weberror', (event) => complaints.push(`script error: ${event.error().message}`));
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) complaints.push(message.text());
  });
  context.on('request', (request) => {
    if (!origins.includes(new URL(request.url()).origin)) complaints.push(`third-party request: ${request.url()}`);
  });
  return complaints;
}

/** What a person sees of the page's main part. */
export const seen = (page: Page): Promise<string> => page.locator('main').innerText();

export const untilSeen = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).filter({ visible: true }).first().waitFor();

export async function press(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
}

/** What a list of the console hands out: from its menu. */
export async function downloadAs(page: Page, format: 'CSV' | 'JSON'): Promise<Download> {
  await page.locator('summary', { hasText: 'Download' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, `Download as ${format}`)]);
  return download;
}

export async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`#${name}`).fill(value);
}

/** One of the sections of the account page, by its link. */
export async function openSection(page: Page, name: 'Profile' | 'Security' | 'Data'): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, exact: true, level: 2 }).waitFor();
}

/** In the section for security. */
export async function changePassword(page: Page, passwords: Readonly<Record<string, string>>): Promise<void> {
  await press(page, 'Change password');
  await fillIn(page, passwords);
  await press(page, 'Save new password');
}

export async function logInAs(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await fillIn(page, { email, password });
  await press(page, 'Log in');
  await page.waitForURL('**/account');
  await untilSeen(page, email);
}

/**
 * Opens a page as somebody who has just logged in, for tests that are not about the login page: it takes a fifth of the
 * time.
 */
export async function openAs(
  page: Page,
  service: Service,
  account: { email: string; password: string },
  path: string,
): Promise<void> {
  const { email, password } = account;
  const { data, text } = await service.request('POST', '/api/login', { body: { email, password } });
  assert.ok(data?.refresh_token, text);
  // The pages look here for the session of the tab (token-store.ts).
  const kept = `sessionStorage.setItem('latchkey.refresh-token', ${JSON.stringify(data.refresh_token)})`;
  const seed = await page.addInitScript({ content: kept });
  await page.goto(path);
  await seed.dispose();
}

/** The account page, likewise. */
export async function openAccount(
  page: Page,
  service: Service,
  account: { email: string; password: string },
): Promise<void> {
  await openAs(page, service, account, '/account');
  await untilSeen(page, account.email);
}

/**
 * The same, and the page asks for nothing more by itself: for tests that then end the session elsewhere, of which the
 * page would hear before the test does what it is about. It is told that this account was offered a passkey already
 * (quiet-passkey.ts).
 */
export async function openQuietAccount(page: Page, service: Service, account: Account): Promise<void> {
  await page.addInitScript({ content: `localStorage.setItem('latchkey.passkey-offered', '${account.id}')` });
  const lastAsked = page.waitForResponse('**/api/me/email');
  await openAccount(page, service, account);
  await lastAsked;
}

/**
 * The account page in a tab that has not heard of the end of its session, until it leads to the login. The token is
 * given to the account page, not to the page before, which might look for a session just then.
 */
export async function openAccountUnaware(page: Page, refreshToken: string): Promise<void> {
  const kept = `sessionStorage.setItem('latchkey.refresh-token', ${JSON.stringify(refreshToken)})`;
  await page.addInitScript({ content: `if (location.pathname === '/account') ${kept}` });
  // It is left perhaps before it has loaded, which would count as a failed load.
  await page.goto('/account', { waitUntil: 'commit' });
  await page.waitForURL('**/login');
}
