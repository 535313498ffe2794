import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { findOpenIdClient } from '../../../src/features/openid/clients/client-table.ts';
import { loggedInAdmin, promote } from '../../support/admin.ts';
import { assertAccessible } from '../../support/axe.ts';
import { describeInBrowser, fillIn, it, journey, OWN_PAGES, openAs, press, untilSeen } from '../../support/browser.ts';
import { addedClient, secretWorks } from '../../support/openid-clients.ts';
import { type Account, type Service, startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const SETTINGS = { ...OWN_PAGES, OPENID: 'on', FRESH_LOGIN: '5m' };
const CALLBACK = 'https://shop.example.com/callback';

async function administrator(service: Service): Promise<Account> {
  const account = await verified(service, { full_name: 'Grace Hopper' });
  await promote(service, account.email);
  return account;
}

async function assertSecret(service: Service, id: string, secret: string, works: boolean): Promise<void> {
  assert.equal(await secretWorks(service, id, secret), works);
}

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name });

/** The secret that the page shows, which stays through Escape, and is gone once the dialog is closed. */
async function shownSecret(page: Page): Promise<string> {
  const field = page.getByRole('textbox', { name: 'Here’s the secret' });
  const secret = await field.inputValue();
  assert.match(secret, /^lkc_/);
  await untilSeen(page, 'It won’t be shown again');
  for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.press('Escape');
  assert.equal(await field.inputValue(), secret);
  await button(page, 'Copy').click();
  await dialog(page).getByText('Copied.').waitFor();
  await press(page, 'Done');
  await field.waitFor({ state: 'hidden' });
  assert.ok(!(await page.content()).includes(secret));
  return secret;
}

async function makeShop(page: Page): Promise<string> {
  await page.locator('#make-app').click();
  await button(page, 'Add an app').click();
  await dialog(page).getByText('Please fill this in.').waitFor();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Shop');
  const redirects = dialog(page).getByLabel('Redirect addresses');
  await redirects.fill(`${CALLBACK}\nhttp://shop.example.com/callback`);
  await button(page, 'Add an app').click();
  await dialog(page)
    .getByText(/Please check each address: https.*Not right: http:\/\/shop.example.com\/callback$/)
    .waitFor();
  assert.equal(await redirects.getAttribute('aria-invalid'), 'true');
  const focused = () => page.evaluate<string>('document.activeElement.name');
  await until('the field has the focus', async () => (await focused()) === 'redirect_uris');
  await redirects.fill(`${CALLBACK}\nhttp://localhost:3000/callback`);
  await dialog(page).getByLabel('Audience').fill('https://api.shop.example.com');
  await dialog(page)
    .getByLabel(/^Phone number/)
    .check();
  return previewed(page);
}

const pkceIsOptional = (page: Page) => dialog(page).getByLabel(/^PKCE is optional/);

/** What the preview says of the scopes that are chosen. */
async function previewed(page: Page): Promise<string> {
  const preview = dialog(page).locator('.app-preview');
  if ((await preview.getAttribute('open')) === null) await preview.locator('summary').click();
  return preview.innerText();
}

async function assertWhole(page: Page, selector: string, what: string): Promise<void> {
  const hidden = await page.evaluate<number>(
    `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('${selector}'))`,
  );
  assert.ok(hidden <= 0, `${hidden} pixels are cut off: ${what}`);
}

