import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { promote } from '../../support/admin.ts';
import { assertAccessible } from '../../support/axe.ts';
import { describeInBrowser, downloadAs, journey, OWN_PAGES, openAs, press, untilSeen } from '../../support/browser.ts';
import { registered, type Service, startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

async function enter(page: Page, service: Service, path: string): Promise<void> {
  const admin = await verified(service);
  await promote(service, admin.email);
  await openAs(page, service, admin, path);
}

/** On a phone as at a desk: nothing sticks out, and axe finds nothing. */
async function assertFits(page: Page, what: string): Promise<void> {
  await assertAccessible(page, what);
  await page.setViewportSize({ width: 320, height: 700 });
  assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0, what);
  await page.setViewportSize({ width: 1280, height: 800 });
}

const CHANGED = { ACCESS_TOKEN_TTL: '20m', UNVERIFIED_KEPT: '10d', SUPPORT_EMAIL: 'help@example.com' };

/** The defaults of settings that the service of the test has changed. */
const DEFAULTS = {
  en: {
    ACCESS_TOKEN_TTL: 'Default: 15 minutes',
    UNVERIFIED_KEPT: 'Default: off; 30 days with PROFILE=hardened',
    SUPPORT_EMAIL: 'Default: not set',
    SMTP_URL: "Default: the developer's inbox; required in production",
    SIGNING_SECRET:
      'Default: made once and kept in DATA_DIR; required in production unless SIGNING_SECRETS or KEYS_DIR is set',
  },
  de: {
    ACCESS_TOKEN_TTL: 'Standard: 15 Minuten',
    UNVERIFIED_KEPT: 'Standard: off; 30 Tage mit PROFILE=hardened',
    SUPPORT_EMAIL: 'Standard: nicht gesetzt',
    SMTP_URL: "Standard: the developer's inbox; required in production",
    SIGNING_SECRET:
      'Standard: made once and kept in DATA_DIR; required in production unless SIGNING_SECRETS or KEYS_DIR is set',
  },
  fr: {
    ACCESS_TOKEN_TTL: 'Par défaut : 15 minutes',
    UNVERIFIED_KEPT: 'Par défaut : off ; 30 jours avec PROFILE=hardened',
    SUPPORT_EMAIL: 'Par défaut : non défini',
    SMTP_URL: "Par défaut : the developer's inbox; required in production",
    SIGNING_SECRET:
      'Par défaut : made once and kept in DATA_DIR; required in production unless SIGNING_SECRETS or KEYS_DIR is set',
  },
} as const;

/**
 * Opens the settings that were changed. Their defaults are in the language of the page where they are values and
 * times; what only words can tell is English, like their descriptions, and says so.
 */
async function assertDefaults(page: Page, language: keyof typeof DEFAULTS): Promise<void> {
  await page.goto(`/admin/settings?lang=${language}&show=changed`);
  for (const [name, text] of Object.entries(DEFAULTS[language])) {
    const about = page
      .locator('.setting-entry', { has: page.getByText(name, { exact: true }) })
      .locator('p')
      .last();
    assert.equal((await about.innerText()).replaceAll('\u00a0', ' '), text, `${name} in ${language}`);
  }
}

