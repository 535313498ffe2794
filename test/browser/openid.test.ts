import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/axe.ts';
import {
  describeInBrowser,
  fillIn,
  it,
  journey,
  OWN_PAGES,
  press,
  seen,
  untilSeen,
  type Visit,
} from '../support/browser.ts';
import type { DatabaseKind } from '../support/databases.ts';
import { person } from '../support/identities.ts';
import { type Person, startIdentityProvider } from '../support/identity-provider.ts';
import type { AppOptions } from '../support/openid.ts';
import { startRelyingApp } from '../support/relying-app.ts';
import { linksIn, registration, startService, verified } from '../support/service.ts';

const SETTINGS = { ...OWN_PAGES, OPENID: 'on' };

async function startTwoApps(t: TestContext, visit: Visit, kind: DatabaseKind, more: object = {}, options?: AppOptions) {
  const service = await startService(t, kind, { ...SETTINGS, ...more });
  const shop = await startRelyingApp(t, service, options);
  const forum = await startRelyingApp(t, service, options);
  const alsoAt = [shop, forum].flatMap(({ origin, otherOrigin }) => [origin, otherOrigin]);
  const visitor = await visit(t, service, { alsoAt });
  return { service, shop: shop.origin, clientId: shop.clientId, forum: forum.origin, ...visitor };
}

/** Not waited for until it is loaded: it may lead on at once. */
const open = (page: Page, address: string) => page.goto(address, { waitUntil: 'commit' });

async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await fillIn(page, { email, password });
  await press(page, 'Log in');
}