describeInBrowser('the apps of the console', (visit) => {
  journey('are added with a secret that is shown once, changed, given another secret, and removed', async (t) => {
    const service = await startService(t, 'sqlite', SETTINGS);
    const admin = await administrator(service);
    const { page } = await visit(t, service, { viewport: { width: 1280, height: 800 } });
    await openAs(page, service, admin, '/admin');
    await page.getByRole('link', { name: 'Apps', exact: true }).click();
    await untilSeen(page, 'Nothing here yet');

    const preview = await makeShop(page);
    for (const text of ['Let Shop use your account?', 'see your phone number', '"Grace Hopper"', `"${admin.email}"`])
      assert.ok(preview.includes(text), `${text}: ${preview}`);
    assert.match(preview, /\bsub\s+"\d+"/);
    await dialog(page)
      .getByLabel(/^Pairwise/)
      .check();
    await dialog(page)
      .getByLabel(/^First-party/)
      .check();
    await dialog(page)
      .getByLabel(/^Phone number/)
      .uncheck();
    await pkceIsOptional(page).check();
    const another = await previewed(page);
    assert.match(another, /\bsub\s+a value for this app alone[\s\S]*Nothing: the app is first-party/);
    assert.doesNotMatch(another, /phone/);
    await assertAccessible(page, 'a new app', 'dialog[open]');
    await button(page, 'Add an app').click();
    await page.getByRole('textbox', { name: 'Here’s the secret' }).waitFor();
    await assertAccessible(page, 'the secret', 'dialog[open]');
    const first = await shownSecret(page);

    const row = page.getByRole('row', { name: 'Shop' });
    const [id = ''] = /[0-9a-f]{24}/.exec(await row.innerText()) ?? [];
    await assertSecret(service, id, first, true);
    for (const text of ['Confidential', 'first-party', CALLBACK, 'http://localhost:3000/callback'])
      await row.getByText(text, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy the client ID: Shop' }).click();
    await untilSeen(page, 'The client ID of “Shop” is copied.');
    await assertAccessible(page, 'apps');

    await page.getByRole('button', { name: 'Change: Shop' }).click();
    assert.equal(await dialog(page).getByLabel('Audience').inputValue(), 'https://api.shop.example.com');
    assert.ok(await pkceIsOptional(page).isChecked());
    await dialog(page).getByLabel('Name', { exact: true }).fill('Shop and forum');
    await dialog(page).getByLabel('Logo', { exact: true }).fill('https://shop.example.com/logo.svg');
    await button(page, 'Save').click();
    await untilSeen(page, 'The app “Shop and forum” is changed.');
    const changed = await findOpenIdClient(service.db, id);
    assert.equal(changed?.logoUri, 'https://shop.example.com/logo.svg');
    assert.ok(changed.pairwise && changed.firstParty && changed.pkce === 'optional');
    assert.deepEqual(changed.scopes, ['openid', 'profile', 'email']);

    const rotate = page.getByRole('button', { name: 'New secret: Shop and forum' });
    await rotate.click();
    assert.equal(await dialog(page).getByLabel('The old secret works for').inputValue(), '86400');
    await button(page, 'New secret').click();
    const second = await shownSecret(page);
    await assertSecret(service, id, first, true);
    await rotate.click();
    await dialog(page).getByText('A still older secret works at present.').waitFor();
    await dialog(page).getByLabel('The old secret works for').selectOption('0');
    await button(page, 'New secret').click();
    const third = await shownSecret(page);
    await assertSecret(service, id, second, false);
    await assertSecret(service, id, third, true);

    // Whatever changes an app wants a recent login.
    await service.clock.advance(6 * 60_000);
    await page.getByRole('button', { name: 'Remove: Shop and forum' }).click();
    await page.getByRole('dialog', { name: 'Remove “Shop and forum”?' }).waitFor();
    await page.getByLabel('Type Shop and forum to confirm').fill('Shop and forum');
    await button(page, 'Remove').click();
    await page.getByRole('dialog', { name: 'Please confirm it’s you' }).waitFor();
    await fillIn(page, { password: admin.password });
    await press(page, 'Confirm');
    await untilSeen(page, 'The app “Shop and forum” is removed.');
    await untilSeen(page, 'Nothing here yet');
    assert.equal(await findOpenIdClient(service.db, id), undefined);
  });

  it('have no secret where they are native, and fit a phone', async (t) => {
    const service = await startService(t, 'sqlite', SETTINGS);
    const admin = await administrator(service);
    const { page } = await visit(t, service, { viewport: { width: 320, height: 700 } });
    const fits = () => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
    await openAs(page, service, admin, '/admin/apps');
    await page.locator('#make-app').click();
    await dialog(page).getByLabel('Name', { exact: true }).fill('Notes');
    await dialog(page).getByLabel('Redirect addresses').fill('com.example.notes:/callback');
    await button(page, 'Add an app').click();
    await dialog(page)
      .getByText(/Please check each address: https.*Not right: com.example.notes:\/callback$/)
      .waitFor();
    await dialog(page).getByLabel('Type of app').selectOption('native');
    assert.equal(await pkceIsOptional(page).count(), 0, 'public apps always need it');
    await previewed(page);
    assert.ok(await fits(), 'a new app');
    await button(page, 'Add an app').click();
    await untilSeen(page, 'The app “Notes” is added.');
    await untilSeen(page, 'com.example.notes:/callback');
    assert.equal(await page.getByRole('button', { name: 'New secret: Notes' }).count(), 0);
    assert.ok(await fits(), 'apps');

    const long = { name: 'W'.repeat(100), redirect_uris: [`${CALLBACK}${'a'.repeat(400)}`], first_party: true };
    await addedClient(service, await loggedInAdmin(service), long);
    await page.reload();
    await page.getByRole('button', { name: 'Change: WW' }).click();
    await previewed(page);
    await assertWhole(page, 'dialog[open]', 'an app with a long name');
    // In the language with the longest words.
    await page.goto('/admin/apps?lang=fr');
    await page.getByText('com.example.notes:/callback').waitFor({ state: 'attached' });
    for (const width of [320, 720, 900, 1090, 1280, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      await assertWhole(page, '.table-frame', `${width} pixels`);
    }
  });
});
