import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../support/axe.ts';
import {
  describeInBrowser,
  fillIn,
  it,
  journey,
  OWN_PAGES,
  openAccount,
  openSection,
  press,
  untilSeen,
} from '../../support/browser.ts';
import { confirm, confirmToken } from '../../support/email-change.ts';
import { pngOf } from '../../support/png.ts';
import { type Service, startService, verified } from '../../support/service.ts';

const overflow = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
/** Only pictures that the browser could decode have a size. */
const widthOf = (page: Page, selector: string) =>
  page.evaluate<number>(`document.querySelector('${selector}')?.naturalWidth ?? 0`);

async function stored({ db }: Service): Promise<Buffer> {
  const row = await db.one<{ image: string }>('SELECT image FROM profile_pictures');
  return Buffer.from(row?.image ?? '', 'base64');
}

describeInBrowser('the profile on the account page', (visit) => {
  journey('takes a picture, cut to a small square, shows it and removes it', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const account = await verified(service);
    const { page, context } = await visit(t, service, { viewport: { width: 320, height: 640 } });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openAccount(page, service, account);
    const card = page.getByRole('region', { name: 'Profile picture' });
    await card.getByText('Choose a photo, and we cut it to a square.').waitFor();
    const choose = async (name: string, mimeType: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await press(page, 'Upload a picture');
      await (await chooser).setFiles({ name, mimeType, buffer });
    };

    await choose('wide.png', 'image/png', pngOf(900, 300, [200, 60, 60, 255]));
    await untilSeen(page, 'Your picture is saved.');
    for (const selector of ['#avatar img', '#preview img']) {
      await page.locator(selector).waitFor({ state: 'visible' });
      assert.equal(await widthOf(page, selector), 256, selector);
    }
    assert.equal((await stored(service)).toString('hex', 0, 4), 'ffd8ffdb', 'a JPEG without other data');
    assert.ok((await overflow(page)) <= 0);
    await assertAccessible(page, 'a picture', '#picture-block');

    await choose('drawing.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await untilSeen(page, 'This file can’t be used as a picture.');
    await press(page, 'Use a link');
    assert.equal(await page.locator('#profile_image_url').inputValue(), '', 'an uploaded picture is no link');
    await press(page, 'Cancel');
    await press(page, 'Remove picture');
    await untilSeen(page, 'Your picture is removed.');
    await page.locator('#avatar img').waitFor({ state: 'detached' });
    assert.equal(await page.locator('#avatar').innerText(), 'AL');
    assert.equal(await page.getByRole('button', { name: 'Remove picture' }).count(), 0);
    assert.equal((await stored(service)).length, 0);

    await openSection(page, 'Data');
    await press(page, 'Copy the account ID');
    await page.getByText('The account ID is copied.').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), String(account.id));
  });

  it('changes the address: what waits is shown, sent again, cancelled, and gone once confirmed or expired', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, MAX_EMAIL_BURST: '4' });
    const account = await verified(service);
    const { page } = await visit(t, service, { colorScheme: 'dark', viewport: { width: 320, height: 640 } });
    await openAccount(page, service, account);
    const card = page.getByRole('region', { name: 'Email' });
    const ask = async (email: string) => {
      await card.getByRole('button', { name: 'Change address' }).click();
      assert.equal(await page.evaluate('document.activeElement.id'), 'email');
      await fillIn(page, { email });
      await press(page, 'Send link');
      await card.getByText('Not confirmed yet').waitFor();
    };
    const next = 'ada.with.a.rather.long.name.that.fills.the.line@subdomain.example.org';
    await ask(next);
    assert.deepEqual(await card.getByRole('button').allInnerTexts(), ['Cancel the change', 'Send again']);
    assert.ok((await overflow(page)) <= 0);
    await assertAccessible(page, 'a change that waits', '#address-block');
    const first = await confirmToken(service, next);
    await press(page, 'Send again');
    await untilSeen(page, 'a new link is on its way. The earlier one no longer works.');
    assert.equal((await confirm(service, first)).status, 401);

    await press(page, 'Cancel the change');
    await untilSeen(page, 'The change is cancelled. Your address stays the same.');
    assert.match(await page.locator(':focus').innerText(), /^The change is cancelled/);
    assert.deepEqual(await card.locator('.value').allInnerTexts(), [account.email]);
    assert.equal((await confirm(service, await confirmToken(service, next))).status, 401);

    await ask('second@example.org');
    await press(page, 'Send again');
    await untilSeen(page, 'You can ask for another email in');
    assert.equal(await card.getByRole('button', { name: 'Send again' }).getAttribute('aria-disabled'), 'true');
    assert.equal((await confirm(service, await confirmToken(service, 'second@example.org'))).status, 200);
    await press(page, 'Cancel the change');
    await untilSeen(page, 'Your email address has been changed.');
    assert.deepEqual(await card.locator('.value').allInnerTexts(), ['second@example.org']);

    await ask('third@example.org');
    await page.reload();
    await card.getByText('third@example.org').waitFor();
    await service.clock.advance(61 * 60_000);
    await page.reload({ waitUntil: 'networkidle' });
    assert.deepEqual(await card.locator('.value').allInnerTexts(), ['second@example.org'], 'its link has expired');
  });
});
