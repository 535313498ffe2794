import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { promote } from '../../support/admin.ts';
import { assertAccessible } from '../../support/axe.ts';
import { describeInBrowser, journey, logInAs, OWN_PAGES, openAs, press, untilSeen } from '../../support/browser.ts';
import { type Account, type Service, startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
const navigation = (page: Page) => page.locator('.sidebar').getByRole('navigation');
const rows = (page: Page) => page.locator('tbody tr[data-key]');
const focusedText = (page: Page) => page.evaluate<string>("document.activeElement?.textContent ?? ''");
const focusedRow = (page: Page) => page.evaluate<string>("document.activeElement.closest('tr')?.innerText ?? ''");
const scrolled = (page: Page) => page.evaluate<number>('Math.round(scrollY)');

/** Opens a screen as its reader does, and waits until it has its data. */
async function go(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await navigation(page).getByRole('link', { name, exact: true }).click();
  await heading(page, name).waitFor();
  await page.locator('[aria-busy=true], .skeleton').first().waitFor({ state: 'hidden' });
}

async function administrator(service: Service): Promise<Account> {
  const account = await verified(service, { full_name: 'Grace Hopper' });
  await promote(service, account.email);
  return account;
}

/** Many accounts at once, without the work of a registration. */
const addAccounts = (service: Service, count: number) =>
  service.db.all(
    `INSERT INTO users (full_name, email, password_hash, account_status, created_at, updated_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
      SELECT 'Person ' || i, 'p' || i || '@example.com', '', 'ACTIVE', now(), now() FROM n`,
    [count],
  );

/** The documents and the API paths that the page requests from now on. */
function requestsOf(page: Page) {
  const documents: string[] = [];
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents.push(pathname);
    else if (pathname.startsWith('/api/')) paths.push(`${request.method()} ${pathname}`);
  });
  return { documents, paths };
}

