import assert from 'node:assert/strict';
import { makeAdminLink } from '../../src/administration/admin-links.ts';
import { OPERATOR } from '../../src/cli/framework/operator.ts';
import { operatorLogin } from '../../src/core/sign-in/recent-login.ts';
import { describeInBrowser, fillIn, it, openSection, press, untilSeen } from '../support/browser.ts';
import { pngOf } from '../support/png.ts';
import { startRelyingApp } from '../support/relying-app.ts';
import { registration } from '../support/service.ts';
import { startBelowAuth } from '../support/sub-path-proxy.ts';
import { visitWithAuthenticator } from '../support/virtual-authenticator.ts';

describeInBrowser('below a path of a host', (visit) => {
  it('nothing that a browser does leaves it: account, console, passkey, app, reference', async (t) => {
    const { service, escaped } = await startBelowAuth(t, { OPENID: 'on', SMTP_URL: '', MAIL_FROM: '' });
    const shop = await startRelyingApp(t, service);
    const host = { ...service, url: new URL(service.url).origin };
    const { page, context } = await visitWithAuthenticator(visit, t, host, [shop.origin]);
    // The virtual authenticator would log in by itself wherever it may. The first document of a new tab has none.
    await context.addInitScript(
      'if (globalThis.PublicKeyCredential) PublicKeyCredential.isConditionalMediationAvailable = async () => false;',
    );
    const { email, ...person } = registration();

    await page.goto(service.url);
    await page.getByRole('link', { name: 'Create account' }).click();
    await fillIn(page, { ...person, email });
    await press(page, 'Create account');
    await untilSeen(page, 'Check your inbox');
    const opening = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Open the developer inbox' }).first().click();
    const inbox = await opening;
    const opened = context.waitForEvent('page');
    await inbox.frameLocator('iframe').getByRole('link', { name: 'Confirm my account' }).click();
    const mailed = await opened;
    await press(mailed, 'Yes, confirm my account');
    await untilSeen(mailed, 'Your account is confirmed');
    await mailed.close();
    await inbox.close();
    // A page that was in the background draws nothing, for which Playwright waits.
    await page.bringToFront();
    await page.waitForURL('**/auth/account');
    await press(page, 'Log out');
    await untilSeen(page, 'You are logged out.');

    await page.goto(`${service.url}/account#security`);
    await page.waitForURL('**/auth/login*');
    await fillIn(page, { email, password: person.password });
    await press(page, 'Log in');
    await page.waitForURL('**/auth/account#security');
    await press(page, 'Add a passkey');
    await untilSeen(page, 'The passkey “Chrome on Linux” is added.');
    await openSection(page, 'Profile');
    const chooser = page.waitForEvent('filechooser');
    await press(page, 'Upload a picture');
    const buffer = pngOf(64, 64, [200, 60, 60, 255]);
    await (await chooser).setFiles({ name: 'ada.png', mimeType: 'image/png', buffer });
    await untilSeen(page, 'Your picture is saved.');
    await page.locator('#avatar img').waitFor({ state: 'visible' });

    // The console leads to a login and back, with its filters.
    await press(page, 'Log out');
    await untilSeen(page, 'You are logged out.');
    const link = await makeAdminLink(service.db, undefined, operatorLogin(), OPERATOR);
    await page.goto(`${service.url}/admin/claim#${link}`);
    await page.waitForURL('**/auth/login?return_to=*');
    await press(page, 'Log in with a passkey');
    await press(page, 'Become an administrator');
    await page.getByRole('link', { name: 'Open the console' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.goto(`${service.url}/admin/users`);
    await page.locator('a.row-link').first().click();
    await page.waitForURL('**/auth/admin/users/*');
    await page.locator('.avatar img').waitFor();
    await page.goto(`${service.url}/admin/settings`);
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();

    // An app finds the session of the pages.
    await page.goto(`${shop.origin}/login`, { waitUntil: 'commit' });
    await untilSeen(page, `the app knows ${email}`);
    await page.goto(`${shop.origin}/logout`, { waitUntil: 'commit' });
    await page.waitForURL(`${shop.origin}/`);
    await page.goto(`${service.url}/admin/users?query=ada`, { waitUntil: 'commit' });
    await page.waitForURL('**/auth/login?return_to=*');
    assert.equal(new URL(page.url()).searchParams.get('return_to'), '/auth/admin/users?query=ada');

    await page.goto(`${service.url}/docs#/Service/getLiveness`);
    const execute = page.locator('#operations-Service-getLiveness').getByRole('button', { name: 'Execute' });
    await execute.waitFor();
    const sent = page.waitForResponse('**/auth/healthz');
    await execute.click();
    assert.equal((await sent).status(), 200);

    const paths = new Map((await context.cookies()).map(({ name, path }) => [name, path]));
    for (const [name, path] of paths) assert.match(path, /^\/auth(\/|$)/, name);
    assert.deepEqual(escaped, []);
  });
});
