import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../support/axe.ts';
import {
  describeInBrowser,
  fillIn,
  it,
  journey,
  OWN_PAGES,
  openAccount,
  openAs,
  press,
  seen,
  untilSeen,
} from '../../support/browser.ts';
import { confirm, confirmToken, revert, revertToken } from '../../support/email-change.ts';
import { logIn, startService, verified } from '../../support/service.ts';

const FRESH_LOGIN_MS = 10 * 60_000;
/** When a page that is looked at again asks for what has changed. */
const LOOK_AGAIN_AFTER_MS = 11_000;
const DAY_MS = 86_400_000;

const focused = (page: Page) => page.evaluate<string>('document.activeElement.id');

async function confirmIdentity(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Please confirm it’s you' });
  await dialog.waitFor();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
}

describeInBrowser('what belongs to the owner of an account', (visit) => {
  it('the address is changed by a thief who knows the password, and reverted, and the thief is out', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, SESSIONS: 'many' });
    const account = await verified(service);
    const { page: thief } = await visit(t, service, { viewport: { width: 320, height: 640 } });
    await openAccount(thief, service, account);
    await service.clock.advance(FRESH_LOGIN_MS + 1000);

    await press(thief, 'Change address');
    await fillIn(thief, { email: account.email.toUpperCase() });
    await thief.keyboard.press('Enter');
    await confirmIdentity(thief, account.password);
    await untilSeen(thief, 'This is already your email address.');
    assert.equal(await thief.locator('#email').inputValue(), account.email.toUpperCase(), 'what was typed stays');
    await fillIn(thief, { email: 'thief@example.org' });
    await press(thief, 'Send link');
    const card = thief.getByRole('region', { name: 'Email' });
    await card.getByText('If this address can be used, we’ve sent a link there. It works until').waitFor();
    assert.equal(await thief.locator('#email').count(), 0);
    assert.deepEqual(
      await card.locator('.value').allInnerTexts(),
      [account.email, 'thief@example.org'],
      'nothing has changed yet',
    );

    assert.equal((await confirm(service, await confirmToken(service, 'thief@example.org'))).status, 200);
    const elsewhere = await logIn(service, { email: 'thief@example.org', password: account.password });
    const token = elsewhere.data.access_token;
    assert.equal((await service.request('PUT', '/api/me', { token, body: { full_name: 'Ada King' } })).status, 200);
    await fillIn(thief, { industry: 'Poetry' });
    await thief.evaluate(`{
      const now = Date.now;
      Date.now = () => now() + ${LOOK_AGAIN_AFTER_MS};
      window.dispatchEvent(new Event('focus'));
    }`);
    await thief.locator('#address').getByText('thief@example.org').waitFor();
    assert.equal(await thief.locator('#industry').inputValue(), 'Poetry', 'what was typed stays');
    const saved = thief.waitForRequest('**/api/me');
    await press(thief, 'Save changes');
    assert.deepEqual((await saved).postDataJSON(), { industry: 'Poetry' }, 'what was changed elsewhere stays too');
    await untilSeen(thief, 'Your email address has been changed.');
    assert.deepEqual(await card.locator('.value').allInnerTexts(), ['thief@example.org']);
    assert.equal((await revert(service, await revertToken(service, account.email))).status, 200);
    await thief.reload();
    await untilSeen(thief, 'Your session has ended.');
  });

  journey('their data is saved as a file, and the account deleted by the keyboard alone', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const account = await verified(service);
    const { page, newTab } = await visit(t, service);
    await openAs(page, service, account, '/account#data');
    const other = await newTab();
    await other.goto('/account');
    await untilSeen(other, account.email);
    const downloading = page.waitForEvent('download');
    await press(page, 'Download my data');
    const download = await downloading;
    assert.match(download.suggestedFilename(), /^account-data-\d{4}-\d\d-\d\d\.json$/);
    const file = JSON.parse(readFileSync(await download.path(), 'utf8'));
    assert.equal(file.profile.email, account.email);
    await untilSeen(page, 'The file is in your downloads.');

    await service.clock.advance(FRESH_LOGIN_MS + 1000);
    await page.getByRole('button', { name: 'Delete account…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByText('This can’t be undone.').waitFor();
    await assertAccessible(page, 'the question before a deletion', 'dialog[open]');
    assert.equal(await focused(page), 'typed_email');
    await page.keyboard.type('somebody@example.org');
    await page.keyboard.press('Enter');
    await dialog.getByText('This isn’t the email address of this account.').waitFor();
    await page.keyboard.press('Escape');
    // Gone, not only hidden: newer browsers tell of the end of a dialog a moment later.
    await page.locator('#deletion').waitFor({ state: 'detached' });
    assert.equal(await page.locator(':focus').innerText(), 'Delete account…');
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('#typed_email').inputValue(), '');
    await page.keyboard.type(account.email);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Please confirm it’s you' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#deletion-form:not([aria-busy])').waitFor();
    assert.equal(await page.locator('#typed_email').inputValue(), account.email, 'what was typed stays');
    await page.keyboard.press('Enter');
    await confirmIdentity(page, account.password);
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
    assert.ok(!(await seen(page)).includes(account.email));
    await assertAccessible(page, 'deleted');
    await untilSeen(other, 'Your account is deleted.');
    assert.equal(new URL(other.url()).pathname, '/login');
    const { email, password } = account;
    assert.equal((await service.request('POST', '/api/login', { body: { email, password } })).status, 401);
  });

  // Which language it is, of the wishes of any browser, and that each has every text: test/pages/pages.test.ts.
  it('a deletion with a grace says when it happens, a login that it does not, in the browser’s language', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, DELETION_GRACE: '14d' });
    const account = await verified(service);
    const { page } = await visit(t, service, { locale: 'de-DE', viewport: { width: 320, height: 640 } });
    const day = new Date(service.clock.nowMs() + 14 * DAY_MS).toLocaleDateString('de', { dateStyle: 'long' });
    await openAs(page, service, account, '/account#data');
    await untilSeen(page, `Wenn Sie das heute tun, werden Ihr Konto und Ihre Daten am ${day} gelöscht`);
    await press(page, 'Konto löschen …');
    await fillIn(page, { typed_email: account.email });
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0);
    await press(page, 'Mein Konto löschen');
    await untilSeen(page, `Das geschieht am ${day}.`);
    await page.goto('/login');
    await fillIn(page, { email: account.email, password: 'Wrong12345' });
    await press(page, 'Anmelden');
    await untilSeen(page, 'E-Mail-Adresse oder Passwort ist falsch.');
    await fillIn(page, { password: account.password });
    await press(page, 'Anmelden');
    await untilSeen(page, 'Ihr Konto bleibt bestehen');
    await press(page, 'Weiter');
    await page.waitForURL('**/account');
    await untilSeen(page, 'Mitglied seit');
  });
});
