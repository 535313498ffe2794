import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { describeInBrowser, fillIn, it, press, untilSeen } from '../support/browser.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { freePort } from '../support/free-port.ts';
import { registration } from '../support/service.ts';
import { until } from '../support/until.ts';

const START = resolve(import.meta.dirname, '../../examples/start.js');

/** `npm run examples`, on ports of the test's own. */
async function startExamples(t: TestContext) {
  const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const [latchkey, page, server, api] = ports.map((port) => `http://localhost:${port}`) as [
    string,
    string,
    string,
    string,
  ];
  const child = spawn(process.execPath, [START], { env: { PATH: process.env.PATH, PORTS: ports.join() } });
  cleanUpAfter(t, async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  const isUp = () => {
    assert.equal(child.exitCode, null, printed);
    return [page, server, api].every((address) => printed.includes(`is at ${address}/`));
  };
  await until('the examples are up', isUp, 60_000);
  return { latchkey, page, server, api };
}

/** Through the API and the developer's inbox, as the pages do it. */
async function registerAt(latchkey: string) {
  const person = registration();
  const post = (path: string, options: RequestInit) => fetch(`${latchkey}${path}`, { method: 'POST', ...options });
  const headers = { 'content-type': 'application/json' };
  assert.equal((await post('/api/register', { headers, body: JSON.stringify(person) })).status, 201);
  let token: string | null | undefined;
  await until('the e-mail is there', async () => {
    const inbox = await fetch(`${latchkey}/dev/inbox?to=${encodeURIComponent(person.email)}`, {
      headers: { accept: 'application/json' },
    });
    const { data } = (await inbox.json()) as { data: readonly { links: readonly string[] }[] };
    const links = data.flatMap((message) => message.links).map((link) => new URL(link));
    token = links.find(({ pathname }) => pathname === '/verify')?.searchParams.get('token');
    return token;
  });
  assert.equal((await post('/api/verify', { headers: { authorization: `Bearer ${token}` } })).status, 200);
  return person;
}

describeInBrowser('the examples', (visit) => {
  it('have one login for both apps, call an API, and are both logged out by either', async (t) => {
    const { latchkey, page: pageApp, server: serverApp, api } = await startExamples(t);
    const { page, context, newTab } = await visit(t, { url: latchkey }, { alsoAt: [pageApp, serverApp, api] });
    const { full_name, email, password } = await registerAt(latchkey);
    const hello = `Hello ${full_name}, ${email}`;

    await page.goto(pageApp);
    await press(page, 'Log in');
    await untilSeen(page, 'to continue to Single-page app');
    await fillIn(page, { email, password });
    await press(page, 'Log in');
    await untilSeen(page, hello);
    await untilSeen(page, 'one of account');

    // A login goes on by itself when its token has expired, and when Latchkey comes back.
    await page.evaluate(() => {
      const tokens = JSON.parse(String(sessionStorage.getItem('tokens')));
      sessionStorage.setItem('tokens', JSON.stringify({ ...tokens, access_token: 'expired' }));
    });
    await page.reload();
    await untilSeen(page, hello);

    await context.route(`${latchkey}/**`, (route) => route.abort());
    await page.reload();
    await untilSeen(page, 'Not available. Please reload in a moment.');
    await context.unroute(`${latchkey}/**`);
    await page.reload();
    await untilSeen(page, hello);

    // What somebody else has begun: of the code and state that a stranger sends a link with, nothing comes.
    const stranger = new URLSearchParams({ code: 'strange', state: 'strange', iss: latchkey });
    const led = await fetch(`${serverApp}/callback?${stranger}`, { redirect: 'manual' });
    assert.deepEqual([led.status, led.headers.get('location'), led.headers.getSetCookie()], [303, '/', []]);
    await page.goto(`${pageApp}/?${stranger}`);
    await untilSeen(page, 'Nobody is logged in.');
    await press(page, 'Log in');
    await untilSeen(page, hello);

    // The other app asks for consent, and for nothing else.
    const tab = await newTab();
    await tab.goto(serverApp);
    await tab.getByRole('link', { name: 'Log in' }).click();
    await untilSeen(tab, 'Server-rendered app');
    await press(tab, 'Allow');
    await untilSeen(tab, hello);

    await tab.getByRole('button', { name: 'Log out' }).click();
    await tab.getByRole('link', { name: 'Log in' }).waitFor();
    await page.reload();
    await untilSeen(page, 'Nobody is logged in.');

    // And the other way round: the server is told, without the browser.
    await press(page, 'Log in');
    await fillIn(page, { email, password });
    await press(page, 'Log in');
    await untilSeen(page, hello);
    await tab.getByRole('link', { name: 'Log in' }).click();
    await untilSeen(tab, hello);
    await press(page, 'Log out');
    await untilSeen(page, 'Nobody is logged in.');
    await until('the server has been told', async () => {
      await tab.reload();
      return tab.getByRole('link', { name: 'Log in' }).isVisible();
    });
  });

  it('start without Latchkey, and tell a service that is not there from a token that is wrong', async (t) => {
    const [latchkey, server, api] = await Promise.all([freePort(), freePort(), freePort()]);
    const environment = { PATH: process.env.PATH, ISSUER: `http://localhost:${latchkey}` };
    const client = { CLIENT_ID: 'an-app', CLIENT_SECRET: 'of no use', AUDIENCE: 'an-api', APP_ORIGIN: 'http://x.test' };
    for (const [file, port] of [['server-app.js', server] as const, ['api.js', api] as const]) {
      const child = spawn(process.execPath, [resolve(START, '..', file)], {
        env: { ...environment, ...client, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      cleanUpAfter(t, () => child.kill());
      await once(child.stdout, 'data');
    }
    const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${json({ alg: 'ES256', typ: 'at+jwt', kid: 'x' })}.${json({ sub: '1' })}.${'A'.repeat(86)}`;
    const call = async (authorization: string) =>
      (await fetch(`http://localhost:${api}/`, { headers: { authorization } })).status;
    assert.deepEqual([await call(`Bearer ${token}`), await call('Bearer nonsense')], [503, 401]);
    const statuses = ['/', '/login', '/'].map(
      async (path) => (await fetch(`http://localhost:${server}${path}`)).status,
    );
    assert.deepEqual(await Promise.all(statuses), [200, 503, 200]);
  });
});
