import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, fillIn, it, journey, OWN_PAGES, press, untilSeen } from '../support/browser.ts';
import { suspend } from '../support/operator.ts';
import { type Account, registered, registration, type Service, startService, verified } from '../support/service.ts';
import { until } from '../support/until.ts';

/** The message beside this field, as a screen reader ties the two together. */
async function errorOf(page: Page, field: string): Promise<string> {
  const input = page.locator(`#${field}`);
  const line = page.locator(`#${field}-error`);
  if ((await input.getAttribute('aria-invalid')) !== 'true') return '';
  assert.ok((await input.getAttribute('aria-describedby'))?.split(' ').includes(`${field}-error`));
  assert.ok(await line.isVisible());
  return line.innerText();
}

const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.id');
/** By which password managers understand a form. */
const autocompletes = (page: Page): Promise<string[]> =>
  page.evaluate('[...document.querySelectorAll("input[name]")].map((one) => one.autocomplete)');
const alert = (page: Page) => page.getByRole('alert').filter({ visible: true }).innerText();

const WRONG = 'The email address or password is wrong. Please try again.';

async function assertMissing(page: Page): Promise<void> {
  await press(page, 'Create account');
  for (const field of ['full_name', 'email', 'phone_number', 'industry', 'password']) {
    assert.equal(await errorOf(page, field), 'Please fill this in.', field);
  }
  assert.equal(await focused(page), 'full_name');
  await fillIn(page, { full_name: 'Ada' });
  assert.equal(await errorOf(page, 'full_name'), '', 'gone as soon as it is mended');
}

/** What a password needs is ticked off while it is typed. */
async function assertRules(page: Page): Promise<void> {
  const met = () => page.evaluate('[...document.querySelectorAll(".rules .met")].map((one) => one.dataset.rule)');
  const steps: [typed: string, met: string[]][] = [
    ['a', []],
    ['aB', ['uppercase']],
    ['aB3', ['uppercase', 'digit']],
    ['aB3   ', ['uppercase', 'digit']],
    ['aB345678', ['length', 'uppercase', 'digit']],
  ];
  for (const [typed, expected] of steps) {
    await fillIn(page, { password: typed });
    assert.deepEqual(await met(), expected, typed);
  }
  const password = page.locator('#password');
  await press(page, 'Show password');
  assert.equal(await password.getAttribute('type'), 'text');
  await press(page, 'Create account');
  assert.equal(await password.getAttribute('type'), 'password', 'hidden again once sent');
}

/** Each refusal of the service is beside the field that it is about. */
async function assertRefusals(page: Page, taken: Account): Promise<void> {
  const refusals: [
    field: 'email' | 'phone_number' | 'full_name' | 'industry' | 'password',
    value: string,
    says: string,
  ][] = [
    ['email', 'ada@', 'Please enter a full email address, such as name@example.com.'],
    ['email', 'ada@localhost', 'Please enter a full email address, such as name@example.com.'],
    ['email', taken.email, 'There’s already an account with this email address.'],
    ['phone_number', taken.phoneNumber, 'Another account uses this phone number. Please enter a different one.'],
    ['full_name', 'x'.repeat(201), 'This is too long. Please shorten it.'],
    ['industry', 'a\u202eb', 'This contains characters that aren’t allowed. Please remove them.'],
    ['password', 'analytical1', 'Something is still missing. Please check the list below.'],
    ['password', 'Password1', 'This password is too easy to guess. Please choose another one.'],
    ['password', `Aa1${'x'.repeat(300)}`, 'This password is too long. Please use 256 characters at most.'],
  ];
  const right = registration();
  await fillIn(page, right);
  for (const [field, value, says] of refusals) {
    await fillIn(page, { [field]: value });
    await page.keyboard.press('Enter');
    await page.locator(`#${field}-error`).getByText(says).waitFor();
    assert.equal(await errorOf(page, field), says);
    assert.equal(await focused(page), field);
    await fillIn(page, { [field]: right[field] });
    assert.equal(await errorOf(page, field), '', 'gone as soon as it is mended');
  }
}

/** A button puts the address in that was probably meant. */
async function assertSuggestion(page: Page): Promise<void> {
  await fillIn(page, { email: 'ada@gmial.com' });
  const suggestion = page.getByRole('button', { name: 'Did you mean ada@gmail.com?' });
  await suggestion.click();
  assert.equal(await page.locator('#email').inputValue(), 'ada@gmail.com');
  assert.equal(await focused(page), 'email');
  await suggestion.waitFor({ state: 'detached' });
}

