import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeInBrowser, fillIn, journey, OWN_PAGES, openAs, press, untilSeen } from '../support/browser.ts';
import { loggedIn, registration, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const namesOf = (page: Page, form: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("#${form} [name]")].map((one) => one.name)`);

describeInBrowser('the fields of the forms', (visit) => {
  journey('that are off are not there, and the rest of the registration fits one screen', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, PROFILE_FIELDS: 'phone_number:off,industry:off' });
    for (const locale of ['fr', 'de', 'en']) {
      const { page } = await visit(t, service, { locale });
      for (const [width, height] of [
        [390, 844],
        [1280, 650],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto('/register');
        const button = await page.locator('#register-form [type=submit]').boundingBox();
        assert.ok(button);
        const bottom = Math.round(button.y + button.height);
        t.diagnostic(`${locale}, ${width} x ${height}: the button ends at ${bottom}`);
        assert.ok(bottom <= height, `${bottom} of ${height}`);
      }
    }
    const { page } = await visit(t, service);
    await page.goto('/register');
    assert.deepEqual(await namesOf(page, 'register-form'), ['full_name', 'email', 'password']);
    const { full_name, email, password } = registration();
    await fillIn(page, { full_name, email, password });
    await press(page, 'Create account');
    await untilSeen(page, 'Check your inbox');
    assert.deepEqual(
      await service.db.one('SELECT phone_number, industry FROM users WHERE email = $1', [String(email)]),
      {
        phone_number: null,
        industry: null,
      },
    );
  });

  journey('that are optional say so, may stay empty and are cleared on the account page', async (t) => {
    const service = await startService(t, 'sqlite', {
      ...OWN_PAGES,
      PROFILE_FIELDS: 'phone_number:optional,industry:off',
    });
    const account = await loggedIn(service);
    const phoneOf = async (id: number) =>
      (await service.db.one<{ phone: string | null }>('SELECT phone_number AS phone FROM users WHERE id = $1', [id]))
        ?.phone;
    const { page } = await visit(t, service);
    await page.goto('/register');
    assert.equal(await page.locator('label[for=phone_number]').innerText(), 'Phone number (optional)');
    const { full_name, email, password } = registration();
    await fillIn(page, { full_name, email, password });
    await press(page, 'Create account');
    await untilSeen(page, 'Check your inbox');

    await openAs(page, service, account, '/account');
    await fillIn(page, { phone_number: '' });
    await press(page, 'Save changes');
    await until('it is saved', async () => (await phoneOf(account.id)) === null);
  });
});
