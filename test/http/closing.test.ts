import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { type Endpoint, jsonText } from '../../src/http/endpoint.ts';
import { cleanUpAfter, type Lifetime } from '../support/clean-up.ts';
import { startHttpServer } from '../support/http-server.ts';
import { answersIn, type RawClient, rawClient } from '../support/raw-client.ts';
import { until } from '../support/until.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const HALF_HEAD = 'GET /quick HTTP/1.1\r\nHos';
const post = (path: string, framing: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n`;
const HALF_BODY = `${post('/body', 'Content-Length: 20')}{"name":`;

const LARGE = 10_000_000;
/** Less than any timeout of the server. */
const CLOSED_WITHIN_MS = 9000;

/** A server that is told to stop as the service tells it, with an endpoint of each kind. */
async function startServer(t: Lifetime) {
  let isStopping = false;
  const { promise: opened, resolve: openGate } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const endpoint = (method: Endpoint['method'], path: string, answer: Endpoint['answer']): Endpoint => ({
    method,
    path,
    answer(request) {
      begun.push(path);
      return answer(request);
    },
  });
  const started = await startHttpServer(
    t,
    [
      endpoint('GET', '/quick', () => jsonText('"quick"')),
      endpoint('GET', '/gate', () => opened.then(() => jsonText('"gate"'))),
      endpoint('GET', '/large', () => jsonText('x'.repeat(LARGE))),
      endpoint('POST', '/body', async (request) => jsonText(JSON.stringify((await request.body()).text('name')))),
      endpoint('POST', '/without-body', () => jsonText('"unread"')),
    ],
    { isStopping: () => isStopping },
  );
  const close = async () => {
    isStopping = true;
    let isClosed = false;
    void started.server.close().then(() => {
      isClosed = true;
    });
    await until('the server is closed', () => isClosed, CLOSED_WITHIN_MS);
  };
  return { url: started.url, answered: started.answered, bytesRead: bytesReadBy(t), begun, openGate, close };
}

/** How much the server has read on the connections that are made from now on. */
function bytesReadBy(t: Lifetime): () => number {
  const sockets: Socket[] = [];
  const add = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
  subscribe('net.server.socket', add);
  cleanUpAfter(t, () => void unsubscribe('net.server.socket', add));
  return () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
}

const STOPPING = [503, 'unavailable', 'close'];
const statusesOf = (client: RawClient) =>
  answersIn(client.heard()).map(({ status, headers }) => [
    status,
    ...(status === 200 ? [] : [headers.get('x-error-code')]),
    headers.get('connection') ?? 'open',
  ]);

interface Case {
  readonly name: string;
  readonly sends: string;
  /** How many requests have begun, and how many answers have come, when the server is closed. */
  readonly begun: number;
  readonly heard: number;
  readonly answers: readonly unknown[];
}

const OPEN = [200, 'keep-alive'];
const LAST = [200, 'close'];

const UNFINISHED: readonly Case[] = [
  { name: 'half a head', sends: HALF_HEAD, begun: 0, heard: 0, answers: [] },
  { name: 'half a second head', sends: get('/quick') + HALF_HEAD, begun: 1, heard: 1, answers: [OPEN] },
  { name: 'half a body', sends: HALF_BODY, begun: 1, heard: 0, answers: [STOPPING] },
  { name: 'half a second body', sends: get('/quick') + HALF_BODY, begun: 2, heard: 1, answers: [OPEN, STOPPING] },
  {
    name: 'half a body in chunks',
    sends: `${post('/body', 'Transfer-Encoding: chunked')}8\r\n{"name":`,
    begun: 1,
    heard: 0,
    answers: [STOPPING],
  },
  {
    name: 'the rest of a body that nobody reads, after the answer',
    sends: `${post('/without-body', 'Content-Length: 20')}{`,
    begun: 1,
    heard: 1,
    answers: [OPEN],
  },
  { name: 'an idle connection', sends: get('/quick'), begun: 1, heard: 1, answers: [OPEN] },
];

/** Each has a whole request in front, which is answered after the server began to close. */
const BEHIND: readonly (readonly [name: string, sends: string])[] = [
  ['nothing', ''],
  ['half a head', HALF_HEAD],
  ['half a body', HALF_BODY],
  ['a whole request', get('/quick')],
];

describe('a server that closes', () => {
  for (const { name, sends, begun, heard, answers } of UNFINISHED) {
    it(`does not wait for ${name}`, async (t) => {
      const server = await startServer(t);
      const client = await rawClient(t, server.url);
      client.write(sends);
      await until('it is read', () => server.bytesRead() === sends.length && server.begun.length === begun);
      await until('the answers before', () => answersIn(client.heard()).length === heard);
      await server.close();
      await client.gone();
      assert.deepEqual(statusesOf(client), answers);
      assert.equal(server.answered.length, answers.length);
    });
  }

  for (const [name, sends] of BEHIND) {
    it(`answers the request that it works on, with ${name} behind it, and no other`, async (t) => {
      const server = await startServer(t);
      const client = await rawClient(t, server.url);
      client.write(get('/gate') + sends);
      await until('it is read', () => server.bytesRead() === (get('/gate') + sends).length);
      const closed = server.close();
      server.openGate();
      await closed;
      await client.gone();
      assert.deepEqual(statusesOf(client), [LAST]);
      assert.deepEqual(server.begun, ['/gate']);
    });
  }

  for (const [name, sends, last] of [
    ['nothing', '', []],
    ['half a head', HALF_HEAD, []],
    ['half a body', HALF_BODY, [STOPPING]],
  ] as const) {
    it(`closes a connection whose client still reads an earlier answer and then sends ${name}`, async (t) => {
      const server = await startServer(t);
      const client = await rawClient(t, server.url);
      client.pause();
      client.write(get('/large'));
      await until('the answer is begun', () => server.answered.length === 1);
      const closed = server.close();
      client.write(sends);
      await until('it is read', () => server.bytesRead() === (get('/large') + sends).length);
      client.resume();
      await closed;
      await client.gone();
      assert.deepEqual(statusesOf(client), [OPEN, ...last]);
      assert.equal(answersIn(client.heard())[0]?.body.length, LARGE);
    });
  }

  it('does not wait for a client that does not read its answer', async (t) => {
    const server = await startServer(t);
    const client = await rawClient(t, server.url);
    client.pause();
    client.write(get('/large'));
    await until('the answer is begun', () => server.answered.length === 1);
    await server.close();
  });

  it('does not wait for a client that goes on sending, byte by byte', async (t) => {
    const server = await startServer(t);
    const client = await rawClient(t, server.url);
    client.write(post('/body', 'Content-Length: 60000'));
    const sending = setInterval(() => client.destroyed || client.write(' '), 1);
    t.after(() => clearInterval(sending));
    await until('a part is read', () => server.begun.length === 1 && server.bytesRead() > 200);
    await server.close();
    assert.deepEqual(statusesOf(client), [STOPPING]);
  });
});
