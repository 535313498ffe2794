import assert from 'node:assert/strict';
import { usersCommand } from '../../../src/cli/users.ts';
import { protectedBy } from '../../support/authenticator.ts';
import { assertAccessible } from '../../support/axe.ts';
import {
  describeInBrowser,
  fillIn,
  it,
  journey,
  OWN_PAGES,
  openAccount,
  openAs,
  openSection,
  press,
  seen,
  untilSeen,
} from '../../support/browser.ts';
import { startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { visitWithAuthenticator } from '../../support/virtual-authenticator.ts';

describeInBrowser('passkeys on the pages, with a virtual authenticator', (visit) => {
  journey('are added, renamed and removed on the account page, and the password manager is told', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const account = await verified(service);
    const { page, devtools } = await visitWithAuthenticator(visit, t, service);
    const told: string[] = [];
    devtools.on('WebAuthn.credentialAdded', () => told.push('added'));
    devtools.on('WebAuthn.credentialDeleted', () => told.push('deleted'));
    devtools.on('WebAuthn.credentialUpdated', ({ credential }) =>
      told.push(`${credential.userName} ${credential.userDisplayName}`),
    );
    await openAs(page, service, account, '/account#security');
    await untilSeen(page, 'You have no passkeys yet.');
    await press(page, 'Add a passkey');
    await untilSeen(page, 'The passkey “Chrome on Linux” is added.');
    assert.match(
      await page.getByRole('list', { name: 'Passkeys' }).innerText(),
      /^Chrome on Linux\s+On one device · Added .+ · Not used yet/,
    );
    await press(page, 'Add a passkey');
    await untilSeen(page, 'This device has a passkey for your account already.');

    await press(page, 'Rename Chrome on Linux');
    await fillIn(page, { passkey_name: 'x'.repeat(65) });
    await press(page, 'Save');
    await untilSeen(page, 'This is too long.');
    await fillIn(page, { passkey_name: 'My <b>laptop</b>' });
    await assertAccessible(page, 'the dialog for the name of a passkey', 'dialog[open]');
    await press(page, 'Save');
    await untilSeen(page, 'The passkey is renamed.');
    await page.getByText('My <b>laptop</b>', { exact: true }).first().waitFor();
    const renamed = `${account.email} Ada Lovelace`;
    await until('credentialUpdated after the renaming', () => told.includes(renamed));

    await openSection(page, 'Profile');
    await fillIn(page, { full_name: 'Ada King' });
    await press(page, 'Save changes');
    await untilSeen(page, 'Saved:');
    await until('credentialUpdated', () => told.includes(`${account.email} Ada King`));

    await service.clock.advance(11 * 60_000);
    await openSection(page, 'Security');
    await press(page, 'Remove My <b>laptop</b>');
    await press(page, 'Remove');
    await untilSeen(page, 'Please confirm it’s you');
    await press(page, 'Use a passkey');
    await untilSeen(page, 'The passkey is removed.');
    await untilSeen(page, 'You have no passkeys yet.');
    await until('credentialDeleted', () => told.includes('deleted'));
  });

  journey('log in by autofill and button, also as the second factor, and lead back to the app', async (t) => {
    const shop = 'https://shop.example';
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, RETURN_URLS: `${shop}/` });
    const account = await verified(service);
    const { page, devtools, authenticatorId } = await visitWithAuthenticator(visit, t, service, [shop]);
    const deleted = new Promise((resolve) => devtools.once('WebAuthn.credentialDeleted', resolve));
    await page.route(`${shop}/**`, (route) => route.fulfill({ body: 'The shop', contentType: 'text/html' }));
    await openAs(page, service, account, '/account#security');
    await press(page, 'Add a passkey');
    await untilSeen(page, 'is added.');

    // The virtual authenticator answers the request of the autofill by itself, without a click.
    await press(page, 'Log out');
    await page.waitForURL('**/login*');
    await page.waitForURL('**/account#security');
    await untilSeen(page, 'Last used');

    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false;');
    await page.evaluate('sessionStorage.clear()');
    await protectedBy(service, account);
    await page.goto('/login');
    await fillIn(page, { email: account.email, password: account.password });
    await press(page, 'Log in');
    await page.locator('#code:focus').waitFor();
    await devtools.send('WebAuthn.setResponseOverrideBits', { authenticatorId, isBogusSignature: true });
    await press(page, 'Log in with a passkey');
    await untilSeen(page, 'This passkey was not accepted.');
    const kept = "sessionStorage['latchkey.refresh-token'] ?? localStorage['latchkey.refresh-token']";
    assert.equal(await page.evaluate(kept), undefined, 'nobody is logged in');
    await devtools.send('WebAuthn.setResponseOverrideBits', { authenticatorId });
    await press(page, 'Log in with a passkey');
    await page.waitForURL('**/account');
    await untilSeen(page, account.email);

    await page.evaluate('sessionStorage.clear()');
    await page.goto(`/login?return_to=${shop}/cart`);
    await press(page, 'Log in with a passkey');
    await page.waitForURL(`${shop}/cart`);

    // It ends the session too, so that the login page stays.
    await usersCommand(service.db, ['reset-second-factor', account.email], () => {});
    await page.goto('/login');
    await press(page, 'Log in with a passkey');
    await untilSeen(page, 'This passkey no longer belongs to an account.');
    await deleted;
  });

  it('are made by the browser itself after a login with a password, once, and nobody waits for it', async (t) => {
    const shop = 'https://shop.example';
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, RETURN_URLS: `${shop}/` });
    const [ada, grace] = [await verified(service), await verified(service)];
    const { page, devtools } = await visitWithAuthenticator(visit, t, service, [shop]);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/me/passkeys/options')) asked.push(request.postData() ?? '');
    });
    await page.route(`${shop}/**`, (route) => route.fulfill({ body: 'The shop', contentType: 'text/html' }));
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false;');
    // Headless Chromium says that it can make passkeys by itself, and never does: it has no password manager. In its
    // place the virtual authenticator makes one, as after a press of the button.
    await page.addInitScript(`{
      const create = navigator.credentials.create.bind(navigator.credentials);
      navigator.credentials.create = ({ publicKey, mediation }) => {
        window.created = [...(window.created ?? []), [mediation, publicKey.authenticatorSelection.userVerification]];
        return create({ publicKey });
      };
    }`);
    const made = () => new Promise((resolve) => devtools.once('WebAuthn.credentialAdded', resolve));

    await page.goto(`/login?return_to=${shop}/cart`);
    await fillIn(page, { email: ada.email, password: ada.password });
    await press(page, 'Log in');
    await page.waitForURL(`${shop}/cart`);
    assert.deepEqual(asked, [], 'who is on the way to an application is not held up');

    for (const account of [ada, grace]) {
      const ready = made();
      await openAccount(page, service, account);
      await ready;
      assert.deepEqual(await page.evaluate('window.created'), [['conditional', 'preferred']]);
      await openSection(page, 'Security');
      await untilSeen(page, 'Chrome on Linux');
    }
    await openAccount(page, service, ada);
    await openSection(page, 'Security');
    await untilSeen(page, 'Chrome on Linux');
    assert.deepEqual(asked, Array(2).fill('{"conditional":true}'), 'once for each account in this browser');

    await page.evaluate("sessionStorage.removeItem('latchkey.refresh-token')");
    await page.goto('/login');
    await press(page, 'Log in with a passkey');
    await page.waitForURL('**/account');
  });

  it('wait in the field for the address, which has the cursor although the form was hidden at first', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const { page } = await visit(t, service);
    // A browser waits until somebody chooses a passkey; the virtual authenticator would answer at once.
    await page.addInitScript('navigator.credentials.get = () => new Promise(() => {})');
    await page.addInitScript('sessionStorage.setItem("latchkey.refresh-token", "of a session that has ended")');
    const asked = page.waitForRequest('**/api/login/passkey/options');
    await page.goto('/login');
    await asked;
    await page.locator('#email:focus').waitFor();
  });

  it('are not on the pages where they are switched off, like other features, nor offered at an IP address', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const byAddress = service.url.replace('localhost', '127.0.0.1');
    const { page } = await visit(t, service, { baseURL: byAddress, alsoAt: [byAddress] });
    const { email, password } = await verified(service);
    await page.goto('/login');
    await page.locator('#login-form button:enabled').first().waitFor();
    for (const part of ['#passkey-login', '.divider']) assert.equal(await page.locator(part).isVisible(), false, part);
    // Everything else works there.
    await fillIn(page, { email, password });
    await press(page, 'Log in');
    await page.waitForURL('**/account');
    await openSection(page, 'Security');
    await untilSeen(page, 'This browser cannot add passkeys here.');
    assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).isVisible(), false);
    const off = await startService(t, 'sqlite', { ...OWN_PAGES, PASSKEYS: 'off' });
    const text = await (await fetch(`${off.url}/login`)).text();
    assert.doesNotMatch(
      text.replace(/<meta name="latchkey-messages".*|<link rel="modulepreload".*/g, ''),
      /passkey|webauthn/i,
    );
    const { page: withoutPasskeys } = await visit(t, off);
    await openAs(withoutPasskeys, off, await verified(off), '/account#security');
    await untilSeen(withoutPasskeys, 'Authenticator app');
    assert.doesNotMatch(await seen(withoutPasskeys), /passkey/i);
    // Nor has it apps without OPENID, or devices with one session per user.
    assert.deepEqual(await withoutPasskeys.getByRole('heading', { name: /^(Connected apps|Devices)$/ }).all(), []);
  });
});
