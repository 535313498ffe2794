import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { cleanUpAfter } from '../support/clean-up.ts';
import {
  type Account,
  loggedIn,
  logIn,
  registration,
  type Service,
  startWithProductionHashing,
  verified,
} from '../support/service.ts';
import { until } from '../support/until.ts';

describe('more passwords than can be hashed', () => {
  it('are refused with 503 at once, the others are served, reads stay quick, and then all is as before', async (t) => {
    const service = await startWithProductionHashing(t, 'sqlite', { HASH_CONCURRENCY: '1', HASH_QUEUE: '10' });
    const session = await loggedIn(service);
    let reads = 0;
    let flooding = true;
    const reader = async () => {
      while (flooding) {
        const { status } = await service.request('GET', '/api/me', { token: session.accessToken });
        assert.equal(status, 200);
        reads += 1;
      }
    };
    const flood = Promise.all(
      Array.from({ length: 110 }, (_, i) =>
        service.request('POST', '/api/login', { body: { email: `nobody${i}@example.com`, password: 'Wrong-1-x' } }),
      ),
    ).finally(() => {
      flooding = false;
    });
    const [answers] = await Promise.all([flood, reader()]);

    const served = answers.filter(({ status }) => status === 401);
    const refused = answers.filter(({ status }) => status === 503);
    assert.equal(served.length + refused.length, answers.length);
    assert.ok(served.length >= 11, `${served.length} served: the one at work and the ten in the queue`);
    assert.ok(refused.length > 0);
    for (const { headers, message } of refused) {
      assert.match(headers.get('retry-after') ?? '', /^[1-9]\d?$/);
      assert.equal(headers.get('x-error-code'), 'overloaded');
      assert.equal(message, 'The service is busy. Please try again in a moment.');
    }
    // Counted rather than timed: one that had to wait for a hash each time would get fewer answers than there were
    // hashes.
    assert.ok(reads > served.length, `${reads} reads beside ${served.length} hashes`);
    await logIn(service, session);
  });
});

/** A client that guesses at addresses that nobody has, always with so many requests under way, until the test ends. */
function flood(t: TestContext, service: Service, address: string, atOnce: number) {
  const seen = { judged: 0, refused: 0 };
  const end = new AbortController();
  let guesses = 0;
  const guess = async (): Promise<void> => {
    while (!end.signal.aborted) {
      guesses += 1;
      const { status } = await fetch(`${service.url}/api/login`, {
        method: 'POST',
        headers: { 'x-forwarded-for': address },
        body: JSON.stringify({ email: `nobody${guesses}@example.com`, password: 'Wrong-1-x' }),
        signal: end.signal,
      });
      seen[status === 401 ? 'judged' : 'refused'] += 1;
    }
  };
  const guessing = Promise.allSettled(Array.from({ length: atOnce }, guess));
  cleanUpAfter(t, async () => {
    end.abort();
    await guessing;
  });
  return seen;
}

/** On one database: the queue of hashes knows none. */
describe('a client that asks for more hashes than there is room for', () => {
  const settings = { HASH_CONCURRENCY: '1', TRUST_PROXY: '127.0.0.1' };
  const logInFrom = async (service: Service, { email, password }: Account, address: string) => {
    const body = { email, password };
    const answer = await service.request('POST', '/api/login', { body, headers: { 'x-forwarded-for': address } });
    assert.equal(answer.status, 200, answer.text);
  };

  it('does not hold up the login of another: it waits for a few hashes, not for the whole queue', async (t) => {
    const service = await startWithProductionHashing(t, 'sqlite', { ...settings, HASH_QUEUE: '200' });
    const account = await verified(service);
    const seen = flood(t, service, '203.0.113.9', 120);
    await until('guesses are judged while others wait', () => seen.judged >= 20);
    const before = seen.judged;
    await logInFrom(service, account, '198.51.100.7');
    // Counted in hashes, which take as long as they take: the two at work, one of the other client's, and those that
    // are done while the database is asked before and after. In the order of arrival it would be 115 and more.
    assert.ok(seen.judged - before < 40, `${seen.judged - before} guesses went ahead`);
    assert.equal(seen.refused, 0, 'where nobody else needs it, a client may have the whole queue');
  });

  it('is refused alone: others find room, and it keeps the rest', async (t) => {
    const service = await startWithProductionHashing(t, 'sqlite', { ...settings, HASH_QUEUE: '4' });
    const account = await verified(service);
    const seen = flood(t, service, '2001:db8:5:6::1', 12);
    await until('the queue is full', () => seen.refused > 0);
    const judgedBefore = seen.judged;
    for (let login = 0; login < 2; login += 1) await logInFrom(service, account, '2001:db8:5:7::1');
    await until('the flood is judged in turn with the others', () => seen.judged > judgedBefore);

    // Before anything else is done for it: not even the body is read.
    const statusOf = async (path: string, address: string) => {
      const [headers, body] = [{ 'x-forwarded-for': address }, 'no JSON'];
      return (await fetch(`${service.url}${path}`, { method: 'POST', headers, body })).status;
    };
    for (const path of ['/api/login', '/api/register']) {
      await until(`${path} is refused`, async () => (await statusOf(path, '2001:db8:5:6::1')) === 503);
      assert.equal(await statusOf(path, '2001:db8:5:8::1'), 400);
    }
  });
});

