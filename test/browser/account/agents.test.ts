import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { FILES, startAgentSite, WITH_AGENTS } from '../../support/agent.ts';
import { assertAccessible } from '../../support/axe.ts';
import {
  describeInBrowser,
  fillIn,
  it,
  OWN_PAGES,
  openSection,
  press,
  seen,
  untilSeen,
} from '../../support/browser.ts';
import { startReceiver } from '../../support/receiver.ts';
import { startService, verified } from '../../support/service.ts';

describeInBrowser('an agent that nobody has added', (visit) => {
  it('is shown with the host it comes from and the server it wants to use, and can be removed', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, ...WITH_AGENTS });
    const site = await startAgentSite(t);
    site.changes({ client_name: 'Your Bank', logo_uri: `${site.origin}/logo.png` });
    const device = await startReceiver(t, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        '<!doctype html><html lang="en"><title>Agent</title><link rel="icon" href="data:,"><p>the agent has it</p>',
      );
    });
    const { email, password } = await verified(service);
    const { page } = await visit(t, service, { alsoAt: [new URL(device).origin] });
    const { host } = new URL(site.origin);
    const request = new URLSearchParams({
      client_id: site.clientId,
      response_type: 'code',
      redirect_uri: `${device}callback`,
      resource: FILES,
      scope: 'files:read',
      code_challenge: createHash('sha256').update('x').digest('base64url'),
      code_challenge_method: 'S256',
    });

    await page.goto(`${service.url}/oidc/auth?${request}`, { waitUntil: 'commit' });
    await untilSeen(page, `to continue to Your Bank (${host})`);
    await fillIn(page, { email, password });
    await press(page, 'Log in');
    await untilSeen(page, 'Let Your Bank use your account?');
    const words = await seen(page);
    for (const line of [
      `to continue to Your Bank (${host})`,
      `This app is from ${host}. Only allow it if you know who that is.`,
      'This app runs on your computer. Only continue if you’ve just started it yourself.',
      'use files.example.com/mcp on your behalf: files:read',
      'stay connected until you log out here',
    ])
      assert.ok(words.includes(line), `${line}: ${words}`);
    assert.ok(!words.includes('After that, you’ll go to'));
    assert.equal(await page.locator('#stranger strong').innerText(), host);
    await assertAccessible(page, page.url());
    await press(page, 'Allow');
    await untilSeen(page, 'the agent has it');
    assert.ok(page.url().startsWith(`${device}callback?code=`));

    await page.goto(`${service.url}/account`);
    await openSection(page, 'Security');
    await untilSeen(page, 'Your Bank');
    const entries = page.getByRole('list', { name: 'Connected apps' }).locator(':scope > li');
    const entry = await entries.innerText();
    assert.ok(entry.includes(host) && entry.includes('use files.example.com/mcp on your behalf: files:read'), entry);
    await press(page, 'Remove Your Bank');
    await press(page, 'Remove');
    await untilSeen(page, 'You haven’t used your account with any app yet.');
    // Nobody has looked at its logo.
    assert.deepEqual(site.requests, ['/client.json']);
  });
});
