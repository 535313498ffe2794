import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/axe.ts';
import { describeInBrowser, fillIn, journey, OWN_PAGES, openAs, press, untilSeen } from '../support/browser.ts';
import { linksIn, registration, type Service, startService, verified } from '../support/service.ts';
import { visitWithAuthenticator } from '../support/virtual-authenticator.ts';

const TERMS = { ...OWN_PAGES, TERMS_VERSION: '2026-11', TERMS_URL: 'https://example.com/terms' };

/** What was typed stays where it is. */
async function assertNewTab(page: Page): Promise<void> {
  const link = page.locator('form a[href="https://example.com/terms"]');
  assert.deepEqual([await link.getAttribute('target'), await link.getAttribute('rel')], ['_blank', 'noopener']);
}

const accepted = (service: Service) => service.db.all('SELECT version FROM terms_acceptances ORDER BY version');

describeInBrowser('the terms of service', (visit) => {
  journey('are accepted with the button of a registration, and of the next login after a change', async (t) => {
    const service = await startService(t, 'sqlite', TERMS);
    const { page } = await visit(t, service, { locale: 'en-GB' });
    await page.goto('/register');
    const person = registration();
    await fillIn(page, person);
    await untilSeen(page, 'By creating an account, you accept the terms of service.');
    await assertNewTab(page);
    await press(page, 'Create account');
    await untilSeen(page, 'Check your inbox');
    const [email] = await service.emailsTo(String(person.email));
    const [link] = linksIn(email ?? assert.fail('no e-mail'));
    await service.request('POST', '/api/verify', { token: link?.searchParams.get('token') ?? '' });

    await service.db.all("UPDATE terms_acceptances SET version = '2025-01'");
    await page.goto('/login');
    const credentials = { email: String(person.email), password: String(person.password) };
    await fillIn(page, credentials);
    await press(page, 'Log in');
    await untilSeen(page, 'By logging in, you accept the terms of service.');
    await untilSeen(page, 'You haven’t accepted our current terms yet.');
    await assertAccessible(page, 'the login that asks for the terms');
    await assertNewTab(page);
    await press(page, 'Log in');
    await page.waitForURL('**/account*');
    assert.deepEqual(await accepted(service), [{ version: '2025-01' }, { version: '2026-11' }]);
  });

  journey('are accepted by a login with a passkey', async (t) => {
    const service = await startService(t, 'sqlite', TERMS);
    const account = await verified(service, { accept_terms: true });
    const { page } = await visitWithAuthenticator(visit, t, service);
    // The virtual authenticator would answer the autofill before anybody presses the button.
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
    await openAs(page, service, account, '/account#security');
    await press(page, 'Add a passkey');
    await untilSeen(page, 'The passkey “Chrome on Linux” is added.');
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await page.waitForURL('**/login*');
    await service.db.all("UPDATE terms_acceptances SET version = '2025-01'");
    await press(page, 'Log in with a passkey');
    await untilSeen(page, 'You haven’t accepted our current terms yet.');
    await untilSeen(page, 'By logging in, you accept the terms of service.');
    assert.deepEqual(await accepted(service), [{ version: '2025-01' }]);
    await press(page, 'Log in with a passkey');
    await page.waitForURL('**/account*');
    assert.deepEqual(await accepted(service), [{ version: '2025-01' }, { version: '2026-11' }]);
  });
});