describeInBrowser('two apps', (visit) => {
  // On both databases, with one session or many: test/openid/two-apps.test.ts.
  journey('have one login and one logout', async (t) => {
    const { service, shop, forum, page, newTab } = await startTwoApps(t, visit, 'postgres', { SESSIONS: 'many' });
    const account = await verified(service);
    await open(page, `${shop}/login`);
    await untilSeen(page, 'to continue to Shop');
    await logIn(page, account);
    await untilSeen(page, `the app knows ${account.email}`);
    assert.ok(page.url().startsWith(`${shop}/callback`));

    // In the other app nobody types anything, not in another tab either, and without being seen.
    const tab = await newTab();
    await open(tab, `${forum}/login`);
    await untilSeen(tab, `the app knows ${account.email}`);
    await open(tab, `${shop}/silent`);
    await untilSeen(tab, `the app knows ${account.email}`);

    await open(tab, `${shop}/logout`);
    await tab.waitForURL(`${shop}/`);
    await open(tab, `${forum}/silent`);
    await untilSeen(tab, 'refused: login_required');
    // At the hosted pages too.
    await page.goto(`${service.url}/account`);
    await page.waitForURL('**/login*');
  });

  journey('ask for what they may see, and for a recent login', async (t) => {
    const options = { firstParty: false, scopes: 'openid profile email offline_access' };
    const { service, shop, forum, page, newTab } = await startTwoApps(t, visit, 'sqlite', {}, options);
    const account = await verified(service);
    await open(page, `${shop}/login`);
    await logIn(page, account);
    await untilSeen(page, 'Let Shop use your account?');
    const words = await seen(page);
    for (const line of [account.email, 'see your name', 'see your email address', 'stay connected'])
      assert.ok(words.includes(line), line);
    assert.ok(!words.includes('phone'));
    await assertAccessible(page, page.url());
    await press(page, 'Don’t allow');
    await untilSeen(page, 'refused: access_denied');
    await open(page, `${shop}/login`);
    await untilSeen(page, 'Let Shop use your account?');
    await press(page, 'Allow');
    await untilSeen(page, `the app knows ${account.email}`);
    // Remembered, and for this app alone.
    await open(page, `${shop}/login`);
    await untilSeen(page, `the app knows ${account.email}`);
    // In a tab that has no session of its own, too.
    const tab = await newTab();
    await open(tab, `${forum}/login`);
    await untilSeen(tab, 'Let Shop use your account?');
    assert.ok((await seen(tab)).includes(account.email));
    await press(tab, 'Allow');
    await untilSeen(tab, `the app knows ${account.email}`);

    await open(page, `${shop}/login?prompt=login`);
    await untilSeen(page, 'Please confirm it’s you');
    await page.locator('#recent-login #password').fill(account.password);
    await press(page, 'Confirm');
    await untilSeen(page, `the app knows ${account.email}`);
  });

  it('are answered by response_mode=form_post, whatever became of the logout that somebody left unconfirmed', async (t) => {
    const { service, shop, clientId, forum, page } = await startTwoApps(t, visit, 'sqlite', {}, { firstParty: false });
    const account = await verified(service);
    await open(page, `${shop}/login?response_mode=form_post`);
    await logIn(page, account);
    await untilSeen(page, 'Let Shop use your account?');
    await press(page, 'Allow');
    await untilSeen(page, `posted: the app knows ${account.email}`);

    await open(page, `${service.url}/oidc/logout?client_id=${clientId}&post_logout_redirect_uri=${shop}/`);
    await untilSeen(page, 'Log out?');
    await open(page, `${forum}/login?response_mode=form_post`);
    await untilSeen(page, 'Let Shop use your account?');
    await press(page, 'Don’t allow');
    await untilSeen(page, 'posted: refused: access_denied');
    await open(page, `${forum}/login?response_mode=form_post`);
    await untilSeen(page, 'Let Shop use your account?');
    await press(page, 'Allow');
    await untilSeen(page, `posted: the app knows ${account.email}`);
    await open(page, `${forum}/login?response_mode=form_post&prompt=none`);
    await untilSeen(page, `posted: the app knows ${account.email}`);
    await open(page, `${shop}/silent`);
    await untilSeen(page, `the app knows ${account.email}`);
  });

  it('get people back who have no account yet, once their address is confirmed in any tab or device', async (t) => {
    const { service, shop, page: first, newTab } = await startTwoApps(t, visit, 'sqlite');
    await first.clock.install();
    const register = async (page: Page) => {
      const person = registration();
      await open(page, `${shop}/login`);
      await page.locator('#login-form button[type=submit]:enabled').waitFor();
      await page.getByRole('link', { name: 'Create account' }).click();
      await page.waitForURL('**/register?*');
      await fillIn(page, person);
      await press(page, 'Create account');
      await untilSeen(page, 'Check your inbox');
      const link = String((await service.emailsTo(person.email)).flatMap(linksIn).at(-1));
      return { person, link };
    };
    const confirm = async (tab: Page, link: string) => {
      await tab.goto(link);
      await press(tab, 'Yes, confirm my account');
      await untilSeen(tab, 'Your account is confirmed');
    };
    /** So that the next one is nobody here. */
    const logOut = async (page: Page) => {
      await open(page, `${shop}/logout`);
      await page.waitForURL(`${shop}/`);
    };

    // In another tab.
    const inTab = await register(first);
    const tab = await newTab();
    await confirm(tab, inTab.link);
    await untilSeen(first, `the app knows ${inTab.person.email}`);
    await logOut(first);

    // In another tab, when that of the app is closed.
    const alone = await register(first);
    await first.close();
    await confirm(tab, alone.link);
    await tab.getByRole('link', { name: 'Log in' }).click();
    await untilSeen(tab, 'to continue to Shop');
    await logIn(tab, alone.person);
    await untilSeen(tab, `the app knows ${alone.person.email}`);
    assert.ok(tab.url().startsWith(shop));
    await logOut(tab);

    // On another device, and on that device itself by way of the app.
    const elsewhere = await register(tab);
    const { page: phone } = await visit(t, service, { alsoAt: [shop] });
    await confirm(phone, elsewhere.link);
    await assertAccessible(phone, phone.url());
    await tab.clock.fastForward(11_000);
    await untilSeen(tab, `the app knows ${elsewhere.person.email}`);
    await phone.getByRole('link', { name: 'Continue to Shop' }).click();
    await untilSeen(phone, 'to continue to Shop');
    await logIn(phone, elsewhere.person);
    await untilSeen(phone, `the app knows ${elsewhere.person.email}`);
    // The tab has lost its session to the phone.
    await logOut(phone);

    // On another device, after so long that they have to come from the app again.
    const late = await register(tab);
    await service.clock.advance(31 * 60_000);
    await confirm(phone, late.link);
    await tab.clock.fastForward(11_000);
    await untilSeen(tab, 'Please start again');
    await open(tab, `${shop}/login`);
    await untilSeen(tab, `the app knows ${late.person.email}`);
  });

  it('get people who make an account with a provider, in this browser and by the link of the e-mail', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...SETTINGS, ...provider.settings });
    const { origin: shop } = await startRelyingApp(t, service);
    const register = async (who: Person) => {
      provider.visitor = who;
      const { page } = await visit(t, service, { alsoAt: [shop, provider.issuer] });
      await open(page, `${shop}/login`);
      await press(page, 'Continue with Corp');
      await untilSeen(page, 'You’re new here');
      const { phone_number, industry } = registration();
      await fillIn(page, { phone_number, industry });
      await press(page, 'Create account');
      return page;
    };
    const proven = person();
    await untilSeen(await register(proven), `the app knows ${proven.email}`);

    const claimed = person({ email: 'grace@elsewhere.example' });
    await untilSeen(await register(claimed), 'grace@elsewhere.example');
    const [link] = (await service.emailsTo('grace@elsewhere.example')).flatMap(linksIn);
    const { page: phone } = await visit(t, service, { alsoAt: [shop] });
    await phone.goto(String(link));
    await press(phone, 'Yes, confirm my account');
    await phone.getByRole('link', { name: 'Continue to Shop' }).waitFor();
  });

  it('see what is wrong on our pages', async (t) => {
    const { service, shop, clientId, page } = await startTwoApps(t, visit, 'sqlite');
    // Cut off, or of another login.
    for (const interaction of ['', 'cut', 'x'.repeat(43)]) {
      await page.goto(`${service.url}/connect?interaction=${interaction}`);
      await untilSeen(page, 'Please start again');
    }
    await page.goto(`${service.url}/oidc/auth?client_id=nobody&response_type=code`);
    await untilSeen(page, 'This link from the app doesn’t work');
    await untilSeen(page, 'invalid_client');
    await untilSeen(page, clientId);
    await assertAccessible(page, page.url());
    // The question whether to log out is the way on.
    const account = await verified(service);
    await open(page, `${shop}/login`);
    await logIn(page, account);
    await untilSeen(page, `the app knows ${account.email}`);
    const elsewhere = new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: `${shop}/elsewhere` });
    await page.goto(`${service.url}/oidc/logout?${elsewhere}`);
    await untilSeen(page, 'This link from the app doesn’t work');
    for (const address of [`${shop}/elsewhere`, `${shop}/`]) await untilSeen(page, address);
    await assertAccessible(page, page.url());
    await page.getByRole('link', { name: 'Log out' }).click();
    await untilSeen(page, 'Log out?');
    await press(page, 'Log out');
    await untilSeen(page, 'You are logged out');
    await page.goto(`${service.url}/oidc/logout`);
    await untilSeen(page, 'You’re not logged in to any app');
    await assertAccessible(page, page.url());
    // In the language, and with the address, that the app has named.
    await open(page, `${shop}/login?ui_locales=de&login_hint=ada@example.com`);
    await untilSeen(page, 'weiter zu Shop');
    assert.equal(await page.locator('#email').inputValue(), 'ada@example.com');
  });
});
