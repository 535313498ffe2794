import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { prepareIngredients } from '../fuzz/ingredients.ts';
import { ERROR_LEVEL, fuzz } from '../fuzz/run.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { EVERY_FEATURE, loggedIn, startService } from '../support/service.ts';

/** PostgreSQL refuses more than SQLite does. */
const REQUESTS = { sqlite: 1500, postgres: 2000 };
/**
 * Always the same requests, one after the other: what fails here fails again. Other ones, and what many at a time do to
 * each other, are for `npm run fuzz`.
 */
const SEED = 1;

describeOnBothDatabases('hostile requests', (kind) => {
  const requests = REQUESTS[kind];
  it(`${requests} of them: never a 5xx, never a broken envelope, never a dead process`, async (t) => {
    const service = await startService(t, kind, { ...EVERY_FEATURE, LOG_LEVEL: 'warn' });
    const { logLines } = service;
    const ingredients = await prepareIngredients(service);
    const { findings, statuses } = await fuzz(service.url, { requests, seed: SEED, ingredients, atOnce: 1, logLines });
    assert.deepEqual(findings, []);
    for (const status of [200, 201, 204, 303, 400, 401, 403, 404, 405, 409, 413])
      assert.ok(statuses[status], `no ${status}`);
    const failures = logLines.filter((line) => JSON.parse(line).level >= ERROR_LEVEL);
    assert.deepEqual(failures, []);
    await loggedIn(service);
  });
});

/** What the fuzzer has found, each for itself. */
describe('requests that were answered wrongly once', () => {
  const exchange = (url: string, text: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
      let heard = '';
      socket.on('data', (chunk) => {
        heard += chunk;
      });
      socket.on('close', () => resolve(heard));
    });

  it('any method that HTTP knows is 405 where there is no such operation', async (t) => {
    const service = await startService(t, 'sqlite');
    const others = METHODS.filter((method) => !['GET', 'HEAD', 'OPTIONS', 'PUT', 'CONNECT'].includes(method));
    for (const method of others) {
      const heard = await exchange(service.url, `${method} /api/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      assert.match(heard, /^HTTP\/1\.1 405 /, method);
    }
  });

  it('a client id with a NUL is that of nobody, also on PostgreSQL', async (t) => {
    const service = await startService(t, 'postgres', EVERY_FEATURE);
    const body = new URLSearchParams({ client_id: 'a\0', response_type: 'code' });
    const { status } = await fetch(`${service.url}/oidc/request`, { method: 'POST', body });
    assert.equal(status, 401);
  });

  it('an OPTIONS that no browser sends says what an endpoint of apps takes', async (t) => {
    const service = await startService(t, 'sqlite', EVERY_FEATURE);
    const { status, headers } = await fetch(`${service.url}/oidc/token`, { method: 'OPTIONS' });
    assert.deepEqual([status, headers.get('allow')], [204, 'POST, OPTIONS']);
  });

  it('a request without Host is 400 in the envelope', async (t) => {
    const service = await startService(t, 'sqlite');
    const heard = await exchange(service.url, 'GET /api/me HTTP/1.1\r\nConnection: close\r\n\r\n');
    assert.match(heard, /^HTTP\/1\.1 400 .*\{"status":"error","message":"Host header is required","data":null\}$/s);
  });

  it('an Expect that nobody can meet is ignored, and the answer is in the envelope', async (t) => {
    const service = await startService(t, 'sqlite');
    const request = 'GET /api/me HTTP/1.1\r\nHost: x\r\nExpect: the unexpected\r\nConnection: close\r\n\r\n';
    assert.match(await exchange(service.url, request), /^HTTP\/1\.1 401 .*"Bearer token is required","data":null\}$/s);
  });
});
