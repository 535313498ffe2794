import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { type Endpoint, jsonText } from '../../src/http/endpoint.ts';
import { cleanUpAfter, type Lifetime } from '../support/clean-up.ts';
import { startHttpServer } from '../support/http-server.ts';
import { answersIn, type RawClient, rawClient } from '../support/raw-client.ts';
import { until } from '../support/until.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const quick: Endpoint = { method: 'GET', path: '/quick', answer: () => jsonText('1') };

/** Answers when it is told to. */
function createGate() {
  const { promise, resolve: open } = Promise.withResolvers<void>();
  const endpoint: Endpoint = { method: 'GET', path: '/gate', answer: () => promise.then(() => jsonText('1')) };
  return { endpoint, open };
}

/** How many requests Node has made of what it read, by the port of their client. */
function requestsRead(t: Lifetime): Map<number | undefined, number> {
  const counts = new Map<number | undefined, number>();
  const count = (message: unknown) => {
    const { remotePort } = (message as { request: IncomingMessage }).request.socket;
    counts.set(remotePort, (counts.get(remotePort) ?? 0) + 1);
  };
  subscribe('http.server.request.start', count);
  cleanUpAfter(t, () => void unsubscribe('http.server.request.start', count));
  return counts;
}

const isClosed = ({ readableEnded, destroyed }: RawClient): boolean => readableEnded || destroyed;

/** Each is at least one turn of the event loop, in which the server could read on. */
async function letOthersAsk(url: string): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    const response = await fetch(`${url}/quick`, { headers: { connection: 'close' } });
    assert.equal(await response.text(), '1');
  }
}

describe('a client that sends more than is answered', () => {
  it('is read no further than one read, however small its requests are', async (t) => {
    const counts = requestsRead(t);
    const gate = createGate();
    const { url } = await startHttpServer(t, [quick, gate.endpoint]);
    const client = await rawClient(t, url);
    client.write(get('/quick').repeat(20) + get('/gate') + get('/quick').repeat(6000));
    await until('the first answers', () => answersIn(client.heard()).length === 20);
    await letOthersAsk(url);
    const read = counts.get(client.localPort) ?? 0;
    assert.ok(read > 20 && read < 5000, `${read} requests were read`);
    gate.open();
    await until('all answers', () => client.heard().split('HTTP/1.1 200').length === 6022);
  });

  it('on many connections is held back on all of them together, while others are served', async (t) => {
    const counts = requestsRead(t);
    const gate = createGate();
    const { url, server } = await startHttpServer(t, [quick, gate.endpoint]);
    const clients: RawClient[] = [];
    const ports: (number | undefined)[] = [];
    await until('one is closed', async () => {
      const client = await rawClient(t, url);
      clients.push(client);
      ports.push(client.localPort);
      client.write(get('/gate') + get('/quick').repeat(2000));
      return clients.some(isClosed);
    });
    await letOthersAsk(url);
    const kept = ports.filter((_, at) => !isClosed(clients[at] as RawClient));
    const waiting = kept.reduce<number>((sum, port) => sum + (counts.get(port) ?? 0), 0);
    const found = `${waiting} requests wait on ${kept.length} connections`;
    assert.ok(kept.length > 0 && waiting <= 10_000 + 100 * kept.length, found);
    for (const client of clients) client.destroy();
    gate.open();
    await until('their places are free', async () => (await server.connections()) === 0);
  });

  it('has one request answered per turn of the event loop, and others have theirs in between', async (t) => {
    let answered = 0;
    let answeredInFirstTurn = 0;
    const counting: Endpoint = {
      method: 'GET',
      path: '/counting',
      answer() {
        answered += 1;
        if (answered === 1) {
          setImmediate(() => {
            answeredInFirstTurn = answered;
          });
        }
        return jsonText('1');
      },
    };
    const { url } = await startHttpServer(t, [counting]);
    const client = await rawClient(t, url);
    client.write(get('/counting').repeat(1000));
    await until('all answers', () => answered === 1000);
    assert.ok(answeredInFirstTurn <= 2, `${answeredInFirstTurn} were answered before anything else could be done`);
  });

  it('and does not read its answers gets no more of them made, and all of them when it reads on', async (t) => {
    let made = 0;
    const large: Endpoint = {
      method: 'GET',
      path: '/large',
      answer() {
        made += 1;
        return jsonText('x'.repeat(1_000_000));
      },
    };
    const { url } = await startHttpServer(t, [quick, large]);
    const client = await rawClient(t, url);
    client.pause();
    client.write(get('/large').repeat(100));
    await until('the first', () => made > 0);
    await letOthersAsk(url);
    assert.ok(made < 50, `${made} answers were made`);
    client.resume();
    await until('all answers', () => client.bytesRead > 100_000_000);
    assert.equal(answersIn(client.heard()).length, 100);
  });
});

describe('requests that arrive at once on many connections', () => {
  it('are answered together, but only some of them in one turn of the event loop', async (t) => {
    let turn = 0;
    const inTurn = new Map<number, number>();
    const counting: Endpoint = {
      method: 'GET',
      path: '/counting',
      answer() {
        inTurn.set(turn, (inTurn.get(turn) ?? 0) + 1);
        return jsonText('1');
      },
    };
    const { url, server } = await startHttpServer(t, [counting]);
    const clients = await Promise.all(Array.from({ length: 100 }, () => rawClient(t, url)));
    await until('all connections', async () => (await server.connections()) === 100);
    let isOver = false;
    const nextTurn = () => {
      turn += 1;
      if (!isOver) setImmediate(nextTurn);
    };
    setImmediate(nextTurn);
    cleanUpAfter(t, () => {
      isOver = true;
    });
    for (const client of clients) client.write(get('/counting'));
    await until('all answers', () => clients.every((client) => answersIn(client.heard()).length === 1));
    const most = Math.max(...inTurn.values());
    assert.ok(most > 1 && most <= 16, `${most} were answered in one turn`);
  });
});

describe('a request that is completed after its client was told that it took too long', () => {
  it('is not done', async (t) => {
    let done = 0;
    const counting: Endpoint = {
      method: 'GET',
      path: '/counting',
      answer() {
        done += 1;
        return jsonText('1');
      },
    };
    const { url } = await startHttpServer(t, [counting], { requestTimeoutMs: 1 });
    const client = await rawClient(t, url);
    client.write('GET /counting HTTP/1.1\r\nHost');
    await client.hears(/^HTTP\/1\.1 408 /);
    client.write(`: x\r\n\r\n${get('/counting')}`);
    await client.gone();
    await until('the end', () => {
      if (!client.destroyed) client.write('x');
      return client.destroyed;
    });
    assert.equal(done, 0);
  });
});