describeInBrowser('the console', (visit) => {
  journey('shows e-mails with what the server said, tries them again, drops them and previews them', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    service.smtp.follow({ recipient: (address) => (address.startsWith('tom') ? '550 5.1.1 no such user' : 'accept') });
    await registered(service, { email: 'tom@example.com' });
    const dead = () => service.db.one("SELECT 1 AS one FROM outbox WHERE state = 'dead'");
    await until('the e-mail is given up', async () => (await dead()) !== undefined);
    const { page } = await visit(t, service, { viewport: { width: 1280, height: 800 } });
    await enter(page, service, '/admin/emails');
    await untilSeen(page, '550 5.1.1 no such user');
    await untilSeen(page, `${new URL(service.smtp.url).host} answers`);
    await assertFits(page, 'e-mails');

    await page.getByRole('link', { name: 'Given up' }).click();
    await page.waitForURL('**/admin/emails?state=dead');
    const download = await downloadAs(page, 'JSON');
    assert.match(download.suggestedFilename(), /^emails-.*\.jsonl$/);
    assert.equal(JSON.parse(await readFile(await download.path(), 'utf8')).to, 'tom@example.com', 'what is shown');
    await page.getByRole('button', { name: 'Retry: tom@example.com' }).click();
    await untilSeen(page, 'The email to tom@example.com is tried again.');
    await until('it was tried again', async () => (await dead()) !== undefined);
    await page.reload();
    await page.getByRole('button', { name: 'tom@example.com', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('550 5.1.1 no such user').nth(1).waitFor();
    await assertAccessible(page, 'one e-mail', 'dialog[open]');
    await dialog.getByRole('button', { name: 'Drop' }).click();
    await page.getByLabel('Type tom@example.com to confirm').fill('tom@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click();
    await untilSeen(page, 'The email to tom@example.com is gone.');
    await untilSeen(page, 'Nothing matches');
    // The page asks for their number beside the list, and the answer may come later.
    await page.getByRole('button', { name: 'Retry all given up' }).waitFor({ state: 'hidden' });

    await press(page, 'Preview');
    const frame = page.frameLocator('.preview-frame');
    await frame.getByRole('link', { name: 'Confirm my account' }).waitFor();
    await dialog.getByLabel('Kind of email').selectOption('password_reset');
    await dialog.getByLabel('Language').selectOption('de');
    await dialog.getByLabel('Colours').selectOption('dark');
    await frame.getByRole('link', { name: 'Neues Passwort wählen' }).waitFor();
    await assertAccessible(page, 'preview', 'dialog[open]');
  });

  journey('makes API keys that are shown once, and revokes them; shows keys and finds settings', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...CHANGED });
    const { page } = await visit(t, service, { viewport: { width: 1280, height: 800 } });
    await enter(page, service, '/admin/api-keys');
    await untilSeen(page, 'Nothing here yet');
    // Without OPENID there are no apps to look at.
    assert.equal(await page.getByRole('link', { name: 'Apps', exact: true }).count(), 0);
    assert.equal((await service.request('GET', '/admin/apps')).status, 404);
    await page.locator('#make-key').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await dialog.getByText('Please give it a name.').waitFor();
    assert.equal(await dialog.getByLabel('Works for').inputValue(), '90');
    await dialog.getByLabel('Name').fill('Support desk');
    await dialog.getByLabel(/^Read the audit trail/).check();
    await dialog.getByLabel('Only from these networks').fill('127.0.0.1, home');
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await dialog.getByText('addresses or networks like').waitFor();
    await dialog.getByLabel('Only from these networks').fill('127.0.0.1');
    await assertAccessible(page, 'a new key', 'dialog[open]');
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    const token = await page.getByRole('textbox', { name: 'Here’s the key' }).inputValue();
    const read = () => service.request('GET', '/api/admin/audit', { token });
    assert.equal((await read()).status, 200);
    // Not lost by accident: the first press of the way out warns.
    await page.keyboard.press('Escape');
    await press(page, 'Done');
    await untilSeen(page, 'You haven’t copied it yet.');
    assert.equal(await page.getByRole('textbox', { name: 'Here’s the key' }).inputValue(), token);
    await press(page, 'Copy');
    await untilSeen(page, 'Copied.');
    await press(page, 'Done');
    await untilSeen(page, '127.0.0.1');
    assert.ok(!(await page.content()).includes(token), 'the key is gone from the page');
    await assertFits(page, 'API keys');
    await page.getByRole('button', { name: 'Revoke: Support desk' }).click();
    await page.getByLabel('Type Support desk to confirm').fill('support desk');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await untilSeen(page, 'The key “Support desk” is revoked.');
    assert.equal((await read()).status, 401);

    // A failure is told with a way to try again.
    await page.route('**/api/admin/keys', (route) => route.abort());
    await page.goto('/admin/keys');
    await untilSeen(page, 'This can’t be shown right now');
    await page.unroute('**/api/admin/keys');
    await press(page, 'Try again');
    await untilSeen(page, 'SIGNING_SECRET');
    await assertFits(page, 'keys');

    await assertDefaults(page, 'en');
    await untilSeen(page, 'from the environment');
    await page.keyboard.press('/');
    await page.keyboard.type('signing_secret');
    await page.waitForURL('**/admin/settings?lang=en&show=changed&query=signing_secret');
    await until('one setting is left', async () => (await page.locator('.setting-entry').count()) === 1);
    assert.equal(await page.locator('#settings-count').innerText(), '1 setting');
    assert.match(await page.locator('.setting-entry').innerText(), /SIGNING_SECRET.*hidden/s);

    // Their descriptions are English in every language, marked as such, and searched.
    await assertDefaults(page, 'de');
    assert.equal(await page.locator('span[lang=en]', { hasText: "the developer's inbox" }).count(), 1);
    assert.equal(await page.locator('span[lang=en]', { hasText: '15 Minuten' }).count(), 0);
    await page.locator('.chip', { hasText: 'Alle' }).click();
    await page.locator('#search-field').fill('where e-mailed links');
    await page.locator('#settings-count').getByText('1 Einstellung', { exact: true }).waitFor();
    await page.locator('p[lang=en]', { hasText: 'Where e-mailed links lead' }).waitFor();
    await assertDefaults(page, 'fr');
    await assertFits(page, 'settings');

    // On a phone, the bar of sections follows the one that is read, which begins below the bar.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.chip', { hasText: 'Tous' }).click();
    await page.locator('.side-list [aria-current]', { hasText: 'Apparence' }).waitFor();
    await page.locator('#limits').evaluate((section) => section.scrollIntoView());
    await until('its name is in sight', async () => {
      const box = await page.locator('.side-list [aria-current]', { hasText: 'Limites' }).boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 390;
    });
    const bar = await page.locator('.side-list').boundingBox();
    const heading = await page.getByRole('heading', { name: 'Limites' }).boundingBox();
    assert.ok(bar && heading && heading.y >= bar.y + bar.height, 'the heading is below the bar');
  });
});
