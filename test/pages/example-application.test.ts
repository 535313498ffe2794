import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { startExampleApplication } from '../support/example-application.ts';
import { freePort } from '../support/free-port.ts';
import { linksIn, registered, startService, verified } from '../support/service.ts';

const MAILED_PAGES = [
  '/verify',
  '/reset-password',
  '/invitation',
  '/confirm-email-change',
  '/stop-email-change',
  '/revert-email-change',
];

/** The service behind the application of docs/pages.md, with the settings that are printed there. */
async function startBoth(t: Parameters<typeof startService>[0]) {
  const [port, applicationPort] = [await freePort(), await freePort()];
  const origin = `http://localhost:${applicationPort}`;
  const settings = {
    PORT: String(port),
    FRONTEND_URL: origin,
    RETURN_URLS: `${origin}/shop`,
    TRUST_PROXY: '127.0.0.1',
  };
  const start = () => startService(t, 'sqlite', settings);
  const service = await start();
  await startExampleApplication(t, { APP_PORT: String(applicationPort), LATCHKEY: service.url });
  return { service, start, origin, applicationPort };
}

describe('the application of docs/pages.md, with the service behind it', () => {
  it('does not let visitors choose the address that wrong passwords are counted by', async (t) => {
    const { service, origin } = await startBoth(t);
    const { email } = await verified(service);
    const statuses: number[] = [];
    for (let guess = 0; guess < 30; guess += 1) {
      const response = await fetch(`${origin}/api/login`, {
        method: 'POST',
        headers: { 'x-forwarded-for': `203.0.113.${guess}` },
        body: JSON.stringify({ email, password: `Wrong-password-${guess}` }),
      });
      statuses.push(response.status);
    }
    assert.equal(statuses[0], 401);
    assert.equal(statuses.at(-1), 429, statuses.join(' '));
    const seen = await service.db.all<{ address: string }>(
      "SELECT DISTINCT address FROM audit_events WHERE event = 'login_failed'",
    );
    assert.deepEqual(
      seen.map(({ address }) => address),
      ['127.0.0.1'],
    );
  });

  it('shows every page to which an e-mail leads', async (t) => {
    const { service, origin } = await startBoth(t);
    const { email } = await registered(service);
    const [link] = (await service.emailsTo(email)).flatMap(linksIn);
    assert.equal(link?.origin, origin);
    for (const path of MAILED_PAGES) {
      const response = await fetch(`${origin}${path}?token=x`);
      assert.equal(response.status, 200);
      assert.match(await response.text(), /<title>.+ · Latchkey<\/title>/, path);
    }
    assert.match(await (await fetch(`${origin}/shop?back`)).text(), /<title>Shop<\/title>/);
  });

  it('says so while the service is down, goes on afterwards, and survives visitors that are no browsers', async (t) => {
    const { service, start, origin, applicationPort } = await startBoth(t);
    for (const line of [
      'OPTIONS * HTTP/1.1',
      'GET http://evil.example/ HTTP/1.1',
      'GET //evil.example/login HTTP/1.1',
    ]) {
      assert.match(
        await rawAnswer(applicationPort, `${line}\r\nHost: x\r\nConnection: close\r\n\r\n`),
        /^HTTP\/1\.1 [24]/,
      );
    }
    const gone = connect(applicationPort, '127.0.0.1');
    await once(gone, 'connect');
    gone.write('POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{', () => gone.resetAndDestroy());
    await once(gone, 'close');
    await service.stop();
    for (const method of ['GET', 'POST']) {
      const response = await fetch(`${origin}/api/me`, {
        method,
        ...(method === 'POST' && { body: 'x'.repeat(100_000) }),
      });
      assert.equal(response.status, 502);
      assert.equal(response.headers.get('retry-after'), '5');
      assert.match(await response.text(), /try again/);
    }
    assert.equal((await fetch(`${origin}/shop`)).status, 200);
    await start();
    assert.equal((await fetch(`${origin}/login`)).status, 200);
  });
});

const rawAnswer = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket
      .on('data', (data) => {
        answer += data;
      })
      .on('end', () => resolve(answer))
      .on('error', reject);
  });
