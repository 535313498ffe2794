import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Endpoint, jsonText } from '../../src/http/endpoint.ts';
import { startHttpServer } from '../support/http-server.ts';
import { answersIn, rawClient } from '../support/raw-client.ts';
import { startService, verified } from '../support/service.ts';
import { until } from '../support/until.ts';

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

/** An endpoint that answers when it is told to, and counts. */
function createGate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const counts = { begun: 0, running: 0, mostAtOnce: 0 };
  const endpoint: Endpoint = {
    method: 'GET',
    path: '/gate',
    async answer() {
      counts.begun += 1;
      counts.running += 1;
      counts.mostAtOnce = Math.max(counts.mostAtOnce, counts.running);
      await opened;
      counts.running -= 1;
      return jsonText(String(counts.begun));
    },
  };
  return { endpoint, counts, open };
}

describe('requests that a client sends at once on one connection', () => {
  it('are answered one after the other, in their order', async (t) => {
    const gate = createGate();
    const { url } = await startHttpServer(t, [gate.endpoint]);
    const client = await rawClient(t, url);
    client.write(get('/gate').repeat(50));
    await until('the first', () => gate.counts.begun === 1);
    gate.open();
    await until('all answers', () => answersIn(client.heard()).length === 50);
    assert.equal(gate.counts.mostAtOnce, 1);
    assert.deepEqual(
      answersIn(client.heard()).map(({ body }) => Number(body)),
      Array.from({ length: 50 }, (_, at) => at + 1),
    );
  });

  it('are not read without end while the first is being answered, and none is lost', async (t) => {
    const gate = createGate();
    const { url } = await startHttpServer(t, [gate.endpoint]);
    const client = await rawClient(t, url);
    const request = get('/gate', `X: ${'x'.repeat(8000)}\r\n`);
    const count = 3000;
    client.write(request.repeat(count));
    await until('the first', () => gate.counts.begun === 1);
    let sent = -1;
    // It has stopped when nothing more leaves the client for a while.
    await until('the client to be held back', () => {
      const before = sent;
      sent = client.bytesWritten - client.writableLength;
      return sent === before;
    });
    assert.ok(client.writableLength > (request.length * count) / 3, `${client.writableLength} bytes are not yet read`);
    gate.open();
    await until('all answers', () => gate.counts.begun === count);
    assert.equal(gate.counts.mostAtOnce, 1);
  });

  it('are left alone after an answer that ends the connection', async (t) => {
    const gate = createGate();
    const { url } = await startHttpServer(t, [gate.endpoint]);
    const client = await rawClient(t, url);
    client.write(get('/gate', 'Connection: close\r\n') + get('/gate'));
    gate.open();
    await client.gone();
    assert.equal(answersIn(client.heard()).length, 1);
    assert.equal(gate.counts.begun, 1);
  });

  it('have their answers before that to the garbage behind them', async (t) => {
    const service = await startService(t, 'sqlite');
    const { email, password } = await verified(service);
    const body = JSON.stringify({ email, password });
    const client = await rawClient(t, service.url);
    client.write(`POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    client.write(`${get('/healthz')}GARBAGE\r\n\r\n`);
    await client.gone();
    const answers = answersIn(client.heard());
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 400],
    );
    assert.equal(JSON.parse(answers[0]?.body ?? '').message, 'Login successful');
  });

  it('have their answers before that to a tunnel that is asked for behind them', async (t) => {
    const gate = createGate();
    const { url } = await startHttpServer(t, [gate.endpoint]);
    const client = await rawClient(t, url);
    client.write(`${get('/gate')}CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n`);
    await until('the first', () => gate.counts.begun === 1);
    gate.open();
    await client.gone();
    assert.deepEqual(
      answersIn(client.heard()).map(({ status }) => status),
      [200, 400],
    );
  });
});

describe('an answer', () => {
  it('that cannot be written ends its connection and nothing else', async (t) => {
    const broken: Endpoint = {
      method: 'GET',
      path: '/broken',
      answer: () => ({ status: 200, headers: { 'x-broken': 'two\nlines' }, body: '' }),
    };
    const { url, logLines } = await startHttpServer(t, [broken]);
    for (let time = 1; time <= 2; time += 1) {
      await assert.rejects(fetch(`${url}/broken`));
      assert.equal(logLines.filter((line) => line.includes('cannot write a response')).length, time);
    }
  });

  it('that is streamed ends when the server closes', async (t) => {
    const streamed: Endpoint = {
      method: 'GET',
      path: '/stream',
      answer: () => ({
        status: 200,
        headers: { 'content-type': 'text/plain' },
        body: (out) => void out.write('begun'),
      }),
    };
    const { url, server, answered } = await startHttpServer(t, [streamed]);
    const response = await fetch(`${url}/stream`);
    const [text] = await Promise.all([response.text(), server.close()]);
    assert.equal(text, 'begun');
    assert.deepEqual(
      answered.map(({ route, status }) => [route, status]),
      [['/stream', 200]],
    );
  });
});
