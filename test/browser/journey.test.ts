import assert from 'node:assert/strict';
import {
  changePassword,
  DEVELOPER_INBOX,
  describeInBrowser,
  fillIn,
  journey,
  openSection,
  press,
  untilSeen,
} from '../support/browser.ts';
import { registration, type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** The newest link to this address, out of the developer's inbox. */
async function mailedLink(service: Service, email: string, path: string): Promise<string> {
  let found: string | undefined;
  await until(`${email} has a link to ${path}`, async () => {
    const { data } = await service.request('GET', `/dev/inbox?to=${encodeURIComponent(email)}`);
    found = data.flatMap((message) => message.links).find((link) => new URL(link).pathname === path);
    return found;
  });
  return found ?? '';
}

// On PostgreSQL, because most of the tests in a browser use SQLite.
describeInBrowser('the whole journey', (visit) => {
  journey('from the first visit to a changed password, and to a forgotten one', async (t) => {
    const service = await startService(t, 'postgres', DEVELOPER_INBOX);
    const { page: start, context } = await visit(t, service);
    const { email, ...person } = registration();

    await start.goto('/');
    await start.getByRole('link', { name: 'Create account' }).click();
    await fillIn(start, { ...person, email });
    await press(start, 'Create account');
    await untilSeen(start, 'Check your inbox');
    await untilSeen(start, email);

    const opening = context.waitForEvent('page');
    await start.getByRole('link', { name: 'Open the developer inbox' }).first().click();
    const inbox = await opening;
    const opened = context.waitForEvent('page');
    await inbox.frameLocator('iframe').getByRole('link', { name: 'Confirm my account' }).click();
    const page = await opened;
    await press(page, 'Yes, confirm my account');
    // The tab that waited has logged in.
    await untilSeen(start, 'Member since');
    await untilSeen(page, 'You’re logged in.');
    await page.getByRole('link', { name: 'Continue' }).click();
    await untilSeen(page, 'Member since');

    await fillIn(page, { full_name: 'Ada King', industry: 'Poetry' });
    await press(page, 'Save changes');
    await untilSeen(page, 'Saved:');

    await openSection(page, 'Security');
    await changePassword(page, { current_password: person.password, new_password: 'Difference2' });
    await untilSeen(page, 'Your password has been changed, and you’re logged out everywhere else.');
    await press(page, 'Log out');
    await untilSeen(page, 'You are logged out.');

    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await fillIn(page, { email });
    await press(page, 'Send link');
    await untilSeen(page, 'Check your inbox');
    await page.goto(await mailedLink(service, email, '/reset-password'));
    await fillIn(page, { new_password: 'Difference3' });
    await press(page, 'Save new password');
    await untilSeen(page, 'Ada King');
    assert.equal(await page.locator('#industry').inputValue(), 'Poetry');
  });
});