describeInBrowser('moving between the screens of the console', (visit) => {
  journey(
    'fetches data and no document; title, focus, address and Back follow, at a desk and on a phone',
    async (t) => {
      const service = await startService(t, 'sqlite', { ...OWN_PAGES, OPENID: 'on' });
      const admin = await administrator(service);
      const { page } = await visit(t, service, { viewport: DESK });
      await openAs(page, service, admin, '/admin');
      // The overview loads its latest events once its stream has begun.
      await page.locator('.live-card .entries[aria-busy=false]').waitFor();
      const { documents, paths } = requestsOf(page);

      await go(page, 'Audit');
      await page.locator('#follow[data-state=on]').waitFor();
      assert.deepEqual(paths, ['GET /api/admin/audit/live', 'GET /api/admin/audit'], 'the list once, and no refresh');
      assert.match(await page.title(), /^Audit · /);
      assert.equal(new URL(page.url()).pathname, '/admin/audit');
      assert.equal(await focusedText(page), 'Audit');
      assert.deepEqual(await page.locator('nav [aria-current=page]').allInnerTexts(), ['Audit']);

      await page.getByRole('link', { name: admin.email }).first().click();
      await heading(page, 'Grace Hopper').waitFor();
      assert.equal(await focusedText(page), 'Grace Hopper', 'the heading that comes with the data has the focus');
      assert.match(await page.title(), /^Grace Hopper · /);
      assert.deepEqual(await page.locator('nav [aria-current=true]').allInnerTexts(), ['Users']);
      await page.goBack();
      await heading(page, 'Audit').waitFor();
      await page.goForward();
      await heading(page, 'Grace Hopper').waitFor();
      await page.setViewportSize(PHONE);
      await go(page, 'Settings');
      assert.equal(await navigation(page).isVisible(), false, 'the menu has closed');
      await page.goBack();
      await heading(page, 'Grace Hopper').waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('p');
      await heading(page, 'Apps').waitFor();
      await assertAccessible(page, 'a screen after a move');
      assert.deepEqual(documents, []);
      assert.ok(!paths.includes('POST /api/refresh'), 'the access token is kept');

      // Another place, another tab, and the address as a document.
      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        page.getByRole('link', { name: 'Latchkey Console' }).click({ modifiers: ['ControlOrMeta'] }),
      ]);
      await heading(tab, 'Overview').waitFor();
      await tab.close();
      await heading(page, 'Apps').waitFor();
      await page.reload();
      await heading(page, 'Apps').waitFor();
    },
  );

  journey('leads back to the place in a list: its rows, filters, selection and position', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const admin = await administrator(service);
    await addAccounts(service, 130);
    const { page } = await visit(t, service, { viewport: DESK });
    await openAs(page, service, admin, '/admin/users');
    await page.getByRole('link', { name: /^Active/ }).click();
    await page.waitForURL('**/admin/users?status=ACTIVE');
    await press(page, 'Show more');
    await untilSeen(page, '100 shown');
    await page.getByRole('checkbox', { name: 'Select Person 60', exact: true }).check();
    const opened = page.getByRole('link', { name: 'Person 50', exact: false }).first();
    await opened.scrollIntoViewIfNeeded();
    const before = await scrolled(page);
    assert.ok(before > 1000);
    for (const back of [() => page.goBack(), () => page.getByRole('link', { name: 'All users' }).click()]) {
      await opened.click();
      await heading(page, 'Person 50').waitFor();
      assert.equal(await scrolled(page), 0);
      await back();
      await untilSeen(page, '100 shown');
      await until('the row has the focus', async () => /Person 50/.test(await focusedRow(page)));
      assert.equal(await scrolled(page), before);
      assert.equal(new URL(page.url()).search, '?status=ACTIVE');
      await untilSeen(page, '1 selected');
    }
    await go(page, 'Users');
    await untilSeen(page, '50 shown');
    assert.equal(await page.getByText('1 selected').count(), 0, 'a new visit starts anew');
  });

  journey('stays when the service cannot be reached, and loads the document when it has other scripts', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const admin = await administrator(service);
    const { page, context } = await visit(t, service, { viewport: DESK });
    // Only the scripts of the first screen are there.
    await page.route('**/admin/{audit,sessions}.js', (route) => route.abort());
    await openAs(page, service, admin, '/admin/users');
    await untilSeen(page, '1 in all');
    const { documents } = requestsOf(page);
    await context.setOffline(true);
    await navigation(page).getByRole('link', { name: 'Audit' }).click();
    await untilSeen(page, 'This can’t be shown right now');
    await heading(page, 'Audit').waitFor();
    await assertAccessible(page, 'a screen whose script failed');
    await navigation(page).getByRole('link', { name: 'Users' }).click();
    await heading(page, 'Users').waitFor();
    await untilSeen(page, 'This can’t be shown right now');
    await context.setOffline(false);
    await press(page, 'Try again');
    await untilSeen(page, '1 in all');
    assert.deepEqual(documents, []);

    // After an upgrade, scripts of the old document are gone, and the new one has others.
    await page.unroute('**/admin/{audit,sessions}.js');
    await go(page, 'Sessions');
    await rows(page).first().waitFor();
    assert.deepEqual(documents, ['/admin/sessions']);

    // A document whose own scripts fail does not load again by itself.
    await page.route('**/admin/audit.js', (route) => route.abort());
    await page.goto('/admin/audit');
    await untilSeen(page, 'This can’t be shown right now');
    await page.unroute('**/admin/audit.js');
    await press(page, 'Try again');
    await rows(page).first().waitFor();
  });

  journey('shows administrators what is missing inside the console, and others the page that all see', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const admin = await administrator(service);
    const { page } = await visit(t, service, { viewport: DESK });
    const notFound = async () => {
      await heading(page, 'Page not found').waitFor();
      await untilSeen(page, 'The address may be mistyped');
      assert.equal(await page.locator('.sidebar').count(), 0);
    };
    await page.goto('/admin/nonsense');
    await notFound();
    await assertAccessible(page, 'the page for a mistyped address');
    await logInAs(page, await verified(service));
    await page.goto('/admin/nonsense');
    await notFound();

    const answer = await page.request.get('/admin/nonsense', { headers: { accept: 'text/html' } });
    assert.equal(answer.status(), 404);
    assert.equal(answer.headers()['x-error-code'], 'not_found');
    await openAs(page, service, admin, '/admin/nonsense');
    await untilSeen(page, 'The console has no screen at this address.');
    assert.match(await page.title(), /^Page not found · /);
    await assertAccessible(page, 'a missing screen');
    await page.goto('/admin/apps');
    await untilSeen(page, 'The setting OPENID=on turns them on.');
    const { documents } = requestsOf(page);
    await go(page, 'Users');
    await page.goBack();
    await untilSeen(page, 'The setting OPENID=on turns them on.');
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await heading(page, 'Overview').waitFor();
    assert.deepEqual(documents, []);
  });
});
