import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { promote } from '../../support/admin.ts';
import { atNextStep, codeOfApp } from '../../support/authenticator.ts';
import { assertAccessible } from '../../support/axe.ts';
import {
  describeInBrowser,
  fillIn,
  it,
  journey,
  OWN_PAGES,
  openSection,
  press,
  seen,
  untilSeen,
} from '../../support/browser.ts';
import { type Account, type Service, startService, verified } from '../../support/service.ts';
import { visitWithAuthenticator } from '../../support/virtual-authenticator.ts';

/** Whoever is made to add a factor reads no error on the way. */
async function assertNoError(page: Page): Promise<void> {
  const errors = page.locator('.notice.danger, .error').filter({ hasText: /\S/, visible: true });
  assert.deepEqual(await errors.allInnerTexts(), []);
}

async function enterPassword(page: Page, { email, password }: Account): Promise<void> {
  await fillIn(page, { email, password });
  await press(page, 'Log in');
}

/** `password` where the login is no longer recent. */
async function addApp(page: Page, service: Service, password?: string): Promise<void> {
  await press(page, 'Add an app');
  if (password !== undefined) {
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const secret = (await page.locator('.app-key').innerText()).replaceAll(' ', '');
  await fillIn(page, { 'app-code': codeOfApp(secret, await atNextStep(service)) });
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await assertNoError(page);
  await press(page, 'I’ve saved them');
}

async function addPasskey(page: Page): Promise<void> {
  await press(page, 'Add a passkey');
  await untilSeen(page, 'Your passkey is added. Log in with it once, and you’re done.');
  await assertNoError(page);
  assert.doesNotMatch(await seen(page), /can’t use this account|to use this account|Add an app/);
}

/** What nobody could do before the factor was there. */
async function assertAccountWorks(page: Page): Promise<void> {
  await untilSeen(page, 'You’re all set. You can use your account now.');
  await assertNoError(page);
  assert.doesNotMatch(await seen(page), /to use this account/);
  await page.getByRole('heading', { name: 'Devices' }).waitFor();
  const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  await devices.first().waitFor();
  assert.equal(await devices.count(), 1);
  await openSection(page, 'Profile');
  await fillIn(page, { industry: 'Poetry' });
  await press(page, 'Save changes');
  await untilSeen(page, 'Saved:');
}

async function assertOnlySetup(page: Page, service: Service): Promise<void> {
  await page.waitForURL(`${service.url}/account**#security`);
  await untilSeen(page, 'Add one of these to use this account. Then you can continue.');
  await page.getByRole('button', { name: 'Add an app' }).waitFor();
  await assertNoError(page);
  // What would be refused is not offered.
  assert.doesNotMatch(await seen(page), /Change password|Devices|Profile/);
}

describeInBrowser('an account that must add a second factor', (visit) => {
  const settings = { ...OWN_PAGES, SESSIONS: 'many' };

  journey('is used as soon as an app was added, with SECOND_FACTOR=required', async (t) => {
    const service = await startService(t, 'sqlite', { ...settings, SECOND_FACTOR: 'required' });
    const account = await verified(service);
    const { page } = await visit(t, service);
    await page.goto('/login');
    await enterPassword(page, account);
    await assertOnlySetup(page, service);
    await assertAccessible(page, 'the setup of a second factor');
    const { width = 0 } = (await page.getByRole('region', { name: 'Authenticator app' }).boundingBox()) ?? {};
    assert.ok(width > 600, `the cards are ${width} pixels wide`);
    await page.goto('/account#profile');
    await assertOnlySetup(page, service);
    await service.clock.advance(11 * 60_000);
    await addApp(page, service, account.password);
    await assertAccountWorks(page);
  });

  it('is used after one login with the passkey that was added, with SECOND_FACTOR=required', async (t) => {
    const service = await startService(t, 'sqlite', { ...settings, SECOND_FACTOR: 'required' });
    const account = await verified(service);
    const { page } = await visitWithAuthenticator(visit, t, service);
    await page.goto('/login');
    await enterPassword(page, account);
    await assertOnlySetup(page, service);
    await addPasskey(page);
    await assertAccessible(page, 'the login with the new passkey');
    // It is known after a reload too.
    await page.reload();
    await untilSeen(page, 'Your passkey is added.');
    await press(page, 'Log in with the passkey');
    await assertAccountWorks(page);

    // From now on the password alone is not enough, and there is no app to ask a code of.
    const { page: elsewhere } = await visit(t, service);
    await elsewhere.goto('/login');
    await enterPassword(elsewhere, account);
    await untilSeen(elsewhere, 'This account needs a passkey to log in. Please use the button below.');
    assert.equal(await elsewhere.locator('#code').isVisible(), false);
  });

  // The same with an app, which needs no login after it: the next one.
  it('leads an administrator to the console after the passkey was added, with SECOND_FACTOR=admins', async (t) => {
    const service = await startService(t, 'sqlite', { ...settings, SECOND_FACTOR: 'admins' });
    const account = await verified(service);
    await promote(service, account.email);
    const { page } = await visitWithAuthenticator(visit, t, service);
    await page.goto('/admin/users');
    await page.waitForURL('**/login?**');
    await enterPassword(page, account);
    await assertOnlySetup(page, service);
    await addPasskey(page);
    await press(page, 'Log in with the passkey');
    await page.waitForURL('**/admin/users');
    await page.getByRole('link', { name: account.email }).waitFor();
  });

  it('leads an administrator who was told in the console back there', async (t) => {
    const service = await startService(t, 'sqlite', { ...settings, SECOND_FACTOR: 'admins' });
    const account = await verified(service);
    const { page } = await visit(t, service);
    await page.goto('/login');
    await enterPassword(page, account);
    await page.waitForURL('**/account');
    await promote(service, account.email);
    await page.goto('/admin/audit?type=logged_in');
    await untilSeen(page, 'Add a second factor first');
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await assertOnlySetup(page, service);
    await addApp(page, service);
    await page.waitForURL('**/admin/audit?type=logged_in');
    await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor();
  });
});
