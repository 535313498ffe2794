import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/axe.ts';
import { DEVELOPER_INBOX, describeInBrowser, it, journey, untilSeen } from '../support/browser.ts';
import { startService } from '../support/service.ts';

/** A third of the operations: a browser draws them, and axe checks them, in a third of the time. */
const SMALL = { ...DEVELOPER_INBOX, ADMIN: 'off', PASSKEYS: 'off' };

const shownOperations = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.operation:not([hidden])')].map(({ id }) => id)`);

/** Also what is folded, or off the screen. */
const LAY_OUT_EVERYTHING = `
  for (const one of document.querySelectorAll('.operation:not([hidden]) details')) one.open = true;
  for (const one of document.querySelectorAll('.operation')) one.style.contentVisibility = 'visible';`;

/** The page itself, and operations that do not show all that is in them. */
const TOO_WIDE = `[document.documentElement, ...document.querySelectorAll('.operation')]
  .filter((one) => one.scrollWidth > one.clientWidth).map(({ id, tagName }) => id || tagName)`;

/** The form of an operation, opened if it is not. */
async function openTrial(page: Page, id: string) {
  const button = page.locator(`#${id} .try-it`);
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  return page.locator(`#${id} .trial`);
}

async function send(page: Page, id: string, status: string): Promise<void> {
  const trial = await openTrial(page, id);
  await trial.getByRole('button', { name: 'Send', exact: true }).click();
  await trial.getByRole('status').getByText(status).waitFor();
  await trial.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
}

/** On a phone. */
async function assertWithKeyboard(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate('document.activeElement.id'), 'reference', 'past the bar and the list');
  const toggle = page.getByRole('button', { name: 'All operations' });
  const list = page.getByRole('navigation', { name: 'Operations' });
  assert.equal(await list.isVisible(), false);
  await toggle.press('Enter');
  await list.getByRole('link', { name: 'POST login', exact: true }).press('Enter');
  assert.equal(await list.isVisible(), false, 'out of the way of what was chosen');
  await page.locator('#login .try-it').press('Enter');
  await page.locator('#login').getByRole('button', { name: 'Send', exact: true }).press('Enter');
  await page.locator('#login .trial').getByRole('status').getByText('200 OK').waitFor();
}

describeInBrowser('the reference in a browser', (visit) => {
  journey('leads from a registration to the profile, by keyboard and on a phone', async (t) => {
    const service = await startService(t, 'sqlite', SMALL);
    const { page } = await visit(t, service);
    await page.goto('/docs#register');
    const trial = await openTrial(page, 'register');
    await trial.getByText('No emails yet.').waitFor();
    // Filled in with the example of the document.
    const email = await trial.getByLabel('email').inputValue();
    assert.match(email, /@example\.com$/);
    await trial.getByLabel('full_name').fill('<img src=x onerror=top.hacked=1>');
    await trial.getByLabel('email').fill('nobody');
    await send(page, 'register', '400');
    await trial.getByText('invalid_email').waitFor();
    await trial.getByLabel('email').fill(email);
    await send(page, 'register', '201 Created');
    await trial.getByText('"account_status": "INACTIVE"').waitFor();
    assert.equal(await page.evaluate('"hacked" in window'), false);

    // The e-mail comes by itself, and leads to the operation that its token is for.
    await trial.getByText(`to ${email}`).waitFor();
    await trial.getByRole('link', { name: 'verify', exact: true }).click();
    await page.waitForURL('**/docs#verify');
    await page.locator('#verify').getByText(`From the e-mail to ${email}.`).waitFor();
    assert.equal(await trial.isVisible(), false, 'one form at a time');
    await send(page, 'verify', '200 OK');

    await send(page, 'getMe', '401');
    await page.locator('#getMe .trial').getByText('bearer_token_required').waitFor();
    // With the address and password of the registration.
    await send(page, 'login', '200 OK');
    await page.locator('#getMe .try-it').click();
    await page.locator('#getMe').getByText('From the answer to login.').waitFor();
    await send(page, 'getMe', '200 OK');
    await page.locator('#getMe .trial').getByText(`"email": "${email}"`).waitFor();
    await send(page, 'refresh', '200 OK');

    const kept = '[localStorage.length, sessionStorage.length, document.cookie]';
    assert.deepEqual(await page.evaluate(kept), [0, 0, ''], 'the page keeps nothing');
    await page.reload();
    await openTrial(page, 'getMe');
    assert.equal(await page.locator('#getMe-token').inputValue(), '');

    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('about:blank');
    await page.goto('/docs');
    await assertWithKeyboard(page);
    // All operations are drawn alike: a few are enough, with all that they have.
    await page.getByRole('searchbox').fill('login');
    await page.evaluate(LAY_OUT_EVERYTHING);
    await assertAccessible(page, 'the reference');
  });

  it('finds operations by path, words and error code, leads to each by its address, copies examples, and fits a phone', async (t) => {
    const service = await startService(t, 'sqlite', DEVELOPER_INBOX);
    const { page, context } = await visit(t, service);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/docs');
    const search = page.getByRole('searchbox');
    await search.fill('me/TOTP/confirm code');
    assert.deepEqual(await shownOperations(page), ['confirmTotp']);
    await untilSeen(page, '1 of ');
    await search.fill('phone_number_taken');
    const withCode = await shownOperations(page);
    assert.ok(withCode.includes('register') && !withCode.includes('login'), String(withCode));
    const marked = page.locator('#register .marked .error-code');
    await marked.scrollIntoViewIfNeeded();
    assert.equal(await marked.innerText(), 'phone_number_taken');
    await search.fill('nothing like that');
    await untilSeen(page, 'No operation matches.');
    await search.fill('api/login');
    await search.press('Enter');
    await page.waitForURL('**/docs#login');
    assert.equal(await page.locator('.operations [aria-current]').getAttribute('href'), '#login');
    // A deep link counts more than a search.
    await page.evaluate(`location.hash = 'register'`);
    await page.locator('#register').waitFor();
    assert.equal(await search.inputValue(), '');
    assert.ok((await shownOperations(page)).length > 60);

    const code = page.locator('#register .request');
    await code.getByRole('button', { name: 'Copy' }).click();
    await code.getByText('Copied').waitFor();
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(await copied(), new RegExp(`^curl -X POST '${service.url}/api/register'`));
    await page.locator('#login').getByRole('button', { name: 'fetch' }).click();
    await page.locator('#login .request').getByRole('button', { name: 'Copy' }).click();
    await page.locator('#login .request').getByText('Copied').waitFor();
    assert.match(await copied(), /^const response = await fetch\(/);
    assert.equal(await page.locator('#register pre[data-language=curl]').isVisible(), false, 'for all examples');

    await page.evaluate(LAY_OUT_EVERYTHING);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 720 });
      assert.deepEqual(await page.evaluate(TOO_WIDE), [], `it scrolls sideways, or is cut off, at ${width}`);
    }
  });
});
