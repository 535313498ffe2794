import assert from 'node:assert/strict';
import { assertAccessible } from '../support/axe.ts';
import { describeInBrowser, fillIn, journey, OWN_PAGES, press, untilSeen } from '../support/browser.ts';
import { linksIn, registration, startService } from '../support/service.ts';

const TERMS = { ...OWN_PAGES, TERMS_VERSION: '2026-11', TERMS_URL: 'https://example.com/terms' };

describeInBrowser('the terms of service', (visit) => {
  journey('are accepted with the button of a registration, and of the next login after a change', async (t) => {
    const service = await startService(t, 'sqlite', TERMS);
    const { page } = await visit(t, service, { locale: 'en-GB' });
    await page.goto('/register');
    const person = registration();
    await fillIn(page, person);
    await untilSeen(page, 'By creating an account, you accept the terms of service.');
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
    await press(page, 'Log in');
    await page.waitForURL('**/account*');
    const accepted = await service.db.all('SELECT version FROM terms_acceptances ORDER BY version');
    assert.deepEqual(accepted, [{ version: '2025-01' }, { version: '2026-11' }]);
  });
});
