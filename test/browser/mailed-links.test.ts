import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { describeInBrowser, fillIn, it, journey, OWN_PAGES, press, seen, untilSeen } from '../support/browser.ts';
import {
  type Account,
  linksIn,
  logIn,
  registered,
  resetToken,
  type Service,
  startService,
  verificationToken,
  verified,
} from '../support/service.ts';

const HOUR_MS = 60 * 60 * 1000;

async function newestLink(service: Service, { email }: Pick<Account, 'email'>): Promise<string> {
  const link = (await service.emailsTo(email)).flatMap(linksIn).at(-1);
  assert.ok(link, `no e-mail to ${email}`);
  return link.href;
}

async function statusAtLogin(service: Service, { email, password }: Account): Promise<number> {
  return (await service.request('POST', '/api/login', { body: { email, password } })).status;
}

describeInBrowser('a mailed link', (visit) => {
  describe('the link to verify an account', () => {
    journey('changes nothing when opened, confirms once, and its token is told to nobody', async (t) => {
      const service = await startService(t, 'sqlite', OWN_PAGES);
      const account = await registered(service);
      const token = await verificationToken(service, account.email);
      const link = await newestLink(service, account);
      for (let opened = 0; opened < 25; opened += 1) {
        await (await fetch(link)).text();
        await fetch(link, { method: 'HEAD' });
      }
      const { page } = await visit(t, service);
      const asked: string[] = [];
      const referrers: string[] = [];
      page.on('request', (request) => {
        asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
        referrers.push(request.headers().referer ?? '');
      });
      await page.goto(link, { waitUntil: 'networkidle' });
      assert.equal(page.url(), `${service.url}/verify`);
      // It only reads who registered, and when.
      assert.deepEqual(
        asked.filter((request) => request.includes('/api/') || !request.startsWith('GET')),
        ['GET /api/verify/details'],
      );
      assert.equal(await statusAtLogin(service, account), 403);

      assert.match(await seen(page), new RegExp(`an account with ${account.email}. Was it you`));
      await untilSeen(page, 'Created by Ada Lovelace on ');
      await press(page, 'Yes, confirm my account');
      await untilSeen(page, 'Your account is confirmed');
      assert.equal(await statusAtLogin(service, account), 200);

      // Not by referrer, not in the history, not in any storage, not in the log.
      await page.getByRole('link', { name: 'Log in' }).click();
      await page.waitForURL('**/login');
      await page.goBack();
      await untilSeen(page, 'Your account is confirmed');
      assert.deepEqual(new Set(referrers), new Set(['']));
      const kept = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage, history.state])');
      for (const [, , signature = ''] of [token.split('.')]) {
        assert.doesNotMatch((await page.content()) + kept, new RegExp(signature));
      }
      assert.ok(!service.logLines.some((line) => line.includes(token)));

      await page.goto(link);
      await untilSeen(page, 'Your account is already confirmed');
      assert.equal(await page.getByRole('button', { name: 'This wasn’t me' }).count(), 0);
    });

    it('removes the account of others, and says so when it is broken or has expired, with a new one at hand', async (t) => {
      const service = await startService(t, 'sqlite', OWN_PAGES);
      const [stranger, account] = [await registered(service), await registered(service)];
      const { page } = await visit(t, service);
      const [link, expiring] = [await newestLink(service, stranger), await newestLink(service, account)];
      await page.goto(link);
      await press(page, 'This wasn’t me');
      await untilSeen(page, 'The account has been deleted');
      assert.equal(await statusAtLogin(service, stranger), 401);
      await page.goto(link);
      await untilSeen(page, 'The account has been deleted');

      const token = await verificationToken(service, account.email);
      for (const broken of ['abc', token.slice(0, 40), await resetToken(service, account.email)]) {
        await page.goto(`/verify?token=${broken}`);
        await untilSeen(page, 'This link is incomplete');
      }
      await page.goto(`/verify?token=${token.slice(0, -3)}abc`);
      await untilSeen(page, 'This link is incomplete');

      // While the page is open, and before.
      await page.goto(expiring);
      await service.clock.advance(25 * HOUR_MS);
      // The page reckons with the time since it was loaded (`serverNowMs`). Unlike an installed clock, this ends with
      // the page.
      await page.evaluate(`{
        const now = performance.now.bind(performance);
        performance.now = () => now() + ${25 * HOUR_MS};
      }`);
      await press(page, 'Yes, confirm my account');
      await untilSeen(page, 'This link has expired');

      await page.goto(expiring);
      await untilSeen(page, 'This link has expired');
      assert.equal(await page.locator('#email').inputValue(), account.email);
      await press(page, 'Send a new link');
      await untilSeen(page, `A new link is on its way to ${account.email}`);
      await page.goto(await newestLink(service, account));
      await press(page, 'Yes, confirm my account');
      await untilSeen(page, 'Your account is confirmed');
    });
  });

  describe('the link to choose a new password', () => {
    const save = (password: string) => ({ new_password: password });

    journey('changes nothing by itself or a refused password, works once, and says why not', async (t) => {
      const service = await startService(t, 'sqlite', OWN_PAGES);
      const account = await verified(service);
      const verification = await verificationToken(service, account.email);
      await resetToken(service, account.email);
      const link = await newestLink(service, account);
      const { page } = await visit(t, service);
      const posts: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
      await page.goto(link, { waitUntil: 'networkidle' });
      assert.equal(page.url(), `${service.url}/reset-password`);
      assert.deepEqual(posts, []);
      await logIn(service, account);

      await fillIn(page, save(`Aa1${'x'.repeat(300)}`));
      await press(page, 'Save new password');
      await untilSeen(page, '256 characters at most');
      await fillIn(page, save('Difference2'));
      await press(page, 'Save new password');
      await page.waitForURL('**/account');
      await untilSeen(page, account.email);

      await page.goto(link);
      await untilSeen(page, 'This link no longer works');
      assert.match((await page.getByRole('link', { name: 'Get a new link' }).getAttribute('href')) ?? '', /forgot/);
      await logIn(service, { email: account.email, password: 'Difference2' });

      await service.clock.advance(HOUR_MS);
      await page.goto(link);
      await untilSeen(page, 'This link has expired');
      for (const broken of ['', `?token=${verification}`]) {
        await page.goto(`/reset-password${broken}`);
        await untilSeen(page, 'This link is incomplete');
      }
    });
  });
});
