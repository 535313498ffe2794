import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  describeInBrowser,
  fillIn,
  it,
  OWN_PAGES,
  openAccount,
  openSection,
  press,
  seen,
  untilSeen,
} from '../support/browser.ts';
import { registered, registration, startService, verified } from '../support/service.ts';
import { until } from '../support/until.ts';

const PHONE = { viewport: { width: 320, height: 568 } };
const notice = (page: Page) => page.getByRole('alert').filter({ visible: true });

/** All of it, not only that it is somewhere on the page. */
async function assertOnScreen(page: Page, text: string): Promise<void> {
  await notice(page).getByText(text).waitFor();
  const box = await notice(page).filter({ hasText: text }).boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  const button = await page
    .locator('form', { has: notice(page) })
    .filter({ hasText: text })
    .locator('button[type=submit]')
    .boundingBox();
  assert.ok(button && button.y + button.height <= height, `the button is at ${button?.y} of ${height}`);
  assert.ok(box && box.y >= 0 && box.y + box.height <= height, `"${text}" is at ${box?.y} of ${height}`);
}

describeInBrowser('what a page says after a press', (visit) => {
  it('is seen on a phone, where the button is, and is true of what stands there', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const account = await verified(service);
    const { page } = await visit(t, service, PHONE);
    await page.goto('/register');
    await fillIn(page, registration());
    await page.route('**/api/register', (route) => route.abort());
    await press(page, 'Create account');
    await assertOnScreen(page, 'We couldn’t connect.');

    // Saved is what was changed, and no longer once it is changed again.
    await openAccount(page, service, account);
    await press(page, 'Save changes');
    await untilSeen(page, 'you haven’t changed anything.');
    await fillIn(page, { industry: 'Poetry' });
    assert.equal(await notice(page).count(), 0);
    await press(page, 'Save changes');
    await assertOnScreen(page, 'Saved:');
    await fillIn(page, { industry: 'Music' });
    assert.equal(await notice(page).count(), 0);
    await fillIn(page, { industry: ' Poetry ' });
    await page.keyboard.press('Enter');
    await untilSeen(page, 'you haven’t changed anything.');

    await page.route('**/api/change-password', (route) => route.abort());
    await openSection(page, 'Security');
    await press(page, 'Change password');
    await fillIn(page, { current_password: account.password, new_password: 'Difference2' });
    await page.keyboard.press('Enter');
    await assertOnScreen(page, 'We couldn’t connect.');

    // Cancelled, it forgets that the password was shown; while a request is on its way it cannot be.
    await page.locator('button.reveal:visible').first().click();
    await press(page, 'Cancel');
    await press(page, 'Change password');
    assert.equal(await page.locator('#current_password').getAttribute('type'), 'password');
    await page.route('**/api/change-password', () => {});
    await fillIn(page, { current_password: account.password, new_password: 'Difference2' });
    await page.keyboard.press('Enter');
    await page.locator('form[aria-busy="true"]').waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).dispatchEvent('click');
    assert.ok(await page.locator('#current_password').isVisible());
  });
});

describeInBrowser('a button that sends an e-mail', (visit) => {
  const button = (page: Page) => page.getByRole('button', { name: 'Send a new link' });

  it('promises no more than are sent, and says when the next one will be', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, MAX_EMAIL_BURST: '3' });
    const { page } = await visit(t, service);
    await page.clock.install();
    await page.goto('/register');
    const person = registration();
    await fillIn(page, person);
    await press(page, 'Create account');
    await untilSeen(page, 'Check your inbox');
    for (const presses of [1, 2]) {
      // The text of the first press still stands there after the second.
      const answered = page.waitForResponse('**/api/resend-verification');
      await button(page).click();
      await answered;
      await untilSeen(page, 'A new link is on its way');
      assert.equal((await service.emailsTo(person.email)).length, 1 + presses);
    }
    await untilSeen(page, 'You can ask for another email in');
    const left = async () => Number(/another email in (\d+) s\./.exec(await seen(page))?.[1]);
    const before = await left();
    assert.ok(before > 18 && before <= 60, `${before} s`);
    assert.equal(await button(page).getAttribute('aria-disabled'), 'true');
    await button(page).click({ force: true });
    await button(page).press('Enter');
    await page.clock.runFor(18_000);
    await until('the countdown goes on', async () => (await left()) <= before - 18);
    assert.equal((await service.emailsTo(person.email)).length, 3);

    // Another page of the tab knows it too.
    await page.goto('/login');
    await fillIn(page, { email: person.email.toUpperCase(), password: person.password });
    await press(page, 'Log in');
    await untilSeen(page, 'Confirm your account first');
    assert.equal(await button(page).getAttribute('aria-disabled'), 'true');
    await page.clock.runFor(60_000);
    await service.clock.advance(60_000);
    await button(page).click();
    await untilSeen(page, 'A new link is on its way');
    assert.equal((await service.emailsTo(person.email)).length, 4);
    assert.match(await seen(page), /You can ask for another email in/);
  });

  it('counts by address, where the address can be changed', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, MAX_EMAIL_BURST: '1' });
    const [first, second] = [await verified(service), await registered(service)];
    const { page } = await visit(t, service);
    await page.goto('/forgot-password?lang=de');
    const send = page.getByRole('button', { name: 'Link senden' });
    await fillIn(page, { email: first.email });
    await send.click();
    await press(page, 'Erneut senden oder andere Adresse verwenden');
    await untilSeen(page, 'können Sie eine weitere E-Mail anfordern.');
    assert.equal(await send.getAttribute('aria-disabled'), 'true');
    await fillIn(page, { email: second.email });
    assert.equal(await send.getAttribute('aria-disabled'), null);
    await send.click();
    await untilSeen(page, second.email);
  });

  it('sends as often as it is pressed where no limit is set', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, MAX_EMAIL_BURST: '0' });
    const account = await registered(service);
    const { page } = await visit(t, service, PHONE);
    await page.goto('/verify');
    await untilSeen(page, 'This link is incomplete');
    await fillIn(page, { email: account.email });
    for (let presses = 1; presses <= 7; presses += 1) {
      const answered = page.waitForResponse('**/api/resend-verification');
      await button(page).press('Enter');
      await answered;
      await page.locator('#resend-form:not([aria-busy])').waitFor();
    }
    await assertOnScreen(page, 'A new link is on its way');
    assert.equal((await service.emailsTo(account.email)).length, 8);
  });
});