interface RawClient extends Socket {
  readonly gone: Promise<void>;
  heard(): string;
}

/** A client that says what it likes, when it likes. */
async function rawClient(t: TestContext, service: Service): Promise<RawClient> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  cleanUpAfter(t, () => socket.destroy());
  await once(socket, 'connect');
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  socket.on('error', () => {});
  const gone = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  return Object.assign(socket, { heard: () => heard, gone });
}

const HEAD = 'POST /api/login HTTP/1.1\r\nHost: x\r\n';

describe('a client that', () => {
  it('hangs up before its password was hashed costs no hash, and leaves nothing behind', async (t) => {
    const service = await startWithProductionHashing(t, 'sqlite', { HASH_CONCURRENCY: '1' });
    const body = registration();
    const inFront = Array.from({ length: 25 }, (_, i) =>
      service.request('POST', '/api/login', { body: { email: `nobody${i}@example.com`, password: 'Wrong-1-x' } }),
    );
    // Answered after they were: they are in the queue.
    await service.request('GET', '/healthz');
    const client = await rawClient(t, service);
    const sent = JSON.stringify(body);
    client.write(`POST /api/register HTTP/1.1\r\nHost: x\r\nContent-Length: ${sent.length}\r\n\r\n${sent}`);
    await service.request('GET', '/healthz');
    client.destroy();
    await Promise.all(inFront);
    assert.equal((await service.request('POST', '/api/register', { body })).status, 201);
  });

  const slow: Record<string, readonly [beginning: string, drop: string]> = {
    'never ends its headers': [HEAD, 'x'],
    'never ends its body': [`${HEAD}Content-Length: 50\r\n\r\n{"email":`, 'x'],
    'never ends its chunks': [`${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"ema\r\n`, '1\r\nx\r\n'],
  };
  for (const [name, [beginning, drop]] of Object.entries(slow)) {
    it(`${name} is answered 408 in the envelope and let go, while others are served`, async (t) => {
      const service = await startWithProductionHashing(t, 'sqlite', { REQUEST_TIMEOUT: '1s' });
      const client = await rawClient(t, service);
      client.write(beginning);
      // A byte now and then, as those do who want to stay.
      const drip = setInterval(() => client.writable && client.write(drop), 100);
      cleanUpAfter(t, () => clearInterval(drip));
      assert.equal((await service.request('GET', '/healthz')).status, 200);
      await client.gone;
      assert.match(client.heard(), /^HTTP\/1\.1 408 /);
      assert.match(client.heard(), /\{"status":"error","message":"Request timeout","data":null\}$/);
    });
  }

  it('sends headers without end is answered 431 and let go', async (t) => {
    const service = await startWithProductionHashing(t, 'sqlite');
    const client = await rawClient(t, service);
    client.write(HEAD);
    for (let i = 0; i < 2000 && client.writable; i += 1) client.write(`x-${i}: ${'y'.repeat(100)}\r\n`);
    await client.gone;
    // The answer is lost to a client that is still writing when the connection ends; the service is not.
    assert.match(client.heard(), /^(HTTP\/1\.1 431 |$)/);
    assert.equal((await service.request('GET', '/healthz')).status, 200);
  });

  it('opens connections without end gets as many as are allowed', async (t) => {
    const service = await startWithProductionHashing(t, 'sqlite', { MAX_CONNECTIONS: '20' });
    const clients = await Promise.all(Array.from({ length: 30 }, () => rawClient(t, service)));
    const dropped = () => clients.filter(({ closed, readableEnded }) => closed || readableEnded).length;
    await until('ten are let go', () => dropped() >= 10);
    assert.equal(dropped(), 10);
    for (const client of clients) client.destroy();
    const isServed = async () => (await service.request('GET', '/healthz').catch(() => undefined))?.status === 200;
    await until('others are served', isServed);
  });
});
