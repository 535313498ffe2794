import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { streamText } from '../../src/http/stream-text.ts';
import { until } from '../support/until.ts';

const TEXT = 'x'.repeat(64 * 1024);
/** More than the buffers of two sockets hold. */
const MANY = 2000;

/** A server whose every answer is made of these texts. */
async function serve(t: TestContext, texts: () => AsyncIterable<string>) {
  const errors: unknown[] = [];
  let stop = () => {};
  const server = createServer((_request, response) => {
    stop = streamText(texts(), (error) => errors.push(error))(response) ?? stop;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, errors, url: `http://127.0.0.1:${port}/`, stop: () => stop() };
}

describe('a streamed text', () => {
  it('is asked for bit by bit, as the client takes it', async (t) => {
    let asked = 0;
    const { port } = await serve(t, async function* () {
      for (; asked < MANY; asked += 1) yield TEXT;
    });
    const socket = connect(port, '127.0.0.1');
    t.after(() => socket.destroy());
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    socket.pause();
    let last = -1;
    let unchanged = 0;
    await until('no more is asked for', () => {
      unchanged = asked > 0 && asked === last ? unchanged + 1 : 0;
      last = asked;
      return unchanged > 20;
    });
    assert.ok(asked < MANY / 2, `${asked} texts for a client that reads nothing`);
    let received = 0;
    socket.on('data', (bytes) => {
      received += bytes.length;
    });
    socket.resume();
    await until('all of it has come', () => received >= MANY * TEXT.length);
    assert.equal(asked, MANY);
  });

  it('is cut off rather than ended when the rest cannot be had', async (t) => {
    const { url, errors } = await serve(t, async function* () {
      yield TEXT;
      throw new Error('the database is gone');
    });
    await assert.rejects(async () => (await fetch(url)).text());
    assert.deepEqual(errors.map(String), ['Error: the database is gone']);
  });

  it('is cut off when the service stops', async (t) => {
    const { url, errors, stop } = await serve(t, async function* () {
      yield TEXT;
      await new Promise(() => {});
    });
    const response = await fetch(url);
    const rest = assert.rejects(response.text());
    stop();
    await rest;
    assert.deepEqual(errors, []);
  });
});
