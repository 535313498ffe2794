import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { promote } from '../../support/admin.ts';
import { assertAccessible } from '../../support/axe.ts';
import { describeInBrowser, journey, OWN_PAGES, openAs, press, untilSeen } from '../../support/browser.ts';
import { pngOf } from '../../support/png.ts';
import { logIn, type Service, startService, verified } from '../../support/service.ts';

const PHONE = { width: 390, height: 844 };
const overflow = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

const eventsOf = async ({ db }: Service, id: number): Promise<string[]> => {
  const rows = await db.all<{ event: string; actor: string }>(
    'SELECT event, actor FROM audit_events WHERE user_id = $1 AND actor IS NOT NULL ORDER BY id',
    [id],
  );
  return rows.map(({ event, actor }) => `${event} ${actor}`);
};

describeInBrowser('the page of one user', (visit) => {
  journey('lets an administrator change, note and undo, at a desk and on a phone', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ADMIN_EMAIL_CHANGE: 'at-once', ACT_AS_USER: 'on' });
    const admin = await verified(service, { full_name: 'Grace Hopper' });
    await promote(service, admin.email);
    const lin = await verified(service, { full_name: 'Lin Chen', industry: 'Music' });
    const { access_token: token } = (await logIn(service, lin)).data;
    const { page } = await visit(t, service, { viewport: { width: 1280, height: 900 } });
    await openAs(page, service, admin, `/admin/users/${lin.id}`);
    const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
    await heading('Lin Chen');
    await page.getByRole('button', { name: 'Copy: ID' }).click();
    await untilSeen(page, 'Copied.');

    // The profile, and back.
    await press(page, 'Edit profile');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Full name').fill('');
    await press(page, 'Save');
    await dialog.getByRole('alert').filter({ hasText: /./ }).first().waitFor();
    await dialog.getByLabel('Full name').fill('Lin Zhang');
    await dialog.getByLabel('Language of emails').selectOption('German');
    await assertAccessible(page, 'the profile of somebody else', 'dialog[open]');
    await press(page, 'Save');
    await heading('Lin Zhang');
    await untilSeen(page, 'The profile of Lin Zhang is changed.');
    await press(page, 'Undo');
    await heading('Lin Chen');
    await page.getByRole('definition').filter({ hasText: 'English' }).waitFor();
    await press(page, 'Edit profile');
    await dialog.getByLabel('Industry').fill('Opera');
    await press(page, 'Save');
    await untilSeen(page, 'The profile of Lin Chen is changed.');
    await service.request('PUT', '/api/me', { token, body: { industry: 'Poetry' } });
    await press(page, 'Undo');
    await untilSeen(page, 'Somebody has changed the account since.');
    await page.getByRole('definition').filter({ hasText: 'Poetry' }).waitFor();

    // Acting as the owner, in a tab of its own.
    const more = () => page.getByText('More', { exact: true }).click();
    await more();
    await press(page, 'Act as this user…');
    await dialog.getByLabel('Why').fill('Cannot find the invoice');
    await assertAccessible(page, 'the question before acting as a user', 'dialog[open]');
    await press(page, 'Act as this user');
    const opens = page.getByRole('dialog', { name: 'You can act as Lin Chen now' }).getByRole('link');
    assert.match((await opens.getAttribute('href')) ?? '', /^\/account#acting=ey/);
    assert.deepEqual([await opens.getAttribute('target'), await opens.getAttribute('rel')], ['_blank', 'noopener']);
    const opened = page.context().waitForEvent('page');
    await opens.click();
    const acting = await opened;
    await untilSeen(acting, 'You are acting as Lin Chen until');
    assert.doesNotMatch(acting.url(), /acting=/);
    await acting.close();

    // A picture, which is shown at once, and leaves the other fields to be edited.
    await more();
    const chooser = page.waitForEvent('filechooser');
    await press(page, 'Upload a picture');
    const buffer = pngOf(300, 200, [200, 60, 60, 255]);
    await (await chooser).setFiles({ name: 'lin.png', mimeType: 'image/png', buffer });
    await untilSeen(page, 'The picture of Lin Chen is saved.');
    await page.locator('.avatar img').waitFor({ state: 'visible' });
    await press(page, 'Edit profile');
    assert.equal(await dialog.getByLabel('Profile picture').count(), 0, 'it has no address to be edited');
    await press(page, 'Cancel');
    await more();
    await press(page, 'Remove picture');
    await untilSeen(page, 'The picture of Lin Chen is removed.');

    // The address: as its owner would, or at once with a reason.
    await more();
    await press(page, 'Change email address');
    await dialog.getByLabel('New email address').fill('lin@example.org');
    await press(page, 'Change address');
    await untilSeen(page, 'We’ve sent a link to lin@example.org.');
    await untilSeen(page, 'wants to change the address to lin@example.org');
    await more();
    await press(page, 'Change email address');
    await dialog.getByLabel('New email address').fill('lin@example.net');
    await dialog.getByLabel('At once, without confirmation').check();
    await press(page, 'Change address');
    await dialog.getByRole('alert').filter({ hasText: /./ }).first().waitFor();
    await dialog.getByLabel('Reason').fill('Lost the mailbox, called us');
    await press(page, 'Change address');
    await untilSeen(page, 'The address of Lin Chen is lin@example.net now.');

    // On a phone: what is known, then what can be done.
    await page.setViewportSize(PHONE);
    await press(page, 'Add a note');
    await page.getByLabel('What other administrators should know').fill('Called on Monday.\nWill call again.');
    await press(page, 'Save note');
    await untilSeen(page, 'Called on Monday.');
    await page.getByRole('region', { name: 'Notes' }).getByRole('link', { name: admin.email }).waitFor();
    const profile = await page.getByRole('region', { name: 'Profile' }).boundingBox();
    const suspend = await page.getByRole('button', { name: 'Suspend' }).boundingBox();
    assert.ok(profile && suspend && profile.y < suspend.y, 'the data comes before the buttons');
    assert.ok(suspend.y + suspend.height <= PHONE.height, 'and the buttons stay in reach');
    await assertAccessible(page, 'one user on a phone');
    await page.setViewportSize({ width: 320, height: 640 });
    assert.equal(await overflow(page), 0);
    await page.getByRole('button', { name: /^Remove the note/ }).click();
    await page.getByRole('dialog', { name: 'Remove this note?' }).getByRole('button', { name: 'Remove' }).click();
    await untilSeen(page, 'Nothing noted.');
    const by = `user:${admin.id}`;
    assert.deepEqual(await eventsOf(service, lin.id), [
      `profile_updated ${by}`,
      `profile_updated ${by}`,
      `profile_updated ${by}`,
      `acted_as ${by}`,
      `profile_updated ${by}`,
      `profile_updated ${by}`,
      `email_change_requested ${by}`,
      `email_changed ${by}`,
      `note_added ${by}`,
      `note_removed ${by}`,
    ]);
  });
});
