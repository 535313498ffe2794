import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { realTimers } from '../../src/lib/timers.ts';
import { openDeveloperInbox } from '../../src/mail/developer-inbox.ts';
import { DEVELOPER_INBOX } from '../support/browser.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { send } from '../support/http-request.ts';
import { rawClient } from '../support/raw-client.ts';
import { FRONTEND_URL, registered, registration, startService } from '../support/service.ts';
import { createServiceProcess } from '../support/service-process.ts';
import { parseEmail } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe("the developer's inbox", () => {
  it('has what was asked for a moment ago, and nothing about strangers', async (t) => {
    const service = await startService(t, 'sqlite', DEVELOPER_INBOX);
    const { email } = await registered(service);
    for (let i = 0; i < 3; i += 1) {
      for (const address of [email, 'nobody@example.com']) {
        await service.request('POST', '/api/forgot-password', { body: { email: address } });
        await service.request('POST', '/api/resend-verification', { body: { email: address } });
      }
      const { data } = await service.request('GET', '/dev/inbox');
      assert.deepEqual([...new Set(data.map(({ to }: { to: string }) => to))], [email]);
      assert.equal(data.length, 1 + 2 * (i + 1));
    }
  });

  it('is JSON for programs and a page for browsers', async (t) => {
    const service = await startService(t, 'sqlite', DEVELOPER_INBOX);
    const { email } = await registered(service);
    await registered(service);
    const { data } = await service.request('GET', `/dev/inbox?to=${email.toUpperCase()}`);
    assert.equal(data.length, 1);
    const { id, to, subject, links } = data[0] ?? assert.fail('no message');
    assert.deepEqual([to, subject], [email, 'Confirm your Latchkey account']);
    const token = new URL(links[0] ?? '').searchParams.get('token') ?? '';
    assert.equal((await service.request('POST', '/api/verify', { token })).status, 200);

    const page = await fetch(`${service.url}/dev/inbox`, { headers: { accept: BROWSER } });
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'.*script-src 'self'/);
    assert.doesNotMatch(page.headers.get('content-security-policy') ?? '', /unsafe/);
    const html = await fetch(`${service.url}/dev/inbox/${id}/html`);
    assert.match(html.headers.get('content-security-policy') ?? '', /sandbox allow-popups/);
    for (const name of ['..%2f..%2flatchkey.db', '0000000000000-000', 'x']) {
      assert.equal((await service.request('GET', `/dev/inbox/${name}/html`)).status, 404);
    }
  });

  it('is searched, and cleared by programs and by itself, but not by the pages of others', async (t) => {
    const service = await startService(t, 'sqlite', { ...DEVELOPER_INBOX, FRONTEND_URL });
    const { host } = new URL(service.url);
    const count = async (query: '' | `?${string}` = '') =>
      (await service.request('GET', `/dev/inbox${query}`)).data.length;
    const statusOf = async (method: string, path: string, headers: readonly string[]) => {
      const client = await rawClient(t, service.url);
      const lines = [`${method} ${path} HTTP/1.1`, 'Content-Length: 0', 'Connection: close', ...headers];
      client.write(`${lines.join('\r\n')}\r\n\r\n`);
      await client.hears(/^HTTP\/1\.1 \d+ /);
      client.destroy();
      return Number(client.heard().split(' ')[1]);
    };
    const { email } = await registered(service, { full_name: 'Grace Hopper' });
    await registered(service);
    assert.deepEqual([await count(), await count('?q=hello%20GRACE'), await count('?q=nobody')], [2, 1, 0]);
    assert.equal(await count(`?q=verify&to=${email}`), 1);
    for (const [status, ...headers] of [
      [403, `Host: ${host}`, 'Origin: https://evil.example', 'Sec-Fetch-Site: cross-site'],
      [403, `Host: ${host}`, 'Origin: https://evil.example'],
      [403, `Host: ${host}`, `Origin: ${FRONTEND_URL}`],
      [403, `Host: ${host}`, 'Origin: null'],
      [403, `Host: ${host}`, 'Sec-Fetch-Site: same-site'],
      [403, `Host: ${host}`, 'Sec-Fetch-Site: none', 'Origin: http://localhost:5173'],
      [421, 'Host: evil.example', 'Origin: http://evil.example', 'Sec-Fetch-Site: same-origin'],
    ] as const) {
      assert.equal(await statusOf('POST', '/dev/inbox/clear', headers), status, headers.join());
      assert.equal(await statusOf('DELETE', '/dev/inbox', headers), status, headers.join());
    }
    assert.equal(await count(), 2);
    const own = [`Host: ${host}`, `Origin: ${service.url}`, 'Sec-Fetch-Site: same-origin'];
    for (const headers of [own, own.slice(0, 2)]) {
      assert.equal(await statusOf('POST', '/dev/inbox/clear', headers), 303);
      assert.equal(await count(), 0);
      await registered(service);
    }
    assert.deepEqual((await service.request('DELETE', '/dev/inbox')).data, { deleted: 1 });
    assert.equal(await count(), 0);
  });

  it('is shown under names of this machine and of the deployment only', async (t) => {
    const service = await startService(t, 'sqlite', { ...DEVELOPER_INBOX, FRONTEND_URL });
    const { port } = new URL(service.url);
    const statusFor = async (host: string, path: string) => {
      const client = await rawClient(t, service.url);
      client.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      await client.hears(/^HTTP\/1\.1 \d+ /);
      client.destroy();
      return Number(client.heard().split(' ')[1]);
    };
    for (const path of ['/dev/inbox', '/dev/inbox/events']) {
      for (const name of ['localhost', 'LOCALHOST', 'app.localhost', '127.0.0.1', '[::1]'])
        assert.equal(await statusFor(`${name}:${port}`, path), 200, name);
      for (const name of [
        'evil.example',
        'localhost.evil.example',
        '127.0.0.1.evil.example',
        'evil.example@localhost@x',
      ])
        assert.equal(await statusFor(`${name}:${port}`, path), 421, name);
    }
    assert.equal(await statusFor(`evil.example:${port}`, '/dev/inbox/x/html'), 421);
    // Only the inbox is somebody else's mail: the interface itself may be served under any name.
    assert.equal(await statusFor(`evil.example:${port}`, '/healthz'), 200);
  });

  it('is not shown through a proxy or a tunnel of this machine, unless settings say whose clients come so', async (t) => {
    const TUNNEL = { ...DEVELOPER_INBOX, FRONTEND_URL };
    const statusOf = async (settings: Record<string, string>, headers: Record<string, string>) => {
      const { url } = await startService(t, 'sqlite', { ...TUNNEL, ...settings });
      return Promise.all(
        Object.entries(headers).map(async ([name, value]) => {
          const answer = await send('GET', `${url}/dev/inbox`, { headers: { [name]: value }, body: undefined });
          return [name, answer.status, /TRUST_PROXY.*INBOX_NETWORKS/.test(await answer.text())];
        }),
      );
    };
    // What nginx, Caddy, Traefik, Apache, cloudflared, ngrok, Tailscale and others add; a bare tunnel leaves the name.
    const forwarding = {
      ...{ 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'localhost' },
      ...{ 'X-Forwarded-Server': 'a', 'X-Original-Forwarded-For': '203.0.113.7', Forwarded: 'for=203.0.113.7' },
      ...{ Via: '1.1 caddy', 'X-Real-IP': '203.0.113.7', 'CF-Connecting-IP': '203.0.113.7', 'CF-Ray': '1' },
      ...{ 'True-Client-IP': '203.0.113.7', 'X-Client-IP': '127.0.0.1', 'X-Azure-ClientIP': '203.0.113.7' },
      ...{ 'Fly-Client-IP': '203.0.113.7', 'Tailscale-User-Login': 'x', 'CDN-Loop': 'cloudflare' },
    };
    const names = { Host: new URL(FRONTEND_URL).hostname };
    const all = { ...forwarding, ...names };
    const refused = Object.keys(all).map((name) => [name, 403, true]);
    assert.deepEqual(await statusOf({}, all), refused);
    assert.deepEqual(await statusOf({}, { Host: '192.0.2.7:3000' }), [['Host', 403, true]]);
    // A proxy that is trusted but does not say who its client is.
    const { 'X-Forwarded-For': _, ...others } = all;
    const trusted = { TRUST_PROXY: '127.0.0.1' };
    assert.deepEqual(await statusOf(trusted, others), refused.slice(1));
    assert.deepEqual(await statusOf(trusted, { 'X-Forwarded-For': '203.0.113.7' }), [['X-Forwarded-For', 403, false]]);
    const allowed = { ...trusted, INBOX_NETWORKS: '203.0.113.0/24' };
    assert.deepEqual(await statusOf(allowed, { 'X-Forwarded-For': '203.0.113.7' }), [['X-Forwarded-For', 200, false]]);
    // The name of the deployment leads to this machine, as the developer says.
    assert.deepEqual(await statusOf({ INBOX_NETWORKS: '127.0.0.1' }, names), [['Host', 200, false]]);
    assert.deepEqual(await statusOf({ FRONTEND_URL: 'http://app.test' }, { Host: 'app.test' }), [['Host', 200, false]]);
  });

  it('gives out its own messages, and no other file, whatever the id leads to', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-inbox-'));
    cleanUpAfter(t, () => rmSync(dataDir, { recursive: true, force: true }));
    const service = await startService(t, 'sqlite', { ...DEVELOPER_INBOX, DATA_DIR: dataDir });
    const { email } = await registered(service);
    const { data } = await service.request('GET', `/dev/inbox?to=${email}`);
    const { id } = data[0] ?? assert.fail('no message');
    // Each of them leads to a message that could be read: beside the inbox, in it, and below it.
    const foreign = ['../x', 'x', 'below/x', `${id}/../x`, `../inbox/${id}`, `./${id}`, `${id}x`, `x${id}`, `${id}\n`];
    mkdirSync(join(dataDir, 'inbox', 'below'));
    for (const name of foreign) {
      const file = join(dataDir, 'inbox', `${name}.json`);
      if (!existsSync(file)) writeFileSync(file, JSON.stringify({ id: name, html: '<p>secret</p>' }));
    }
    for (const name of foreign) {
      const { status, text } = await service.request('GET', `/dev/inbox/${encodeURIComponent(name)}/html`);
      assert.deepEqual([status, text.includes('secret')], [404, false], name);
    }
    assert.equal((await fetch(`${service.url}/dev/inbox/${id}/html`)).status, 200);
  });

  it('keeps the newest thousand messages', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-inbox-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
    const old = Array.from({ length: 1000 }, (_, index) => `${1_500_000_000_000 + index}-000-abcdef`);
    for (const id of old) for (const end of ['json', 'eml']) writeFileSync(join(folder, `${id}.${end}`), '{}');
    const inbox = openDeveloperInbox(folder, pino({ level: 'silent' }), realTimers);
    const email = { messageId: '<1@x.test>', from: 'a@x.test', replyTo: undefined, to: 'b@x.test', language: 'en' };
    await inbox.send({ ...email, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' });
    const left = readdirSync(folder).sort();
    assert.equal(left.length, 2000);
    assert.deepEqual(left.slice(0, 2), [`${old[1]}.eml`, `${old[1]}.json`], 'the oldest went');
  });

  it('tells of each e-mail as it arrives, and lets the service stop', async (t) => {
    const service = await startService(t, 'sqlite', DEVELOPER_INBOX);
    const events = await fetch(`${service.url}/dev/inbox/events`);
    assert.match(events.headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.equal(events.headers.get('x-accel-buffering'), 'no');
    const { email } = await registered(service);
    let heard = '';
    const stopped = Promise.withResolvers<void>();
    for await (const chunk of events.body ?? []) {
      heard += new TextDecoder().decode(chunk);
      if (heard.includes(email)) void service.stop().then(stopped.resolve, stopped.reject);
    }
    assert.match(heard, /^data: {"id":"\d+-\d+-[0-9a-f]+","to":/m);
    assert.doesNotMatch(heard, /token/);
    await stopped.promise;
  });

  it('tells of the e-mails of other workers too', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-inbox-'));
    cleanUpAfter(t, () => rmSync(dataDir, { recursive: true, force: true }));
    const settings = { ...DEVELOPER_INBOX, DATA_DIR: dataDir };
    const [first, second] = [await startService(t, 'sqlite', settings), await startService(t, 'sqlite', settings)];
    await registered(first);
    // Waits until that e-mail is in the inbox: otherwise it would come while somebody listens.
    await first.request('GET', '/dev/inbox');
    const events =
      (await fetch(`${first.url}/dev/inbox/events`, { signal: AbortSignal.timeout(15_000) })).body?.getReader() ??
      assert.fail('no events');
    cleanUpAfter(t, () => events.cancel());
    const [own, others] = [await registered(first), await registered(second)];
    // The list waits until what was asked for is in the inbox.
    for (const service of [first, second]) await service.request('GET', '/dev/inbox');
    await first.clock.advance(1000);
    await first.clock.advance(1000);
    let heard = '';
    while (!heard.includes(others.email)) heard += new TextDecoder().decode((await events.read()).value);
    assert.deepEqual(
      [...heard.matchAll(/"to":"([^"]+)"/g)].map(([, to]) => to),
      [own.email, others.email],
      'each once, and none from before',
    );
  });

  it('has what was asked for before, newest first, as files too, and with the link in the log', async (t) => {
    const service = await createServiceProcess(t);
    await service.start();
    const inbox = async () => (await service.request('GET', '/dev/inbox')).data;
    const body = registration();
    assert.equal((await service.request('POST', '/api/register', { body })).status, 201);
    assert.equal((await inbox()).length, 1);
    rmSync(join(service.dataDir, 'inbox'), { recursive: true });
    assert.equal((await inbox()).length, 0);
    await service.request('POST', '/api/resend-verification', { body });
    await service.request('POST', '/api/forgot-password', { body });
    const messages = await inbox();
    assert.deepEqual(
      messages.map(({ subject }) => subject.split(' ')[0]),
      ['Reset', 'Confirm'],
    );
    const link = messages[0]?.links[0] ?? '';
    await until('the link is in the log', () => service.output().includes(link));
    const folder = join(service.dataDir, 'inbox');
    const files = readdirSync(folder).filter((file) => file.endsWith('.eml'));
    const newest = join(folder, files.sort().at(-1) ?? '');
    assert.equal(statSync(newest).mode & 0o777, 0o600);
    assert.ok((await parseEmail(readFileSync(newest))).text.includes(link));
  });

  it('is not there once a mail server is configured', async (t) => {
    const service = await startService(t, 'sqlite');
    assert.equal((await service.request('GET', '/dev/inbox')).status, 404);
    assert.equal((await service.request('GET', '/dev/inbox/events')).status, 404);
  });
});
