import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  changePassword,
  describeInBrowser,
  fillIn,
  it,
  OWN_PAGES,
  openAccount,
  openSection,
  press,
  untilSeen,
} from '../../support/browser.ts';
import { startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const MINUTE_MS = 60_000;

/** Asks for something that wants a recent login, without moving the focus. */
const ask = (page: Page) =>
  page.evaluate(`{
    const form = document.getElementById('export-form');
    // What it said before is forgotten, as when somebody types.
    form.dispatchEvent(new Event('input'));
    form.requestSubmit();
  }`);

/** What the form says when it has its answer: that the file is there, or nothing if the question was cancelled. */
async function answer(page: Page): Promise<string> {
  const form = page.locator('#export-form:not([aria-busy])');
  await form.waitFor({ state: 'attached' });
  const notice = (await form.locator('.form-notice').textContent()) ?? '';
  if (notice === '') return 'cancelled';
  return notice === 'The file is in your downloads.' ? 'done' : notice;
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.id');

describeInBrowser('an operation that wants a recent login', (visit) => {
  it('asks for the password in a dialog and goes on, or is cancelled, and keeps what was typed', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, FRESH_LOGIN: '5m' });
    const account = await verified(service);
    const { page, newTab } = await visit(t, service, { viewport: { width: 320, height: 568 } });
    const dialog = page.getByRole('dialog', { name: 'Please confirm it’s you' });
    await openAccount(page, service, account);
    await ask(page);
    assert.equal(await answer(page), 'done', 'no question while the login is recent');

    await service.clock.advance(6 * MINUTE_MS);
    await fillIn(page, { industry: 'Poetry' });
    await ask(page);
    await dialog.waitFor();
    assert.equal(await focused(page), 'password');
    await page.keyboard.press('Enter');
    await dialog.getByText('Please fill this in.').waitFor();
    await page.keyboard.type('Wrong12345');
    await page.keyboard.press('Enter');
    await dialog.getByText('This isn’t your current password.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await answer(page), 'cancelled');
    assert.equal(await focused(page), 'industry', 'the focus is where it was');

    await ask(page);
    await dialog.waitFor();
    assert.equal(await page.locator('#password').inputValue(), '');
    assert.equal(await dialog.getByText('This isn’t your current password.').isVisible(), false);
    await press(page, 'Cancel');
    assert.equal(await answer(page), 'cancelled');

    await page.locator('#industry').focus();
    await ask(page);
    await fillIn(page, { password: account.password });
    await press(page, 'Confirm');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await answer(page), 'done', 'the request was sent again');
    assert.equal(await focused(page), 'industry');
    assert.equal(await page.locator('#industry').inputValue(), 'Poetry');
    await press(page, 'Save changes');
    await untilSeen(page, 'Saved:');
    await ask(page);
    assert.equal(await answer(page), 'done', 'nobody is asked twice within a few minutes');

    // A new password in another tab ends the session that was confirmed here, and logs in anew, which is the more
    // recent login.
    const refreshToken = () => page.evaluate<string>('sessionStorage.getItem("latchkey.refresh-token")');
    const before = await refreshToken();
    const other = await newTab();
    await other.goto('/account');
    await untilSeen(other, account.email);
    await openSection(other, 'Security');
    await changePassword(other, { current_password: account.password, new_password: 'Difference2' });
    await until('the tab has heard of it', async () => (await refreshToken()) !== before);
    await ask(page);
    assert.equal(await answer(page), 'done', 'what was confirmed in the session before is not used any more');
  });
});