/** To log in, or to choose a new password. */
async function assertOffer(page: Page, service: Service, taken: Account): Promise<void> {
  const offer = page.locator('#taken');
  const offered = async () => {
    await fillIn(page, { email: taken.email });
    await page.keyboard.press('Enter');
    await offer.waitFor();
  };
  await offered();
  await fillIn(page, { email: 'another@example.com' });
  assert.equal(await offer.isVisible(), false);
  await offered();
  // What is said about the field moves the offer, and a link that moves between press and release is not clicked.
  await page.locator('#register-form:not([aria-busy])').waitFor();
  for (const [name, path, expected] of [
    ['Log in', '/login', ['username webauthn', 'current-password', 'one-time-code']],
    ['Forgot your password?', '/forgot-password', ['username']],
  ] as const) {
    const opening = page.context().waitForEvent('page');
    await offer.getByRole('link', { name }).click({ button: 'middle' });
    const opened = await opening;
    await opened.waitForURL(`${service.url}${path}`);
    assert.equal(await opened.locator('#email').inputValue(), taken.email);
    assert.deepEqual(await autocompletes(opened), expected);
    await opened.close();
  }
}

/** However often it is submitted; and it says that it is busy. */
async function assertSentOnce(page: Page): Promise<void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let sent = 0;
  await page.route('**/api/register', async (route) => {
    sent += 1;
    await held;
    await route.continue();
  });
  await fillIn(page, registration());
  const button = page.getByRole('button', { name: 'Create account' });
  await button.click();
  await button.click({ force: true });
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('form[aria-busy="true"] button[aria-disabled="true"]').count(), 1);
  release();
  await untilSeen(page, 'Check your inbox');
  assert.equal(sent, 1);
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Check your inbox', 'the focus goes along');
  assert.match(await page.title(), /^Check your inbox/);
}

