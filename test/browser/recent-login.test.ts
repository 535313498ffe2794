import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeInBrowser, fillIn, it, OWN_PAGES, openAccount, press, untilSeen } from '../support/browser.ts';
import { startService, verified } from '../support/service.ts';

const MINUTE_MS = 60_000;

/** Asks, with the page’s own modules (src/pages/link-script.ts), for something that wants a recent login. The answer is for `answer` to fetch. */
const ask = (page: Page) =>
  page.evaluate(`(async () => {
    const folder = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
    const modules = await import(folder + 'shared.js');
    const { freshly } = modules.pages$browser$recent_login();
    const { requestAsOwner } = modules.pages$browser$account$owner();
    window.answer = freshly(() => requestAsOwner('GET', '/api/me/export'));
  })()`);

const answer = (page: Page) => page.evaluate<{ ok: boolean; code: string }>('window.answer');
const focused = (page: Page) => page.evaluate<string>('document.activeElement.id');

describeInBrowser('an operation that wants a recent login', (visit) => {
  it('asks for the password in a dialog and goes on, or is cancelled, and keeps what was typed', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, FRESH_LOGIN: '5m' });
    const account = await verified(service);
    const { page } = await visit(t, service, { viewport: { width: 320, height: 568 } });
    const dialog = page.getByRole('dialog', { name: 'Please confirm it’s you' });
    await openAccount(page, service, account);
    await ask(page);
    assert.equal((await answer(page)).ok, true, 'no question while the login is recent');

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
    assert.equal((await answer(page)).code, 'cancelled');
    assert.equal(await focused(page), 'industry', 'the focus is where it was');

    await ask(page);
    await dialog.waitFor();
    assert.equal(await page.locator('#password').inputValue(), '');
    assert.equal(await dialog.getByText('This isn’t your current password.').isVisible(), false);
    await press(page, 'Cancel');
    assert.equal((await answer(page)).code, 'cancelled');

    await page.locator('#industry').focus();
    await ask(page);
    await fillIn(page, { password: account.password });
    await press(page, 'Confirm');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal((await answer(page)).ok, true, 'the request was sent again');
    assert.equal(await focused(page), 'industry');
    assert.equal(await page.locator('#industry').inputValue(), 'Poetry');
    await press(page, 'Save changes');
    await untilSeen(page, 'Your changes are saved.');
    await ask(page);
    assert.equal((await answer(page)).ok, true, 'nobody is asked twice within a few minutes');
  });
});
