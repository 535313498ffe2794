import assert from 'node:assert/strict';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';
import { describe, it } from 'node:test';
import { AddressRefused, createGuardedFetch } from '../../src/deliveries/guarded-fetch.ts';
import { startReceiver } from '../support/receiver.ts';

type LookupDone = (error: null, found: readonly dns.LookupAddress[]) => void;

// A minute: whether an address is asked at all must not depend on how busy the machine is that looks its name up.
const LIMITS = { plainHttp: true, timeoutMs: 60_000, maxBytes: 1000 };
const nothingAllowed = createGuardedFetch({ ...LIMITS, isAllowed: () => false });
const allAllowed = createGuardedFetch({ ...LIMITS, isAllowed: () => true });

describe('what Latchkey fetches', () => {
  const INSIDE = [
    'http://127.0.0.1/',
    'http://localhost/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://10.0.0.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.0.0.1/',
    'http://192.0.2.1/',
    'http://192.168.0.1/',
    'http://198.18.0.1/',
    'http://198.51.100.1/',
    'http://203.0.113.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://①②⑦.0.0.1/',
    'http://127。0。0。1/',
    'http://[::]/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::1]/',
    'http://[100::1]/',
    'http://[2001::1]/',
    'http://[2001:db8::1]/',
    'http://[2002:7f00:1::]/',
    'http://[3fff::1]/',
    'http://[5f00::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://[ff02::1]/',
  ];
  for (const url of INSIDE)
    it(`is never asked inside: ${url}`, async () => {
      await assert.rejects(nothingAllowed(url), AddressRefused);
    });

  it('may be asked inside where the operator allows the network', async (t) => {
    const url = await startReceiver(t, (_request, response) => void response.end('there'));
    const onlyLoopback = createGuardedFetch({ ...LIMITS, isAllowed: (address) => address === '127.0.0.1' });
    assert.equal(await (await onlyLoopback(url)).text(), 'there');
    await assert.rejects(onlyLoopback('http://10.0.0.1/'), AddressRefused);
  });

  it('is asked at the address that was judged, whatever its name means a moment later', async (t) => {
    const url = new URL(await startReceiver(t, (_request, response) => void response.end('there')));
    const answers = [['127.0.0.1'], ['127.0.0.1', '10.0.0.1'], ['10.0.0.1'], ['::1']];
    const { mock } = t.mock.method(dns, 'lookup', (_name: string, _options: object, done: LookupDone) => {
      const found = answers.shift() ?? [];
      done(
        null,
        found.map((address) => ({ address, family: isIP(address) })),
      );
    });
    syncBuiltinESMExports();
    t.after(() => {
      mock.restore();
      syncBuiltinESMExports();
    });
    const named = `http://rebinding.example:${url.port}/`;
    const onlyLoopback = createGuardedFetch({ ...LIMITS, isAllowed: (address) => address === '127.0.0.1' });
    assert.equal(await (await onlyLoopback(named)).text(), 'there');
    assert.equal(mock.callCount(), 1);
    for (let at = 0; at < 3; at += 1) await assert.rejects(onlyLoopback(named), AddressRefused);
    assert.equal(mock.callCount(), 4);
  });

  it('is asked by https alone, unless told otherwise', async () => {
    const byHttps = createGuardedFetch({ ...LIMITS, plainHttp: false, isAllowed: () => true });
    await assert.rejects(byHttps('http://example.com/'), AddressRefused);
    for (const url of ['ftp://example.com/', 'file:///etc/passwd', 'data:text/plain,x'])
      await assert.rejects(allAllowed(url), AddressRefused);
    await assert.rejects(allAllowed('http://user:password@example.com/'), AddressRefused);
  });

  it('is not followed elsewhere', async (t) => {
    const url = await startReceiver(t, (_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    });
    const answer = await allAllowed(url);
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, 'http://169.254.169.254/']);
  });

  it('sends what it is given, and nothing else', async (t) => {
    const requests: string[] = [];
    const url = await startReceiver(t, (request, response) => {
      request.setEncoding('utf8').on('data', (body) => {
        requests.push(`${request.method} ${body} ${Object.keys(request.headers).sort()}`);
        response.writeHead(204).end();
      });
    });
    const body = new URLSearchParams({ a: 'b' });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.equal((await allAllowed(url, { method: 'POST', headers, body })).status, 204);
    assert.deepEqual(requests, ['POST a=b connection,content-length,content-type,host']);
  });

  it('is read up to a limit', async (t) => {
    const url = await startReceiver(t, (_request, response) => void response.end('x'.repeat(1001)));
    await assert.rejects(allAllowed(url), /more than 1000 bytes/);
  });

  it('is no other protocol: whoever waits for the answer is told so', { timeout: 10_000 }, async (t) => {
    const url = await startReceiver(t, ({ socket }) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n');
    });
    await assert.rejects(allAllowed(url), /switch protocols/);
  });

  it('has to answer in time, and ends when it is told to', async (t) => {
    const url = await startReceiver(t, () => {});
    const hurried = createGuardedFetch({ ...LIMITS, timeoutMs: 50, isAllowed: () => true });
    await assert.rejects(hurried(url), { name: 'AbortError' });
    await assert.rejects(allAllowed(url, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  });
});