describeInBrowser('a form', (visit) => {
  describe('the form to register', () => {
    journey('says beside each field what is wrong, helps whoever is registered, and sends once', async (t) => {
      const service = await startService(t, 'sqlite', OWN_PAGES);
      const taken = await registered(service);
      const { page } = await visit(t, service);
      await page.goto('/register');
      assert.deepEqual(await autocompletes(page), ['name', 'username', 'tel', 'off', 'new-password']);
      await page.locator('#full_name:focus').waitFor();
      await assertMissing(page);
      await assertRules(page);
      await assertRefusals(page, taken);
      await assertSuggestion(page);
      await assertOffer(page, service, taken);
      await assertSentOnce(page);
    });
  });

  describe('the form to log in', () => {
    journey('has the cursor where needed, warns of Caps Lock, and holds off guesses', async (t) => {
      const service = await startService(t, 'sqlite', { ...OWN_PAGES, MAX_FAILED_LOGINS: '2' });
      const { email } = await verified(service);
      const { page } = await visit(t, service);
      await page.goto('/login');
      await page.locator('#email:focus').waitFor();
      await page.keyboard.type(email);
      await page.keyboard.press('Tab');
      await page.keyboard.type('Wrong12345');
      await page.keyboard.press('Enter');
      await untilSeen(page, WRONG);
      assert.equal(await focused(page), 'password');
      assert.equal(await page.evaluate('getSelection().toString().length'), 10, 'ready to be typed over');

      const hint = page.getByText('Caps Lock is on.');
      const key = (type: string, isOn: boolean) =>
        page.evaluate(
          `document.activeElement.dispatchEvent(
            new KeyboardEvent('${type}', { key: 'A', modifierCapsLock: ${isOn}, bubbles: true }),
          )`,
        );
      assert.equal(await hint.isVisible(), false);
      await key('keydown', true);
      assert.equal(await hint.isVisible(), true);
      await key('keyup', false);
      assert.equal(await hint.isVisible(), false);
      await key('keydown', true);
      await page.locator('#email').focus();
      assert.equal(await hint.isVisible(), false);

      const attempt = async (address: string) => {
        await fillIn(page, { email: address, password: 'Wrong12345' });
        const answered = page.waitForResponse('**/api/login');
        await page.keyboard.press('Enter');
        await answered;
        await page.locator('#login-form:not([aria-busy])').waitFor();
        return alert(page);
      };
      assert.equal(await attempt('nobody@example.com'), WRONG);
      assert.equal(await attempt(email), WRONG);
      const refused = await attempt(email);
      const secondsIn = (text: string) =>
        Number(/^Too many attempts. Please try again in (\d+) seconds\.$/.exec(text)?.[1]);
      assert.ok(secondsIn(refused) > 40, refused);
      await until('the seconds run down', async () => secondsIn(await alert(page)) < secondsIn(refused));
    });

    it('tells a suspended user whom to ask, survives a service in trouble, and helps the unverified', async (t) => {
      const service = await startService(t, 'sqlite', { ...OWN_PAGES, SUPPORT_EMAIL: 'help@example.com' });
      const [suspended, account] = [await verified(service), await registered(service)];
      await suspend(service, suspended.email);
      const { page } = await visit(t, service);
      await page.goto('/login');
      await fillIn(page, { email: suspended.email, password: suspended.password });
      await page.keyboard.press('Enter');
      await untilSeen(page, 'please write to help@example.com.');
      await fillIn(page, { email: account.email, password: account.password });
      const failures: [code: string, status: number, says: string][] = [
        ['', 0, 'We couldn’t connect.'],
        ['internal_error', 500, 'Something went wrong on our side.'],
        ['overloaded', 503, 'We’re very busy right now.'],
      ];
      for (const [code, status, says] of failures) {
        await page.route(
          '**/api/login',
          (route) =>
            status === 0
              ? route.abort()
              : route.fulfill({
                  status,
                  headers: { 'x-error-code': code },
                  json: { status: 'error', message: '', data: null },
                }),
          { times: 1 },
        );
        await press(page, 'Log in');
        await untilSeen(page, says);
      }
      await press(page, 'Log in');
      await untilSeen(page, 'Confirm your account first');
      await press(page, 'Send a new link');
      await untilSeen(page, 'A new link is on its way');
      assert.equal((await service.emailsTo(account.email)).length, 2);
    });

    it('says what the page before had to say, and nothing that a link made up', async (t) => {
      const service = await startService(t, 'sqlite', OWN_PAGES);
      const { page } = await visit(t, service);
      for (const [note, says] of [
        ['notice=loggedOut&email=ada%40example.com', 'You are logged out.'],
        ['notice=constructor', ''],
        ['notice=Your+bank+called', ''],
      ] as const) {
        // Another fragment alone would not load the page again.
        await page.goto('about:blank');
        await page.goto(`/login#${note}`);
        await page.waitForURL(`${service.url}/login`);
        assert.equal(await page.locator('#arrival').innerText(), says);
      }
      await page.goto('/verify?email=Your+bank+called');
      await untilSeen(page, 'This link is incomplete');
      assert.equal(await page.locator('#email').inputValue(), '');
    });

    it('works with the keyboard alone', async (t) => {
      const service = await startService(t, 'sqlite', OWN_PAGES);
      const account = await verified(service);
      const { page } = await visit(t, service);
      await page.goto('/login');
      const { keyboard } = page;
      const tabTo = async (selector: string) => {
        for (let presses = 0; presses < 30; presses += 1) {
          await keyboard.press('Tab');
          if (await page.evaluate(`document.activeElement.matches('${selector}')`)) return;
        }
        assert.fail(`the keyboard does not reach ${selector}`);
      };
      await tabTo('#email');
      await keyboard.type(account.email);
      await tabTo('#password');
      await keyboard.type(account.password);
      await tabTo('.reveal');
      await keyboard.press('Space');
      await tabTo('#keep');
      await keyboard.press('Space');
      await tabTo('#login-form button[type=submit]');
      await keyboard.press('Enter');
      await untilSeen(page, 'Member since');
      await tabTo('#address-open');
      await page.goto('/account#security');
      await untilSeen(page, 'Member since');
      await tabTo('#password-open');
      await keyboard.press('Enter');
      assert.equal(await page.evaluate('document.activeElement.id'), 'current_password');
      await keyboard.type('half');
      await tabTo('#password-cancel');
      await tabTo('#password-form button[type=submit]');
      await keyboard.press('Shift+Tab');
      await keyboard.press('Enter');
      assert.equal(await page.evaluate('document.activeElement.id'), 'password-open');
      await keyboard.press('Enter');
      assert.equal(await page.locator('#current_password').inputValue(), '', 'what was typed is forgotten');
      await tabTo('.identity > button');
      await keyboard.press('Enter');
      await untilSeen(page, 'You are logged out.');
    });
  });
});
