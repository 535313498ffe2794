import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import decodeQr from 'qr/decode.js';
import { atNextStep, codeOfApp, protectedBy } from '../../support/authenticator.ts';
import { assertAccessible } from '../../support/axe.ts';
import {
  changePassword,
  describeInBrowser,
  fillIn,
  it,
  journey,
  OWN_PAGES,
  openAs,
  openSection,
  press,
  seen,
  untilSeen,
} from '../../support/browser.ts';
import { type Account, logIn, type Service, startService, verified } from '../../support/service.ts';

const focused = (page: Page) => page.evaluate<string>('document.activeElement.id');
const overflow = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
const codesOn = (page: Page) =>
  page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem').allInnerTexts();

/** On the page to log in. */
async function enterPassword(page: Page, { email, password }: Account): Promise<void> {
  await fillIn(page, { email, password });
  await page.keyboard.press('Enter');
  await page.locator('#code').waitFor();
}

/** The code of the app that was set up on this page, by the key that is shown for typing. */
async function confirmApp(page: Page, service: Service): Promise<void> {
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const secret = (await page.locator('.app-key').innerText()).replaceAll(' ', '');
  // With the sixth digit it goes on by itself.
  await fillIn(page, { 'app-code': codeOfApp(secret, await atNextStep(service)) });
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
}

/** What a phone reads from the picture on the screen. */
async function scan(page: Page): Promise<string> {
  const png = (await page.locator('.qr').screenshot()).toString('base64');
  const pixels = await page.context().newPage();
  const image = await pixels.evaluate<{ width: number; height: number; data: number[] }>(`(async () => {
    const bitmap = await createImageBitmap(await (await fetch('data:image/png;base64,${png}')).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    canvas.drawImage(bitmap, 0, 0);
    const { data, width, height } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
    return { width, height, data: [...data] };
  })()`);
  await pixels.close();
  return decodeQr({ ...image, data: Uint8Array.from(image.data) });
}

