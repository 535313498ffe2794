import assert from 'node:assert/strict';
import { assertAccessible } from '../support/axe.ts';
import { describeInBrowser, fillIn, it, journey, OWN_PAGES, press, untilSeen } from '../support/browser.ts';
import { person } from '../support/identities.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { registered, registration, startService, verified } from '../support/service.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

describeInBrowser('the page to create an account', (visit) => {
  journey('offers the services of the login page, and says what went wrong with one', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...provider.settings });
    const { page } = await visit(t, service, { ...PHONE, alsoAt: [provider.issuer] });
    await page.goto('/register?lang=en');
    await page.route('**/api/identity/begin', (route) => route.abort(), { times: 1 });
    await press(page, 'Continue with Corp');
    await untilSeen(page, 'We couldn’t connect');
    provider.visitor = person();
    await press(page, 'Continue with Corp');
    await untilSeen(page, 'Log in with Corp');
    await page.waitForURL('**/login?lang=en');
    const { phone_number } = registration();
    await fillIn(page, { phone_number, industry: 'Computing' });
    await press(page, 'Create account');
    await page.waitForURL('**/account?lang=en');
  });

  it('sends a code to somebody who has an account already, which the login page asks for', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, EMAIL_LOGIN: 'on' });
    const { email } = await verified(service);
    const { page } = await visit(t, service, { viewport: { width: 1280, height: 800 } });
    await page.goto('/register');
    await press(page, 'Log in with a code by email');
    await untilSeen(page, 'Enter your email address, and we’ll send you a code.');
    await fillIn(page, { email });
    await press(page, 'Log in with a code by email');
    await page.waitForURL('**/login');
    await untilSeen(page, `If there’s an account with ${email}`);
    const code = /\b\d{4} ?\d{4}\b/.exec((await service.emailsTo(email)).at(-1)?.text ?? '')?.[0] ?? '';
    await page.getByLabel('Code from the email').fill(code);
    await page.waitForURL('**/account');
  });

  journey('has the ways out of a taken address right below its field', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const { email } = await registered(service);
    const { page } = await visit(t, service, PHONE);
    await page.goto('/register');
    await fillIn(page, { ...registration(), email });
    await press(page, 'Create account');
    const field = page.locator('.field', { has: page.getByLabel('Email', { exact: true }) });
    await field.getByText('There’s already an account with this email address.').waitFor();
    await field.getByRole('link', { name: 'Forgot your password?' }).waitFor();
    await field.getByRole('link', { name: 'Log in' }).click();
    await page.waitForURL('**/login');
    assert.equal(await page.getByLabel('Email').inputValue(), email);
  });

  it('says that registration is closed, or by invitation only, and whom to ask', async (t) => {
    for (const [settings, ...says] of [
      [{ REGISTRATION: 'closed' }, 'This site takes no new accounts.', 'ask the people who run this site'],
      [
        { REGISTRATION: 'invited', SUPPORT_EMAIL: 'help@example.com' },
        'by invitation only',
        'write to help@example.com',
      ],
    ] as const) {
      const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...settings });
      const { page } = await visit(t, service, PHONE);
      await page.goto('/register');
      await page.getByRole('heading', { name: 'You can’t create an account here' }).waitFor();
      for (const text of says) await untilSeen(page, text);
      await assertAccessible(page, 'registration is closed');
      await page.getByRole('link', { name: 'Deutsch' }).click();
      await page.getByRole('heading', { name: 'Hier können Sie kein Konto erstellen' }).waitFor();
      await page.getByRole('link', { name: 'Anmelden' }).click();
      await page.waitForURL('**/login?lang=de');
    }
  });
});
