import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { loggedInAdmin } from '../support/admin.ts';
import { atNextStep, codeOfApp, protectedBy } from '../support/authenticator.ts';
import { assertAccessible } from '../support/axe.ts';
import {
  describeInBrowser,
  fillIn,
  it,
  journey,
  OWN_PAGES,
  press,
  untilSeen,
  type Visitor,
} from '../support/browser.ts';
import {
  askForAddress,
  confirm,
  confirmToken,
  freeAddress,
  revert,
  revertToken,
  stop,
  stopToken,
} from '../support/email-change.ts';
import { person } from '../support/identities.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import {
  linksIn,
  loggedIn,
  registered,
  registration,
  resetToken,
  type Service,
  startService,
  verified,
} from '../support/service.ts';
import { until } from '../support/until.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const OPEN_AGAIN = 'Please open the link again';

interface Walk {
  readonly service: Service;
  readonly page: Page;
}

/** What a page still shows after a joint. */
interface Held {
  readonly text: string;
  /** The values of its fields, by id. */
  readonly fields?: Readonly<Record<string, string>>;
}

interface Joints {
  readonly page: string;
  /** Leads to the step. Returns what holds after a reload and Back, in German, and in a second tab at its address. */
  readonly open: (walk: Walk) => Promise<{ readonly reload: Held; readonly german: Held; readonly tab: Held }>;
}

const newestLink = async (service: Service, email: string): Promise<string> =>
  (await service.emailsTo(email)).flatMap(linksIn).at(-1)?.href ?? assert.fail(`no e-mail to ${email}`);

const { password: typedPassword, ...TYPED } = registration({ email: 'typed@example.com' });

const atForm = async (page: Page): Promise<void> => {
  await page.goto('/register');
  await page.locator('#register-form button[type=submit]:enabled').waitFor();
  await fillIn(page, { ...TYPED, password: typedPassword });
};

/** Of mailed links, whose token is nowhere but in memory: the address alone says nothing. */
const asksAgain = { reload: { text: OPEN_AGAIN }, tab: { text: 'This link is incomplete' } };

