import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startChromium } from '../test/support/chromium.ts';
import { ADA, FOLDER, startScreenshotService } from './screenshot-service.ts';

// The pictures of three brands in docs/pages.md, made from the settings that are printed there.
const BRANDS = join(import.meta.dirname, '../docs/brands');
const DESK = { width: 560, height: 760 };
const PHONE = { width: 360, height: 700 };

/** The logo is drawn here, once as SVG for pages and once as PNG for e-mails. */
const logo = (paths: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">${paths}</svg>`;
const LEAF = logo(
  '<path fill="#2f6f3e" d="M27 4C13 4 5 11 5 21c0 2 .3 4 .8 6l2.4-.6C10 19 14 14 21 11c-5 4-8.500 8-10 14 11 2 ' +
    '17-6 16-21Z"/>',
);
const BARS = logo('<path fill="#00a37a" d="M4 18h5v10H4zM13.500 11h5v17h-5zM23 4h5v24h-5z"/>');
const BEACON = logo(
  '<circle cx="16" cy="16" r="16" fill="#d6336c"/><path fill="#fff" d="m13 25 1.500-13h3L19 25zM12 7h8v4h-8z"/>',
);
const asDataUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

interface BrandScene {
  readonly file: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: 'light' | 'dark';
  readonly settings: Record<string, string>;
  /** Settings that need a PNG file of this SVG. */
  readonly mailLogo?: string;
  readonly open: (page: Page) => Promise<void>;
}

const MEADOW = {
  PRODUCT_NAME: 'Meadow',
  BRAND_COLOR: '#2f6f3e',
  LOGO_URL: asDataUrl(LEAF),
  CUSTOM_CSS: join(BRANDS, 'meadow.css'),
  INDUSTRIES: 'Farm, Bakery, Shop, Kitchen, Other',
  TERMS_URL: '/terms',
  PRIVACY_URL: '/privacy',
  SUPPORT_EMAIL: 'hello@meadow.example',
  FRONTEND_URL: 'https://accounts.meadow.example',
};

const SCENES: readonly BrandScene[] = [
  { file: 'brand-meadow', viewport: DESK, colorScheme: 'light', settings: MEADOW, open: openRegister },
  {
    file: 'brand-meadow-email',
    viewport: DESK,
    colorScheme: 'light',
    settings: MEADOW,
    mailLogo: LEAF,
    open: openEmail,
  },
  {
    file: 'brand-ledger',
    viewport: PHONE,
    colorScheme: 'dark',
    settings: {
      PRODUCT_NAME: 'Ledger',
      BRAND_COLOR: '#00a37a',
      LOGO_URL: asDataUrl(BARS),
      CUSTOM_CSS: join(BRANDS, 'ledger.css'),
      LANGUAGES: 'en',
    },
    open: openLogin,
  },
  {
    file: 'brand-faro',
    viewport: PHONE,
    colorScheme: 'light',
    settings: {
      PRODUCT_NAME: 'Faro',
      BRAND_COLOR: '#d6336c',
      LOGO_URL: asDataUrl(BEACON),
      CUSTOM_CSS: join(BRANDS, 'faro/faro.css'),
      TEXTS_DIR: join(BRANDS, 'faro/texts'),
      LANGUAGES: 'es, en, fr',
      TERMS_URL: '/terms',
    },
    open: openLogin,
  },
];

async function openRegister(page: Page): Promise<void> {
  await page.goto('/register');
  const { password: _, industry: __, ...person } = ADA;
  for (const [name, value] of Object.entries(person)) await page.locator(`#${name}`).fill(value);
  await page.locator('#industry').selectOption('Bakery');
}

async function openLogin(page: Page): Promise<void> {
  await page.goto('/login');
  await page.locator('#email').fill(ADA.email);
  await page.locator('#password').fill(ADA.password);
}

async function openEmail(page: Page): Promise<void> {
  await page.request.post('/api/forgot-password', { data: { email: ADA.email } });
  for (;;) {
    const { data } = await (await page.request.get(`/dev/inbox?to=${ADA.email}`)).json();
    const found = data.find(({ subject }: { subject: string }) => subject.startsWith('Reset'));
    if (found) return void (await page.goto(`/dev/inbox/${found.id}/html`));
  }
}

/** Nothing listens there; nothing is sent in the time that a picture takes. */
const NO_INBOX = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'accounts@example.com' };

const { browser, close } = await startChromium();
const files = mkdtempSync(join(tmpdir(), 'latchkey-brands-'));
for (const { file, viewport, colorScheme, settings, mailLogo, open } of SCENES) {
  // With a mail server configured, pages do not mention the developer's inbox.
  const service = await startScreenshotService({
    ...settings,
    ...(mailLogo === undefined ? NO_INBOX : { MAIL_LOGO: await drawPng(mailLogo) }),
  });
  const context = await browser.newContext({
    baseURL: service.url,
    viewport,
    colorScheme,
    locale: 'es',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await open(page);
  await page
    .locator(':focus')
    .blur()
    .catch(() => {});
  await page.screenshot({ path: join(FOLDER, `${file}.png`), fullPage: true, caret: 'hide' });
  await context.close();
  await service.stop();
}
rmSync(files, { recursive: true, force: true });
await close();

async function drawPng(svg: string): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 32, height: 32 }, deviceScaleFactor: 3 });
  await page.setContent(`<body style="margin:0">${svg}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  writeFileSync(join(files, 'logo.png'), png);
  return join(files, 'logo.png');
}
