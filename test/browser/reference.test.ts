import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { DEVELOPER_INBOX, describeInBrowser, it, journey } from '../support/browser.ts';
import { startService } from '../support/service.ts';

/** A third of the operations, drawn in a third of the time. */
const SMALL = { ...DEVELOPER_INBOX, ADMIN: 'off', PASSKEYS: 'off' };

/** Opens an operation, sends it and closes it again. */
async function execute(page: Page, id: string, status: string, body?: object): Promise<void> {
  const operation = page.locator(`[id$="-${id}"].opblock`);
  const toggle = operation.locator('.opblock-summary-control');
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click();
  if (body) await operation.locator('textarea.body-param__text').fill(JSON.stringify(body));
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.locator('.live-responses-table .response-col_status').getByText(status).first().waitFor();
  await operation.getByRole('button', { name: 'Clear' }).click();
  if (status.startsWith('2')) await toggle.click();
}

const ADA = {
  full_name: '<img src=x onerror=top.hacked=1>',
  email: 'ada@example.com',
  phone_number: '+44 20 7946 0000',
  industry: 'Software',
  password: 'Correct horse 1',
};

describeInBrowser('the reference in a browser', (visit) => {
  journey('leads from a registration to the profile, with the tokens of e-mails and answers', async (t) => {
    const service = await startService(t, 'sqlite', SMALL);
    const { page } = await visit(t, service);
    await page.goto('/docs#/Accounts/register');
    const inbox = page.getByRole('complementary', { name: 'Developer inbox' });
    await inbox.getByText('Inbox', { exact: true }).click();
    await inbox.getByText('No emails yet.').waitFor();
    await execute(page, 'register', '400', { ...ADA, email: 'nobody' });
    await execute(page, 'register', '201', ADA);
    await inbox.getByText(`to ${ADA.email}`).waitFor();
    await execute(page, 'verify', '200');
    await execute(page, 'getMe', '401');
    await execute(page, 'login', '200', ADA);
    await execute(page, 'getMe', '200');
    assert.equal(await page.evaluate('"hacked" in window'), false);

    const kept = '[localStorage.length, sessionStorage.length, document.cookie]';
    assert.deepEqual(await page.evaluate(kept), [0, 0, ''], 'the page keeps nothing');
    const [message] = await Promise.all([page.context().waitForEvent('page'), inbox.getByRole('link').first().click()]);
    await message.getByText(ADA.email).first().waitFor();
  });

  it('finds operations by their path, and fits a phone', async (t) => {
    const service = await startService(t, 'sqlite', SMALL);
    const { page } = await visit(t, service, { viewport: { width: 390, height: 844 } });
    await page.goto('/docs');
    await page.locator('#operations-Accounts-register').waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    await page.locator('.operation-filter-input').fill('/api/login');
    await page.locator('#operations-Accounts-register').waitFor({ state: 'detached' });
    await page.locator('#operations-Sessions-login').waitFor();
  });
});