const PAGES: readonly Joints[] = [
  {
    page: 'the form of a new account',
    async open({ page }) {
      await atForm(page);
      const fields = { ...TYPED, password: '' };
      const empty = { full_name: '', email: '', industry: '', password: '' };
      return {
        reload: { text: 'Create your account', fields },
        german: { text: 'Konto erstellen', fields },
        tab: { text: 'Create your account', fields: empty },
      };
    },
  },
  {
    page: 'a new account, whose e-mail is on its way',
    async open({ page }) {
      await atForm(page);
      const { email, phone_number } = registration();
      await fillIn(page, { email, phone_number });
      await press(page, 'Create account');
      await untilSeen(page, 'Check your inbox');
      return {
        reload: { text: `We’ve sent an email to ${email}` },
        german: { text: email },
        tab: { text: 'Create your account', fields: { email: '' } },
      };
    },
  },
  {
    page: 'the login of an account that is not confirmed',
    async open({ service, page }) {
      const { email, password } = await registered(service);
      await page.goto('/login');
      await fillIn(page, { email, password });
      await press(page, 'Log in');
      await untilSeen(page, 'Confirm your account first');
      return {
        reload: { text: `Open the link we sent to ${email}` },
        german: { text: 'Bestätigen Sie zuerst Ihr Konto' },
        tab: { text: 'Keep me logged in', fields: { email: '' } },
      };
    },
  },
  {
    page: 'the code of a second factor, which needs the password again',
    async open({ service, page }) {
      const { email, password } = await protectedBy(service, await verified(service));
      await page.goto('/login');
      await fillIn(page, { email, password });
      await press(page, 'Log in');
      await untilSeen(page, 'Two-step login');
      const fields = { email, password: '' };
      return {
        reload: { text: 'Please enter your password again', fields },
        german: { text: 'Bitte geben Sie Ihr Passwort noch einmal ein', fields },
        tab: { text: 'Keep me logged in', fields: { email: '' } },
      };
    },
  },
  {
    page: 'a forgotten password, whose e-mail is on its way',
    async open({ page }) {
      await page.goto('/forgot-password');
      await fillIn(page, { email: 'typed@example.com' });
      await press(page, 'Send link');
      await untilSeen(page, 'Check your inbox');
      return {
        reload: { text: 'If typed@example.com has an account' },
        german: { text: 'typed@example.com' },
        tab: { text: 'Enter your email address', fields: { email: '' } },
      };
    },
  },
  {
    page: 'a login with a code by e-mail',
    async open({ service, page }) {
      const { email } = await verified(service);
      await page.goto('/login');
      await fillIn(page, { email });
      await press(page, 'Log in with a code by email');
      await untilSeen(page, 'Check your inbox');
      return {
        reload: { text: `If there’s an account with ${email}` },
        german: { text: email },
        // The same browser, which may follow the link of the e-mail.
        tab: { text: 'Keep me logged in' },
      };
    },
  },
  {
    page: 'the link to confirm an account',
    async open({ service, page }) {
      const { email } = await registered(service);
      await page.goto(await newestLink(service, email));
      await untilSeen(page, 'Created by Ada Lovelace');
      return {
        ...asksAgain,
        reload: { text: OPEN_AGAIN, fields: { email } },
        german: { text: 'Ja, Konto bestätigen' },
      };
    },
  },
  {
    page: 'a confirmed account',
    async open({ service, page }) {
      const { email } = await registered(service);
      await page.goto(await newestLink(service, email));
      await press(page, 'Yes, confirm my account');
      await untilSeen(page, 'Your account is confirmed');
      return {
        ...asksAgain,
        reload: { text: 'Your account is confirmed' },
        german: { text: 'Ihr Konto ist schon bestätigt' },
      };
    },
  },
  {
    page: 'the link to choose a password',
    async open({ service, page }) {
      const { email } = await verified(service);
      await resetToken(service, email);
      await page.goto(await newestLink(service, email));
      await page.locator('#reset-form button[type=submit]:enabled').waitFor();
      return { ...asksAgain, german: { text: 'Neues Passwort wählen', fields: { username: email } } };
    },
  },
  {
    page: 'an invitation, half filled in',
    async open({ service, page }) {
      const { accessToken: token } = await loggedInAdmin(service);
      const email = freeAddress();
      const invited = await service.request('POST', '/api/admin/invitations', { token, body: { emails: [email] } });
      assert.equal(invited.status, 200, invited.text);
      await page.goto(await newestLink(service, email));
      await untilSeen(page, 'Complete your account');
      await fillIn(page, { full_name: 'Grace Hopper', industry: 'Computing' });
      const fields = { full_name: 'Grace Hopper', industry: 'Computing', new_password: '' };
      return { ...asksAgain, german: { text: email, fields } };
    },
  },
  {
    page: 'the link to confirm a new address',
    async open({ service, page }) {
      const address = freeAddress();
      await askForAddress(service, await loggedIn(service), address);
      await page.goto(await newestLink(service, address));
      await untilSeen(page, `Use ${address} for your account`);
      return { ...asksAgain, german: { text: address } };
    },
  },
];

async function assertHolds(page: Page, { text, fields = {} }: Held): Promise<void> {
  await untilSeen(page, text);
  for (const [id, value] of Object.entries(fields)) {
    const field = page.locator(`#${id}`);
    await until(`${id} is “${value}”`, async () => (await field.inputValue()) === value);
  }
}

type Expected = Awaited<ReturnType<Joints['open']>>;