describeInBrowser('authenticator apps on the pages', (visit) => {
  journey('are added, asked for at login, and removed, with recovery codes to keep', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const account = await verified(service);
    const { page, context } = await visit(t, service, { colorScheme: 'dark', alsoAt: ['null'] });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openAs(page, service, account, '/account#security');
    await untilSeen(page, 'Changing it logs you out everywhere else.');
    await press(page, 'Add an app');
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    await assertAccessible(page, 'adding an app', '#authenticator-block');
    await page.emulateMedia({ colorScheme: 'dark' });
    const secret = (await page.locator('.app-key').innerText()).replaceAll(' ', '');
    assert.equal(new URL(await scan(page)).searchParams.get('secret'), secret);
    await press(page, 'Copy the key');
    await page.getByText('The key is copied.').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), secret);
    await page.locator('#app-code').focus();
    const confirmations: unknown[] = [];
    page.on('request', (request) => request.url().endsWith('/confirm') && confirmations.push(request.postDataJSON()));
    await page.keyboard.type('00000');
    assert.deepEqual(confirmations, []);
    await page.keyboard.type('0');
    await untilSeen(page, 'This code is wrong');
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('0');
    assert.deepEqual(confirmations, [{ code: '000000' }], 'the same code is not sent again by itself');
    await confirmApp(page, service);
    const codes = await codesOn(page);
    assert.equal(codes.length, 10);
    await assertAccessible(page, 'recovery codes', '#authenticator-block');
    assert.equal(await page.locator('.app-key').count(), 0, 'the key is not kept in the page');

    await press(page, 'Copy');
    await untilSeen(page, 'The codes are copied.');
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.deepEqual(copied.trim().split('\n').slice(2), codes);
    const downloading = page.waitForEvent('download');
    await press(page, 'Download');
    assert.equal(readFileSync(await (await downloading).path(), 'utf8'), copied);
    await page.evaluate('window.print = () => {}');
    await press(page, 'Print');
    await page.emulateMedia({ media: 'print' });
    const printed = await seen(page);
    for (const code of codes) assert.ok(printed.includes(code));
    assert.ok(printed.includes(account.email));
    assert.doesNotMatch(printed, /Password|Copy|Security/);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await press(page, 'I’ve saved them');
    await untilSeen(page, 'Recovery codes left: 10');
    assert.deepEqual(await codesOn(page), []);

    await press(page, 'Log out');
    await page.waitForURL('**/login');
    await enterPassword(page, account);
    assert.equal(await focused(page), 'code');
    assert.equal(await page.locator('#password').isVisible(), false);
    await assertAccessible(page, 'the second step of the login');
    assert.deepEqual(
      [await page.locator('#code').getAttribute('autocomplete'), await page.locator('#code').getAttribute('inputmode')],
      ['one-time-code', 'numeric'],
    );
    await page.keyboard.press('Enter');
    await untilSeen(page, 'Please fill this in.');
    assert.match((await page.locator('#code').getAttribute('aria-describedby')) ?? '', /code-hint/);
    await untilSeen(page, 'Continues by itself after the sixth digit.');
    await page.keyboard.type('000000');
    await untilSeen(page, 'This code is wrong');
    assert.equal(await focused(page), 'code');
    await page.keyboard.type(codeOfApp(secret, await atNextStep(service)));
    await page.waitForURL('**/account#security');
    await untilSeen(page, 'Changing it logs you out everywhere, on this device too.');

    await service.clock.advance(11 * 60_000);
    await press(page, 'Remove…');
    await press(page, 'Remove the app');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type(account.password);
    await page.keyboard.press('Enter');
    await page.locator('#recent-login-code:focus').waitFor();
    await page.keyboard.type(codeOfApp(secret, await atNextStep(service)));
    await untilSeen(page, 'The authenticator app is removed.');
    assert.ok((await logIn(service, account)).data.access_token, 'the password is enough again');
  });

  it('let in with a recovery code when too many codes were wrong; a new password asks for the login', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, MAX_FAILED_CODES: '1' });
    const account = await protectedBy(service, await verified(service));
    const { page } = await visit(t, service, { viewport: { width: 320, height: 568 } });
    await page.goto('/login');
    await enterPassword(page, account);
    for (const [code, text] of [
      ['000000', 'This code is wrong'],
      ['000 001', 'Please use a recovery code, or try again in'],
    ] as const) {
      await fillIn(page, { code });
      await untilSeen(page, text);
    }
    assert.ok((await overflow(page)) <= 0);
    await press(page, 'Use a recovery code instead');
    assert.equal(await page.getByLabel('Recovery code').getAttribute('inputmode'), 'text');
    assert.doesNotMatch(await seen(page), /Please use a recovery code|Continues by itself/);
    await page.keyboard.type(account.recoveryCodes[0]?.toLowerCase() ?? '');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account');
    await openSection(page, 'Security');
    await untilSeen(page, 'Recovery codes left: 9');
    assert.ok((await overflow(page)) <= 0);
    await press(page, 'Get new recovery codes');
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    assert.ok((await overflow(page)) <= 0);
    const [fresh = '', second = ''] = await codesOn(page);
    await changePassword(page, { current_password: account.password, new_password: 'Difference2' });
    await page.locator('#password-code:focus').waitFor();
    await assertAccessible(page, 'the second step of a new password', '#password-block');
    assert.ok((await overflow(page)) <= 0);
    await press(page, 'Use a recovery code instead');
    await page.keyboard.type(second);
    await page.keyboard.press('Enter');
    await untilSeen(page, 'Your password has been changed. Please log in');

    await fillIn(page, { email: account.email, password: 'Difference1' });
    await press(page, 'Log in');
    await untilSeen(page, 'The email address or password is wrong.');
    await fillIn(page, { password: 'Difference2' });
    await press(page, 'Log in');
    await page.getByRole('heading', { name: 'Two-step login', level: 1 }).waitFor();
    assert.doesNotMatch(await seen(page), /is wrong/, 'the password is right now');
    await press(page, 'Back');
    await page.getByRole('heading', { name: 'Log in', level: 1 }).waitFor();
    assert.equal(await page.locator('#back').isVisible(), false);
    assert.equal(await page.locator('#password').inputValue(), 'Difference2', 'nothing that was typed is lost');
    await press(page, 'Log in');
    await press(page, 'Use a recovery code instead');
    await fillIn(page, { code: fresh });
    await press(page, 'Log in');
    await page.waitForURL('**/account#security');
  });
});
