import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Endpoint, jsonText, type Method } from '../../src/http/endpoint.ts';
import { createRouter } from '../../src/http/router.ts';
import { startHttpServer } from '../support/http-server.ts';

/** Answers with what it was asked. */
const echo = (method: Method, path: string): Endpoint => ({
  method,
  path,
  async answer(request) {
    const body = method === 'GET' || method === 'DELETE' ? '' : (await request.body()).text('name');
    return jsonText(JSON.stringify({ method, path, params: request.params, query: [...request.query], body }));
  },
});

const THINGS = [
  echo('GET', '/things'),
  echo('POST', '/things'),
  echo('GET', '/things/:id'),
  echo('PUT', '/things/:id'),
  echo('PATCH', '/things/:id'),
  echo('DELETE', '/things/:id'),
  echo('DELETE', '/things/:id/parts/:part'),
  echo('GET', '/files/*'),
];

describe('the router', () => {
  it('finds an endpoint by method and path, with its parameters decoded', async (t) => {
    const { url } = await startHttpServer(t, THINGS);
    const cases: [method: string, path: string, expected: object][] = [
      ['GET', '/things', { method: 'GET', path: '/things', params: {} }],
      [
        'GET',
        '/things?b=1&a=%20',
        {
          method: 'GET',
          path: '/things',
          query: [
            ['b', '1'],
            ['a', ' '],
          ],
        },
      ],
      ['GET', '/things/7', { method: 'GET', params: { id: '7' } }],
      ['GET', '/things/a%2Fb%20c', { params: { id: 'a/b c' } }],
      ['GET', '/%74hings/7', { path: '/things/:id', params: { id: '7' } }],
      ['PUT', '/things/7', { method: 'PUT', body: 'x' }],
      ['PATCH', '/things/7', { method: 'PATCH', body: 'x' }],
      ['DELETE', '/things/7', { method: 'DELETE', params: { id: '7' } }],
      ['DELETE', '/things/7/parts/8?now=1', { params: { id: '7', part: '8' }, query: [['now', '1']] }],
      ['GET', '/files/a/b.js', { params: { '*': 'a/b.js' } }],
    ];
    for (const [method, path, expected] of cases) {
      const sent = method === 'PUT' || method === 'PATCH' ? { body: '{"name":"x"}' } : {};
      const response = await fetch(`${url}${path}`, { method, ...sent });
      assert.equal(response.status, 200, path);
      assert.partialDeepStrictEqual(await response.json(), expected);
    }
  });

  it('computes HEAD, OPTIONS and 405 from the table, for every spelling of a path', async (t) => {
    const { url } = await startHttpServer(t, THINGS);
    for (const path of ['/things/7', '/things/7?x=1', '/%74hings/7', '/things/%37']) {
      const head = await fetch(`${url}${path}`, { method: 'HEAD' });
      const get = await fetch(`${url}${path}`);
      assert.deepEqual([head.status, await head.text()], [200, '']);
      assert.equal(head.headers.get('content-length'), String((await get.text()).length));
      const wrong = await fetch(`${url}${path}`, { method: 'POST' });
      assert.deepEqual([wrong.status, wrong.headers.get('x-error-code')], [405, 'method_not_allowed'], path);
      const options = await fetch(`${url}${path}`, { method: 'OPTIONS' });
      assert.equal(options.status, 204);
      for (const { headers } of [wrong, options])
        assert.equal(headers.get('allow'), 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS');
    }
    const noGet = await fetch(`${url}/things/7/parts/8`, { method: 'HEAD' });
    assert.deepEqual([noGet.status, noGet.headers.get('allow')], [405, 'DELETE, OPTIONS']);
  });

  it('lets other origins use exactly the methods that there are', async (t) => {
    const { url } = await startHttpServer(t, THINGS);
    const { headers } = await fetch(`${url}/things`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example.com' },
    });
    assert.equal(headers.get('access-control-allow-methods'), 'GET, POST, PUT, PATCH, DELETE');
  });

  it('answers 404 for a parameter that is too long, and for what only looks like a path', async (t) => {
    const { url } = await startHttpServer(t, THINGS);
    assert.equal((await fetch(`${url}/things/${'x'.repeat(500)}`)).status, 200);
    for (const path of [`/things/${'x'.repeat(501)}`, '/things/', '//things', '/Things', '/things/7/'])
      assert.equal((await fetch(`${url}${path}`)).status, 404, path);
  });

  it('takes no two endpoints of one method and path', () => {
    const twice = [echo('GET', '/things'), echo('GET', '/things')];
    assert.throws(() => createRouter(twice, () => jsonText('')), /GET \/things is declared twice/);
  });
});