const JOINTS: Readonly<Record<string, (visitor: Visitor, expected: Expected) => Promise<void>>> = {
  async 'a reload'({ page }, { reload }) {
    await page.reload();
    await assertHolds(page, reload);
    await page.reload();
    await assertHolds(page, reload);
  },
  async Back({ page }, { reload }) {
    await page.goto('/healthz');
    await page.goBack();
    await assertHolds(page, reload);
  },
  async 'another language'({ page }, { german }) {
    await page.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'Deutsch' }).click();
    await assertHolds(page, german);
  },
  async 'a second tab'({ page, newTab }, { tab }) {
    const second = await newTab();
    await second.goto(page.url());
    await assertHolds(second, tab);
  },
  async 'an hour'({ page, context }, { tab }) {
    await context.addInitScript('{ const now = Date.now; Date.now = () => now() + 3_600_001; }');
    await page.reload();
    await assertHolds(page, tab);
  },
};

/** Links that were used, and what their page says at once, without a button that would do it again. */
const USED: Readonly<
  Record<string, { link: (service: Service) => Promise<string>; says: string; next: string | undefined }>
> = {
  'to confirm an account': {
    link: async (service) => newestLink(service, (await verified(service)).email),
    says: 'Your account is already confirmed',
    next: 'Log in',
  },
  'to choose a password': {
    async link(service) {
      const { email } = await verified(service);
      const token = await resetToken(service, email);
      await service.request('POST', '/api/reset-password', { token, body: { new_password: 'Difference2' } });
      return newestLink(service, email);
    },
    says: 'This link no longer works',
    next: 'Get a new link',
  },
  'of an invitation': {
    async link(service) {
      const { password, ...invited } = registration();
      const { accessToken: token } = await loggedInAdmin(service);
      await service.request('POST', '/api/admin/users', { token, body: invited });
      const link = await newestLink(service, invited.email);
      const accepted = { token: new URL(link).searchParams.get('token') ?? '', body: { new_password: password } };
      assert.equal((await service.request('POST', '/api/invitation/accept', accepted)).status, 200);
      return link;
    },
    says: 'This invitation no longer works',
    next: 'Log in',
  },
  'to confirm a new address': {
    async link(service) {
      const address = freeAddress();
      await askForAddress(service, await loggedIn(service), address);
      const link = await newestLink(service, address);
      assert.equal((await confirm(service, await confirmToken(service, address))).status, 200);
      return link;
    },
    says: 'Your email address has already been changed',
    next: 'Log in',
  },
  'to stop a change of address': {
    async link(service) {
      const { email, accessToken } = await loggedIn(service);
      await askForAddress(service, { accessToken }, freeAddress());
      assert.equal((await stop(service, await stopToken(service, email))).status, 200);
      return newestLink(service, email);
    },
    says: 'There’s no change left to stop',
    next: 'Choose a new password',
  },
  'to stop a change of address, which was confirmed': {
    async link(service) {
      const { email, accessToken } = await loggedIn(service);
      const address = freeAddress();
      await askForAddress(service, { accessToken }, address);
      const link = await newestLink(service, email);
      assert.equal((await confirm(service, await confirmToken(service, address))).status, 200);
      return link;
    },
    says: 'The address has already been changed',
    next: undefined,
  },
  'to undo a change of address': {
    async link(service) {
      const session = await loggedIn(service);
      const address = freeAddress();
      await askForAddress(service, session, address);
      assert.equal((await confirm(service, await confirmToken(service, address))).status, 200);
      const link = await newestLink(service, session.email);
      assert.equal((await revert(service, await revertToken(service, session.email))).status, 200);
      return link;
    },
    says: 'The change has already been undone',
    next: 'Choose a new password',
  },
};

const NOT_KEPT = /Analytical1|eyJ/;

