import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { atNextStep, codeOfApp } from '../../support/authenticator.ts';
import { assertAccessible } from '../../support/axe.ts';
import { describeInBrowser, it, OWN_PAGES, openAccount, untilSeen } from '../../support/browser.ts';
import { startService, verified } from '../../support/service.ts';
import { visitWithAuthenticator } from '../../support/virtual-authenticator.ts';

/** More than the page has places to stop at. */
const MAX_STOPS = 60;

/** Presses Tab, or Shift and Tab, until the cursor is on what a person hears named like this, and sees it there. */
async function tabTo(page: Page, role: 'button' | 'link', name: string, key = 'Tab'): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true });
  await wanted.waitFor();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press(key);
    // A look at the text first: to work out who has which role at each stop takes longer than all the rest.
    const text = await page.evaluate<string>('document.activeElement.ariaLabel ?? document.activeElement.innerText');
    if (!text.includes(name)) continue;
    if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) {
      const outline = await wanted.evaluate((element) => {
        const { outlineStyle, boxShadow } = element.ownerDocument.defaultView?.getComputedStyle(element) ?? {};
        return outlineStyle !== 'none' || boxShadow !== 'none';
      });
      assert.ok(outline, `${name} shows that it has the cursor`);
      return;
    }
  }
  assert.fail(`the keyboard does not get to ${name}`);
}

async function choose(page: Page, role: 'button' | 'link', name: string, key?: string): Promise<void> {
  await tabTo(page, role, name, key);
  await page.keyboard.press('Enter');
}

describeInBrowser('without a mouse', (visit) => {
  it('an authenticator app is added and removed, and a passkey added, renamed and removed', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const account = await verified(service);
    const { page } = await visitWithAuthenticator(visit, t, service);
    await openAccount(page, service, account);
    await choose(page, 'link', 'Security');

    await choose(page, 'button', 'Add a passkey');
    await untilSeen(page, 'The passkey “Chrome on Linux” is added.');
    assert.match(await page.locator(':focus').innerText(), /^The passkey “Chrome on Linux” is added\./);
    await choose(page, 'button', 'Rename Chrome on Linux', 'Shift+Tab');
    await page.keyboard.type('Laptop');
    await page.keyboard.press('Enter');
    await untilSeen(page, 'The passkey is renamed.');
    await choose(page, 'button', 'Remove Laptop', 'Shift+Tab');
    await assertAccessible(page, 'the question before a passkey is removed', 'dialog[open]');
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Remove Laptop');

    await choose(page, 'button', 'Add an app');
    await page.locator('#app-code:focus').waitFor();
    const secret = (await page.locator('.app-key').innerText()).replaceAll(' ', '');
    await page.keyboard.type(codeOfApp(secret, await atNextStep(service)));
    await page.locator('#recovery-codes-title:focus').waitFor();
    const downloading = page.waitForEvent('download');
    await choose(page, 'button', 'Download');
    await downloading;
    await choose(page, 'button', 'I’ve saved them');
    await untilSeen(page, 'Recovery codes left: 10');

    await choose(page, 'button', 'Remove…', 'Shift+Tab');
    await page.locator(':focus').getByText('Remove the authenticator app?').waitFor();
    await assertAccessible(page, 'the question before the app is removed', '#authenticator-block');
    await choose(page, 'button', 'Remove the app');
    // The login was with the password alone, and the account has an app now.
    await page.getByRole('dialog').waitFor();
    await page.locator('#password:focus').waitFor();
    await page.keyboard.type(account.password);
    await page.keyboard.press('Enter');
    await page.locator('#recent-login-code:focus').waitFor();
    await assertAccessible(page, 'the dialog for a recent login, with all that it may have', 'dialog[open]');
    await choose(page, 'button', 'Use a passkey');
    await untilSeen(page, 'The authenticator app is removed.');
    await choose(page, 'button', 'Remove Laptop', 'Shift+Tab');
    await choose(page, 'button', 'Remove');
    await untilSeen(page, 'You have no passkeys yet.');
  });
});
