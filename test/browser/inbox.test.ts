import assert from 'node:assert/strict';
import { assertAccessible } from '../support/axe.ts';
import { DEVELOPER_INBOX, describeInBrowser, it, journey, press, untilSeen } from '../support/browser.ts';
import { registered, type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const untilKept = (service: Service, count: number) =>
  until(`${count} e-mails`, async () => (await service.request('GET', '/dev/inbox')).data.length === count);

describeInBrowser("the developer's inbox in a browser", (visit) => {
  journey('brings what arrives by itself, runs nothing that it contains, and its links work', async (t) => {
    const service = await startService(t, 'sqlite', DEVELOPER_INBOX);
    const { page, context } = await visit(t, service);
    const listening = page.waitForResponse('**/dev/inbox/events?*');
    await page.goto('/dev/inbox');
    await untilSeen(page, 'No emails yet.');
    await listening;
    await assertAccessible(page, 'the empty inbox');
    const name = '<img src=x onerror=top.hacked=1><script>top.hacked=1</script>';
    const first = await registered(service, { full_name: name });
    await page.locator('.inbox-letter').getByText(first.email).waitFor();
    const letter = page.frameLocator('iframe');
    await letter.getByText('<script>').waitFor();
    assert.equal(await page.evaluate('"hacked" in window'), false);
    await assertAccessible(page, 'the inbox');
    for (const links of [letter, page.locator('.inbox-letter')]) {
      const opening = context.waitForEvent('page');
      await links.getByRole('link', { name: 'Confirm my account' }).click();
      const tab = await opening;
      await tab.waitForURL('**/verify**', { waitUntil: 'commit' });
      assert.equal(await tab.evaluate('window.opener === null'), true);
      await tab.close();
    }

    // Whoever reads an e-mail is left alone.
    const listeningAgain = page.waitForResponse('**/dev/inbox/events?*');
    await page.locator('.inbox-entry').first().click();
    await page.waitForURL('**message=**');
    await listeningAgain;
    const second = await registered(service);
    await page.locator('.inbox-list').getByText(second.email).waitFor();
    assert.match((await page.locator('.inbox-letter').innerText()) ?? '', new RegExp(first.email));
    await page.getByRole('link', { name: 'Text', exact: true }).click();
    await untilSeen(page, `Hello ${name},`);
    assert.equal(await page.locator('pre').count(), 1);
    assert.equal(await page.evaluate('"hacked" in window'), false);
    await page.locator('.inbox-entry').first().click();
    await page.locator('.inbox-letter strong').getByText(second.email).waitFor();
  });

  it('shows local times, phones and dark screens, finds an e-mail by its text, and clears', async (t) => {
    const service = await startService(t, 'sqlite', DEVELOPER_INBOX);
    const first = await registered(service, { full_name: 'Grace Hopper' });
    const second = await registered(service);
    await untilKept(service, 2);
    const { page } = await visit(t, service, { timezoneId: 'Asia/Kolkata', locale: 'en-GB', colorScheme: 'light' });
    await page.goto('/dev/inbox');
    const time = page.locator('.inbox-letter time');
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    const kolkata = { timeZone: 'Asia/Kolkata', dateStyle: 'medium', timeStyle: 'medium' } as const;
    await time.getByText(at.toLocaleString('en-GB', kolkata)).waitFor();

    const frame = page.locator('.inbox-letter iframe');
    const background = async () => {
      await page.frameLocator('iframe').getByText('Hello').waitFor();
      return page.frames()[1]?.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    };
    const light = await background();
    await page.getByRole('link', { name: 'Dark', exact: true }).click();
    await page.getByRole('link', { name: 'Phone', exact: true }).click();
    await page.waitForURL('**width=phone**');
    assert.notEqual(await background(), light);
    assert.equal((await frame.boundingBox())?.width, 390);
    await page.getByRole('link', { name: 'Light', exact: true }).click();
    await page.waitForURL('**scheme=light**');
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.equal(await background(), light, 'light although the browser is dark');

    await page.getByRole('searchbox').fill('grace hop');
    await page.getByRole('searchbox').press('Enter');
    await page.locator('.inbox-letter').getByText(first.email).waitFor();
    assert.equal(await page.getByText(second.email).count(), 0);

    await page.getByText('Clear the inbox').click();
    await press(page, 'Delete all emails');
    await untilSeen(page, 'No emails yet.');
    assert.deepEqual((await service.request('GET', '/dev/inbox')).data, []);
  });
});
