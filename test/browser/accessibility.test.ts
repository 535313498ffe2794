import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/axe.ts';
import { describeInBrowser, fillIn, it, OWN_PAGES, openAccount, press, untilSeen } from '../support/browser.ts';
import { registered, registration, resetToken, startService, verificationToken, verified } from '../support/service.ts';

const PATHS = [
  '/',
  '/register',
  '/login',
  '/login/code',
  '/verify',
  '/forgot-password',
  '/reset-password',
  '/revert-email-change',
];

/** A colour that is readable on neither ground as it stands. */
const DIFFICULT = {
  INDUSTRIES: 'Computing, Other',
  BRAND_COLOR: '#ffcc00',
  TERMS_URL: '/terms',
  PRIVACY_URL: '/privacy',
  SUPPORT_EMAIL: 'help@example.com',
};

async function assertMotionIsOptional(page: Page): Promise<void> {
  const motions = `[...document.querySelectorAll('.spinner, .outline, .button')]
    .flatMap((one) => [getComputedStyle(one).animationName, getComputedStyle(one).transitionDuration.split(',')[0]])`;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const usual = await page.evaluate<string[]>(motions);
  for (const motion of ['turn', 'breathe', '0.12s']) assert.ok(usual.includes(motion), motion);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  assert.deepEqual([...new Set(await page.evaluate<string[]>(motions))], ['none', '0s']);
}

describeInBrowser('every page', (visit) => {
  it('fits a phone in German, moves nothing against the wish, and is accessible in light and dark', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, EMAIL_LOGIN: 'on' });
    const account = await verified(service, {
      full_name: 'Wolfeschlegelsteinhausenbergerdorff Hubert',
      email: `${'long'.repeat(12)}@example.com`,
    });
    const { page } = await visit(t, service, { viewport: { width: 320, height: 640 } });
    const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    for (const path of PATHS) {
      await page.goto(`${path}?lang=de`);
      // Gone on every page whose scripts have come: it says that they have not.
      await page.locator('#late').waitFor({ state: 'detached' });
      assert.ok((await overflow()) <= 0, `${path} scrolls sideways`);
      if (path === '/login') await assertMotionIsOptional(page);
      await assertAccessible(page, path);
    }
    await openAccount(page, service, account);
    assert.ok((await overflow()) <= 0, '/account scrolls sideways');
    await page.evaluate('document.documentElement.style.setProperty("font-size", "200%")');
    assert.ok((await overflow()) <= 0, '/account scrolls sideways in large type');
    await page.evaluate('document.documentElement.style.removeProperty("font-size")');

    await page.setViewportSize({ width: 1280, height: 720 });
    await fillIn(page, { industry: 'Poetry' });
    await press(page, 'Änderungen speichern');
    await untilSeen(page, 'Gespeichert:');
    await press(page, 'Link verwenden');
    await press(page, 'Adresse ändern');
    await assertAccessible(page, '/account with a notice and open forms');
    await page.getByRole('link', { name: 'Sicherheit', exact: true }).click();
    await press(page, 'Passwort ändern');
    await press(page, 'Neues Passwort speichern');
    await untilSeen(page, 'Bitte füllen Sie dieses Feld aus.');
    await assertAccessible(page, '/account#security with errors');
    await page.getByRole('link', { name: 'Daten', exact: true }).click();
    await assertAccessible(page, '/account#data');
    await service.clock.advance(11 * 60_000);
    await press(page, 'Meine Daten herunterladen');
    await page.getByRole('dialog').waitFor();
    await assertAccessible(page, 'the dialog that asks for the password', 'dialog[open]');
  });

  it('has none in its other states either, in a difficult colour', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...DIFFICULT, MAX_EMAIL_BURST: '2' });
    const { page } = await visit(t, service);
    const account = await registered(service);
    await page.goto('/login');
    await fillIn(page, { email: account.email, password: 'Wrong12345' });
    await press(page, 'Log in');
    await untilSeen(page, 'wrong');
    await assertAccessible(page, 'wrong password');
    await fillIn(page, { password: account.password });
    await press(page, 'Log in');
    await untilSeen(page, 'Confirm your account first');
    await assertAccessible(page, 'unverified');
    await page.goto('/register');
    await press(page, 'Create account');
    await fillIn(page, { password: 'aB3' });
    await assertAccessible(page, 'register with errors');
    const { industry, ...rest } = registration();
    await fillIn(page, { ...rest, email: account.email });
    await page.locator('#industry').selectOption(industry);
    await press(page, 'Create account');
    await page.locator('#taken').waitFor();
    await page.evaluate(
      "document.getElementById('password').dispatchEvent(new KeyboardEvent('keydown', { modifierCapsLock: true }))",
    );
    await untilSeen(page, 'Caps Lock is on.');
    await assertAccessible(page, 'register with a taken address and Caps Lock');
    await fillIn(page, rest);
    await press(page, 'Create account');
    await untilSeen(page, 'Check your inbox');
    await press(page, 'Send a new link');
    await untilSeen(page, 'You can ask for another email');
    await assertAccessible(page, 'registered, and waiting for another e-mail');
    await page.goto(`/verify?token=${await verificationToken(service, account.email)}`);
    await press(page, 'Yes, confirm my account');
    await untilSeen(page, 'Your account is confirmed');
    await assertAccessible(page, 'verified');
    await page.goto(`/reset-password?token=${await resetToken(service, account.email)}`);
    await assertAccessible(page, 'reset');
    await openAccount(page, service, account);
    await page.goto('/');
    await untilSeen(page, 'Welcome back');
    await assertAccessible(page, 'logged in');
  });
});
