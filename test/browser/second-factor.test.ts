import assert from 'node:assert/strict';
import { addApp, atNextStep, codeOfApp } from '../support/authenticator.ts';
import { assertAccessible } from '../support/axe.ts';
import { describeInBrowser, fillIn, it, OWN_PAGES, press, untilSeen } from '../support/browser.ts';
import { logIn, startService, verified } from '../support/service.ts';

describeInBrowser('an account with an authenticator app, on the pages', (visit) => {
  it('is asked for the code after the password, and can use a recovery code instead', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const account = await verified(service);
    const { secret, recoveryCodes } = await addApp(service, account, (await logIn(service, account)).data.access_token);
    const { page } = await visit(t, service);
    const { email, password } = account;
    await page.goto('/login');
    assert.equal(await page.locator('#code').isVisible(), false);
    await fillIn(page, { email, password });
    await press(page, 'Log in');
    await page.locator('#code:focus').waitFor();
    assert.deepEqual(
      [await page.locator('#code').getAttribute('autocomplete'), await page.locator('#code').getAttribute('inputmode')],
      ['one-time-code', 'numeric'],
    );
    await press(page, 'Log in');
    await untilSeen(page, 'Please fill this in.');
    await fillIn(page, { code: '000000' });
    await page.locator('#code').press('Enter');
    await untilSeen(page, 'This code is wrong');
    await assertAccessible(page, 'the second step of a login');
    await fillIn(page, { code: codeOfApp(secret, await atNextStep(service)) });
    await page.locator('#code').press('Enter');
    await page.waitForURL('**/account');
    await untilSeen(page, email);

    await service.clock.advance(11 * 60_000);
    await page.evaluate(`(async () => {
      const folder = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
      const { freshly } = await import(folder + 'recent-login.js');
      const { requestAsOwner } = await import(folder + 'account/owner.js');
      window.answer = freshly(() => requestAsOwner('GET', '/api/me/export'));
    })()`);
    await page.getByRole('dialog').waitFor();
    await fillIn(page, { password });
    await press(page, 'Confirm');
    await page.locator('#code:focus').waitFor();
    await fillIn(page, { code: codeOfApp(secret, await atNextStep(service)) });
    await press(page, 'Confirm');
    assert.equal((await page.evaluate<{ ok: boolean }>('window.answer')).ok, true, 'the dialog for a recent login');

    const other = await visit(t, service, { locale: 'de' });
    await other.page.goto('/login');
    await fillIn(other.page, { email, password });
    await press(other.page, 'Anmelden');
    await other.page.getByText('Wiederherstellungscode verwenden').click();
    await untilSeen(other.page, 'Jeder gilt einmal.');
    await fillIn(other.page, { code: (recoveryCodes[0] ?? '').toLowerCase() });
    await press(other.page, 'Anmelden');
    await other.page.waitForURL('**/account');
  });
});