describeInBrowser('a page at a joint', (visit) => {
  const walk = async (t: TestContext, joints: Joints, names: readonly string[], options = {}) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, EMAIL_LOGIN: 'on' });
    for (const name of names) {
      const visitor = await visit(t, service, options);
      const expected = await joints.open({ service, page: visitor.page });
      await JOINTS[name]?.(visitor, expected);
      const kept = await visitor.page.evaluate<string>('JSON.stringify([sessionStorage, localStorage, history.state])');
      assert.doesNotMatch(kept, NOT_KEPT, name);
      assert.doesNotMatch(visitor.page.url(), NOT_KEPT, name);
      await visitor.context.close();
    }
  };

  const [form, waiting] = PAGES;
  journey('keeps what was typed and what it waits for, on the phone', async (t) => {
    for (const joints of [form, waiting]) if (joints) await walk(t, joints, ['a reload', 'another language'], PHONE);
  });

  for (const joints of PAGES) {
    it(`holds: ${joints.page}`, (t) => walk(t, joints, Object.keys(JOINTS)));
  }

  it('still withdraws a registration with a wrong address after a reload, by the password typed again', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const { page } = await visit(t, service, PHONE);
    await atForm(page);
    await press(page, 'Create account');
    await untilSeen(page, 'Check your inbox');
    await page.reload();
    await press(page, 'Wrong address? Change it');
    await assertHolds(page, { text: 'Create your account', fields: { ...TYPED, password: '' } });
    await fillIn(page, { email: 'right@example.com', password: typedPassword });
    await press(page, 'Create account');
    await untilSeen(page, 'We’ve sent an email to right@example.com');
    const left = await service.db.all<{ email: string }>('SELECT email FROM users');
    assert.deepEqual(left, [{ email: 'right@example.com' }]);
  });

  it('begins anew on another visit, and forgets everything with the login', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const { page } = await visit(t, service);
    await atForm(page);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Create account' }).click();
    await page.waitForURL('**/register');
    await assertHolds(page, { text: 'Create your account', fields: { full_name: '', email: '' } });
    const { email, password } = await verified(service);
    await page.goto('/login');
    await fillIn(page, { email, password });
    await press(page, 'Log in');
    await page.waitForURL('**/account');
    assert.equal(await page.evaluate("sessionStorage.getItem('latchkey.pages')"), null);
  });

  it('keeps what was typed after a login with a provider, which has to be repeated', async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...provider.settings });
    const { page } = await visit(t, service, { ...PHONE, alsoAt: [provider.issuer] });
    provider.visitor = person();
    await page.goto('/login');
    await press(page, 'Continue with Corp');
    await untilSeen(page, 'Log in with Corp');
    await fillIn(page, { full_name: 'Amazing Grace', industry: 'Computing' });
    for (const joint of [() => page.reload(), () => page.getByRole('link', { name: 'Deutsch' }).click()]) {
      await joint();
      await untilSeen(page, /Please continue with Corp once more|Bitte gehen Sie noch einmal über Corp/);
      await page.getByRole('button', { name: 'Corp' }).click();
      const fields = {
        full_name: 'Amazing Grace',
        industry: 'Computing',
        identity_email: String(provider.visitor.email),
      };
      await assertHolds(page, { text: 'Corp', fields });
    }
  });

  for (const [name, { link, says, next }] of Object.entries(USED)) {
    const told = async (t: TestContext) => {
      const service = await startService(t, 'sqlite', OWN_PAGES);
      const { page } = await visit(t, service, PHONE);
      await page.goto(await link(service));
      await untilSeen(page, says);
      if (next !== undefined) await page.getByRole('link', { name: next, exact: true }).waitFor();
      assert.equal(await page.locator('main button:visible').count(), 0);
      await assertAccessible(page, name);
    };
    it(`says at once that a link was used: ${name}`, told);
  }

  journey('goes from a new password to the account, through the second factor', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const account = await protectedBy(service, await verified(service));
    const { page } = await visit(t, service, PHONE);
    await resetToken(service, account.email);
    await page.goto(await newestLink(service, account.email));
    await fillIn(page, { new_password: 'Difference2' });
    await press(page, 'Save new password');
    await untilSeen(page, 'Two-step login');
    await page
      .getByLabel('Code from your authenticator app')
      .fill(codeOfApp(account.secret, await atNextStep(service)));
    await page.waitForURL('**/account');
    await untilSeen(page, account.email);
  });
});
