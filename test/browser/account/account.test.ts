import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  changePassword,
  describeInBrowser,
  fillIn,
  it,
  journey,
  OWN_PAGES,
  openAccount,
  openAs,
  openSection,
  press,
  untilSeen,
} from '../../support/browser.ts';
import { loggedIn, startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** The picture of the profile, or the initials where there is none. */
async function assertPictures(page: Page): Promise<void> {
  const picture = page.locator('#avatar img');
  assert.equal(await page.locator('#avatar').innerText(), 'AL');
  assert.equal(await picture.isVisible(), false);

  const card = page.getByRole('region', { name: 'Profile picture' });
  const save = () => card.getByRole('button', { name: 'Save changes' }).click();
  await press(page, 'Use a link');
  await fillIn(page, { profile_image_url: 'javascript:alert(1)' });
  await save();
  await untilSeen(page, 'Please enter a link that starts with https:// or http://.');
  await fillIn(page, { profile_image_url: '/assets/icon.svg' });
  await page.locator('#industry').focus();
  await page.locator('#preview img').waitFor({ state: 'visible' });
  assert.equal(await picture.isVisible(), false, 'the preview shows it before it is saved');
  await save();
  await picture.waitFor({ state: 'visible' });
  await press(page, 'Use a link');
  assert.equal(await page.locator('#profile_image_url').inputValue(), '/assets/icon.svg');
  await fillIn(page, { profile_image_url: '/no/such/picture.png' });
  await page.locator('#industry').focus();
  await untilSeen(page, 'This picture can’t be shown.');
  assert.equal(await page.locator('#preview').innerText(), 'AL');
  await save();
  await picture.waitFor({ state: 'hidden' });
  await press(page, 'Remove picture');
  await untilSeen(page, 'Your picture is removed.');
}

describeInBrowser('the account page', (visit) => {
  it('follows a link that is pressed as soon as it is there', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const { page } = await visit(t, service);
    // A browser on a busy machine paints late, and so runs late what waits for a frame.
    await page.addInitScript({
      content: `window.requestAnimationFrame = (paint) => setTimeout(paint, 1000);
        const watch = new MutationObserver(() => {
          const link = document.querySelector('.sections a[href="#security"]');
          if (!link) return;
          watch.disconnect();
          link.click();
        });
        watch.observe(document, { childList: true, subtree: true });`,
    });
    await openAs(page, service, await verified(service), '/account');
    await page.getByRole('heading', { name: 'Security', level: 2 }).waitFor();
  });

  journey('shows a picture or initials, and sections for Back and the keyboard', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const account = await verified(service);
    const { page } = await visit(t, service);
    const headings = () => page.getByRole('heading', { level: 2 }).filter({ visible: true }).allInnerTexts();
    const current = () => page.locator('.sections [aria-current=page]').allInnerTexts();
    const title = async () => (await page.title()).split(' · ')[0];
    await openAccount(page, service, account);
    await assertPictures(page);
    await fillIn(page, { industry: 'Poetry' });
    for (const [name, path] of [
      ['Security', '/account#security'],
      ['Data', '/account#data'],
    ] as const) {
      await openSection(page, name);
      assert.equal(page.url(), `${service.url}${path}`);
      assert.deepEqual([await headings(), await current(), await title()], [[name], [name], name]);
      assert.equal(await page.evaluate('document.activeElement.innerText'), name, 'the focus goes along');
    }
    await page.goBack();
    await page.getByRole('button', { name: 'Change password' }).waitFor();
    await page.goBack();
    await page.locator('#industry').waitFor();
    assert.equal(await page.locator('#industry').inputValue(), 'Poetry', 'what was being typed is still there');
    await page.getByRole('link', { name: 'Security' }).press('Enter');
    await page.getByRole('heading', { name: 'Security', level: 2 }).waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.id'), 'password-open');

    for (const [path, name] of [
      ['/account#security', 'Security'],
      ['/account#no-such-section', 'Profile'],
    ] as const) {
      // Another fragment alone would not load the page again.
      await page.goto('about:blank');
      await page.goto(path);
      await untilSeen(page, account.email);
      assert.deepEqual([await headings(), await current()], [[name], [name]]);
    }
  });

  journey('shows names as text, sends what was changed, and puts refusals beside their field', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const other = await verified(service);
    const name = '<img src=x onerror=alert(1)> {email} & "Ada"';
    const account = await loggedIn(service, { full_name: name, industry: '"><script>alert(1)</script>' });
    const { page } = await visit(t, service);
    await openAccount(page, service, account);
    assert.equal(await page.locator('#account .name').innerText(), name);
    assert.equal(await page.locator('#industry').inputValue(), '"><script>alert(1)</script>');
    const asked = { token: account.accessToken };
    await service.request('PUT', '/api/me', { ...asked, body: { industry: 'Poetry' } });
    await fillIn(page, { full_name: ` ${name} King ` });
    const sent = page.waitForRequest('**/api/me');
    await press(page, 'Save changes');
    assert.deepEqual((await sent).postDataJSON(), { full_name: `${name} King` });
    await untilSeen(page, 'Saved:');
    const { data } = await service.request('GET', '/api/me', asked);
    assert.equal(data.industry, 'Poetry', 'what was changed elsewhere stays');

    await fillIn(page, { phone_number: other.phoneNumber });
    await press(page, 'Save changes');
    await page.locator('#phone_number-error').getByText('Another account uses this phone number.').waitFor();
    await page.goto('/');
    await untilSeen(page, 'Welcome back');
    assert.equal(await page.getByRole('heading').innerText(), `Welcome back, ${name} King`);
    assert.equal(await page.locator('main img').count(), 0);
  });

  it('asks before it is left with changes that are not saved, and only then', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const account = await verified(service);
    const { page, newTab } = await visit(t, service);
    await openAccount(page, service, account);
    let asked = 0;
    page.on('dialog', (dialog) => {
      asked += 1;
      void dialog.dismiss();
    });
    const leave = () => page.getByRole('link', { name: 'Latchkey' }).click({ noWaitAfter: true });
    const type = async (text: string) => {
      await page.locator('#industry').click();
      await page.keyboard.type(text);
    };
    await type('x');
    await leave();
    await until('the browser asks', async () => asked === 1);
    assert.equal(await page.locator('#industry').inputValue(), 'Computingx');

    // The same user logs in again in another tab: nothing is lost.
    const second = await newTab();
    await second.goto('/account#security');
    await changePassword(second, { current_password: account.password, new_password: 'Difference2' });
    await untilSeen(second, 'you’re logged out everywhere else.');
    await press(page, 'Save changes');
    await untilSeen(page, 'Saved:');
    await leave();
    await page.waitForURL(`${service.url}/`);
    await page.goBack();
    await untilSeen(page, account.email);

    // Of no use once the session has ended.
    await type('y');
    await press(second, 'Log out');
    await untilSeen(page, 'You are logged out.');
    assert.equal(asked, 1);
  });
});
