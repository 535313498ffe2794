import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { promote } from '../../support/admin.ts';
import { assertAccessible } from '../../support/axe.ts';
import { describeInBrowser, journey, OWN_PAGES, openAs, press, untilSeen } from '../../support/browser.ts';
import { type Account, type Service, startService, verified } from '../../support/service.ts';

const PHONE = { width: 390, height: 844 };

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
const dropping = (page: Page) => page.getByRole('dialog', { name: 'Discard what you typed?' });

async function administrator(service: Service): Promise<Account> {
  const account = await verified(service, { full_name: 'Grace Hopper' });
  await promote(service, account.email);
  return account;
}

/** Forms in which people type: the address, the button that opens it, and what to type. */
const FORMS = [
  ['/admin/users', 'Invite', 'Email addresses', 'tim@example.com'],
  ['/admin/apps', 'Add an app', 'Name', 'Shop'],
  ['/admin/api-keys', 'Create a key', 'Name', 'Help desk'],
  ['/admin/users/:id', 'Add a note', 'What other administrators should know', 'Called on Monday.'],
  ['/admin/users/:id', 'Edit profile', 'Full name', 'Ada King'],
] as const;

describeInBrowser('the dialogs of the console', (visit) => {
  journey('close by Escape and Back, stay on the screen, and ask before they drop what was typed', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, OPENID: 'on' });
    const admin = await administrator(service);
    const ada = await verified(service, { full_name: 'Ada Lovelace', phone_number: '+44 20 7946 0815' });
    const { page } = await visit(t, service, { viewport: { width: 1280, height: 800 } });
    await openAs(page, service, admin, '/admin');
    await heading(page, 'Overview').waitFor();
    for (const [path, button, field, text] of FORMS) {
      const address = path.replace(':id', String(ada.id));
      await page.goto(address);
      const dialog = page.getByRole('dialog').first();
      const open = async () => {
        await page.getByRole('button', { name: button, exact: true }).first().click();
        await dialog.waitFor();
      };
      const isHere = () => assert.equal(new URL(page.url()).pathname, address, button);

      // Nothing is typed.
      await open();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await open();
      await page.goBack();
      await dialog.waitFor({ state: 'detached' });
      isHere();

      await open();
      await dialog.getByLabel(field, { exact: true }).fill(text);
      for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
        await leave();
        await dropping(page).waitFor();
        isHere();
        await press(page, 'Keep editing');
        await dropping(page).waitFor({ state: 'detached' });
        assert.equal(await dialog.getByLabel(field, { exact: true }).inputValue(), text, button);
      }
      await page.keyboard.press('Escape');
      await press(page, 'Discard');
      await dialog.waitFor({ state: 'detached' });
      isHere();
    }

    // Back leaves the screen at once when the dialog is closed.
    await page.getByRole('navigation').getByRole('link', { name: 'Sessions' }).click();
    await heading(page, 'Sessions').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goBack();
    await heading(page, 'Ada Lovelace').waitFor();
    await page.goForward();
    await heading(page, 'Sessions').waitFor();

    // A secret stays, because it is not shown again; and a link in a dialog leads on.
    await page.goto('/admin/api-keys');
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Help desk');
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    const secret = page.locator('#new-secret');
    await secret.waitFor();
    await page.goBack();
    await page.goBack();
    await secret.waitFor();
    await press(page, 'Copy');
    await press(page, 'Done');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto('/admin/audit');
    await page.getByRole('row').nth(1).click();
    await page.getByRole('dialog', { name: 'What happened' }).waitFor();
    await page.getByRole('link', { name: 'Everything about this account' }).click();
    await page.waitForURL('**/admin/audit?query=*');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  journey('of a profile sends nothing that has not changed; the palette has what can be done on a page', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ACT_AS_USER: 'on' });
    const admin = await administrator(service);
    const ada = await verified(service, { full_name: 'Ada Lovelace', phone_number: '+44 20 7946 0815' });
    const { page } = await visit(t, service, { viewport: { width: 1280, height: 800 } });
    await openAs(page, service, admin, `/admin/users/${ada.id}`);
    await heading(page, 'Ada Lovelace').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const palette = page.getByRole('dialog', { name: 'Find or do something' });
    const find = async (words: string) => {
      await page.keyboard.press('Control+k');
      await palette.getByRole('combobox').fill(words);
      return palette.getByRole('option').first().innerText();
    };
    assert.match(await find(''), /^Suspend\s+Ada Lovelace$/);
    await assertAccessible(page, 'the palette with the actions of a user', 'dialog[open]');
    await page.keyboard.press('Escape');
    for (const [words, first] of [
      ['sus', /^Suspend/],
      ['del', /^Delete/],
      ['act', /^Act as this user/],
      ['note', /^Add a note/],
    ] as const) {
      assert.match(await find(words), first);
      await page.keyboard.press('Escape');
      await palette.waitFor({ state: 'detached' });
    }

    await find('profile');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Edit profile' });
    const save = dialog.getByRole('button', { name: 'Save' });
    await save.waitFor();
    const isPlain = async () => /\bplain\b/.test((await save.getAttribute('class')) ?? '');
    assert.equal(await isPlain(), true);
    await dialog.getByLabel('Full name').fill('Ada King');
    assert.equal(await isPlain(), false);
    await dialog.getByLabel('Full name').fill('Ada Lovelace');
    assert.equal(await isPlain(), true);
    sent.length = 0;
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(sent, []);

    // On a phone, by touch; and elsewhere, the user's actions are gone.
    await page.setViewportSize(PHONE);
    await press(page, 'Find anything');
    await palette.getByRole('option', { name: 'Add a note' }).click();
    await page.getByLabel('What other administrators should know').fill('Called.');
    await press(page, 'Save note');
    await untilSeen(page, 'Called.');
    await page.getByRole('link', { name: 'All users' }).click();
    await heading(page, 'Users').waitFor();
    assert.match(await find(''), /^Overview/);
  });
});
