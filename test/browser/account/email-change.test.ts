import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../support/axe.ts';
import { describeInBrowser, fillIn, it, journey, OWN_PAGES, press, seen, untilSeen } from '../../support/browser.ts';
import { askForAddress } from '../../support/email-change.ts';
import { Authenticator, creationOptions } from '../../support/passkey.ts';
import { linksIn, loggedIn, logIn, type Service, startService } from '../../support/service.ts';

const PHONE = { width: 320, height: 640 };

async function linkTo(service: Service, address: string, path: string): Promise<string> {
  const links = (await service.emailsTo(address)).flatMap(linksIn).filter(({ pathname }) => pathname === path);
  assert.ok(links.at(-1), `no e-mail to ${address} leads to ${path}`);
  return String(links.at(-1));
}

/** Opening the page only reads, and takes the token out of the address bar; only the button does something. */
async function open(page: Page, link: string): Promise<void> {
  const asked: string[] = [];
  const note = (request: { url(): string }) => asked.push(new URL(request.url()).pathname);
  page.on('request', note);
  await page.goto(link, { waitUntil: 'networkidle' });
  page.off('request', note);
  assert.deepEqual(
    asked.filter((path) => path.startsWith('/api/') && !path.endsWith('/details')),
    [],
  );
  assert.equal(page.url(), link.replace(/\?.*/, ''));
  assert.ok(
    (await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0,
    'scrolls sideways',
  );
}

/** One passkey from long before, and one of today, of a login of now. */
async function withPasskeys(service: Service) {
  const add = async (token: string, name: string) => {
    const options = await creationOptions(service, token);
    const credential = new Authenticator().create(options, { origin: service.url });
    const answer = await service.request('POST', '/api/me/passkeys', { token, body: { credential, name } });
    assert.equal(answer.status, 201, answer.text);
  };
  const owner = await loggedIn(service);
  await add(owner.accessToken, '<b>Key ring</b>');
  await service.clock.advance(8 * 86_400_000);
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0' };
  const { email, password } = owner;
  const { data } = await service.request('POST', '/api/login', { body: { email, password }, headers });
  await add(data.access_token, 'Phone');
  return { owner, session: { accessToken: data.access_token } };
}

describeInBrowser('the links of a change of address', (visit) => {
  journey('confirm it, come too late to stop it, revert it, and say why they no longer work', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const { owner, session } = await withPasskeys(service);
    const thief = 'thief@example.org';
    await askForAddress(service, session, thief);
    const { page } = await visit(t, service, { viewport: PHONE });

    await open(page, await linkTo(service, thief, '/confirm-email-change'));
    assert.match(await seen(page), /Use thief@example\.org for your account/);
    // The pages of the other links differ in words only (`linkPage`).
    await assertAccessible(page, 'confirm');
    await press(page, 'Confirm new address');
    await untilSeen(page, 'Your email address has been changed');
    assert.match(await seen(page), /What else can log in.+Firefox · Windows.+<b>Key ring<\/b>.+Phone/s);
    assert.equal(
      await page.getByRole('link', { name: 'Log in' }).getAttribute('href'),
      `${service.url}/login#email=thief%40example.org`,
    );

    await page.goto(await linkTo(service, owner.email, '/stop-email-change'));
    await untilSeen(page, 'The address has already been changed');

    const revert = await linkTo(service, owner.email, '/revert-email-change');
    await open(page, revert);
    assert.match(await seen(page), new RegExp(`gets the address ${owner.email} back`));
    await press(page, 'Undo the change');
    await untilSeen(page, 'Your account has its old address back');
    const removed = (await page.locator('#removed').innerText()).split('\n').filter((line) => line !== '');
    assert.match(
      removed.join(' | '),
      /^Removed \| Added since [A-Z][a-z]{2} \d+, \d{4}, so .+ \| Firefox · Windows \| Device · logged in on .+ \| Phone \| Passkey · added on /,
    );
    assert.match(
      await page.locator('#kept').innerText(),
      /^Still there\s+If something[^\n]+\s+<b>Key ring<\/b>\s+Passkey · added on /,
    );
    await assertAccessible(page, 'reverted');
    await page.goto(await linkTo(service, owner.email, '/reset-password'));
    await fillIn(page, { new_password: 'Difference2' });
    await press(page, 'Save new password');
    await page.waitForURL('**/account');
    await logIn(service, { email: owner.email, password: 'Difference2' });

    await page.goto(revert);
    await untilSeen(page, 'The change has already been undone.');
    await page.goto(await linkTo(service, thief, '/confirm-email-change'));
    await untilSeen(page, 'The change was stopped or replaced by a newer one');
    await page.goto('/stop-email-change?token=abc');
    await untilSeen(page, 'This link is incomplete');
    await service.clock.advance(8 * 86_400_000);
    await page.goto(revert);
    await untilSeen(page, 'An address change can be undone for 7 days.');
  });

  it('stop it, in the language of the reader, and lead on to a new password', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const owner = await loggedIn(service);
    await askForAddress(service, owner, 'thief@example.org');
    const { page } = await visit(t, service, { viewport: PHONE });
    await page.setExtraHTTPHeaders({ 'accept-language': 'fr' });
    await open(page, await linkTo(service, owner.email, '/stop-email-change'));
    await press(page, 'Arrêter le changement');
    await untilSeen(page, 'Le changement est arrêté');
    await page.getByRole('link', { name: 'Choisissez un nouveau mot de passe' }).click();
    await page.waitForURL('**/forgot-password');
  });
});
