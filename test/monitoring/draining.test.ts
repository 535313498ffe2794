import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { cleanUpAfter, type Lifetime } from '../support/clean-up.ts';
import { rawClient } from '../support/raw-client.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Longer than the test takes: waiting ends with the last connection. */
const LONG_MS = 10_000;

/** A connection that is kept, as browsers and proxies keep theirs; the service waits for it. */
async function keptConnection(t: Lifetime, url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  cleanUpAfter(t, () => socket.destroy());
  const request = async (path: string): Promise<string> => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: latchkey\r\n\r\n`);
    const [bytes] = await once(socket, 'data');
    return String(bytes);
  };
  assert.match(await request('/healthz'), / 200 /);
  return { request, end: () => socket.destroy() };
}

describe('a service that stops', () => {
  it('is not ready at first, yet takes and keeps connections', async (t) => {
    const service = await startService(t, 'sqlite');
    const kept = await keptConnection(t, service.url);
    assert.match(await kept.request('/readyz'), / 200 /);
    const stopped = service.stop({ noticeMs: LONG_MS, drainMs: 0 });
    const another = await keptConnection(t, service.url);
    for (const connection of [kept, another]) {
      const answer = await connection.request('/readyz');
      assert.match(answer, / 503 .*^x-error-code: unavailable\r$.*"message":"Stopping"/ims);
      assert.doesNotMatch(answer, /^connection: close/im);
    }
    another.end();
    kept.end();
    await stopped;
  });

  it('then takes no new ones, and tells the clients of the others to leave', async (t) => {
    const service = await startService(t, 'sqlite');
    const kept = await keptConnection(t, service.url);
    const stopped = service.stop({ noticeMs: 0, drainMs: LONG_MS });
    await until('no connection is taken', () => refuses(service.url));
    const answer = await kept.request('/readyz');
    assert.match(answer, / 503 /);
    assert.match(answer, /^connection: close\r$/im);
    await stopped;
  });

  it('does not wait for a connection that was never used, as browsers open them ahead of need', async (t) => {
    const service = await startService(t, 'sqlite');
    const silent = await rawClient(t, service.url);
    const kept = await keptConnection(t, service.url);
    kept.end();
    let isStopped = false;
    const stopped = service.stop().then(() => {
      isStopped = true;
    });
    await until('the service has stopped', () => isStopped, 5000);
    await silent.gone();
    assert.equal(silent.heard(), '');
    await stopped;
  });
});

const refuses = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve(false);
    }).on('error', () => resolve(true));
  });
