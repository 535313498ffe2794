import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { curlExample, fetchExample } from '../../src/reference/views/code-examples.ts';
import type { OpenApiDocument } from '../../src/reference/views/openapi-document.ts';
import { type ReferenceParts, renderReference } from '../../src/reference/views/reference.ts';
import { EVERY_FEATURE, startService } from '../support/service.ts';

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const shownText = (page: string): string =>
  page
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** The part of the page about one operation. */
const articleOf = (page: string, id: string): string =>
  new RegExp(`<article class="operation" id="${id}"[\\s\\S]*?</article>`).exec(page)?.[0] ?? '';

const HOSTILE = `"><img src=x onerror=alert(1)>'</code><script>alert(1)</script>`;

/** Hostile text wherever a document has text. */
const hostileDocument = (): OpenApiDocument => {
  const schema = {
    type: 'object',
    description: HOSTILE,
    required: [HOSTILE],
    properties: { [HOSTILE]: { type: 'string', description: HOSTILE, enum: [HOSTILE], examples: [HOSTILE] } },
  };
  const media = { schema: { $ref: '#/components/schemas/Hostile' }, example: { [HOSTILE]: HOSTILE } };
  const content = { 'application/json': media };
  const headers = {
    'X-Error-Code': { description: HOSTILE, schema: { enum: [HOSTILE] } },
    [HOSTILE]: { description: HOSTILE },
  };
  return {
    info: { title: HOSTILE, version: HOSTILE, description: `${HOSTILE} \`${HOSTILE}\`` },
    tags: [{ name: HOSTILE, description: HOSTILE }],
    paths: {
      [`/api/${HOSTILE}`]: {
        post: {
          operationId: HOSTILE,
          tags: [HOSTILE],
          summary: HOSTILE,
          description: HOSTILE,
          parameters: [{ name: HOSTILE, in: 'query', description: HOSTILE, example: HOSTILE }],
          security: [{ [HOSTILE]: [HOSTILE] }],
          requestBody: { description: HOSTILE, content },
          responses: { '200': { description: HOSTILE, content }, '400': { description: HOSTILE, headers, content } },
        },
      },
    },
    components: { schemas: { Hostile: schema }, securitySchemes: { [HOSTILE]: { description: HOSTILE } } },
  };
};

const render = (document: OpenApiDocument): string =>
  renderReference({
    document,
    base: '',
    brand: { ...readConfig({}, 1).brand, productName: HOSTILE },
    stylesheets: ['/assets/pages.css'],
    script: { address: '/assets/reference.js', imports: [], beforeFirstPaint: '' },
    hasInbox: true,
  } satisfies ReferenceParts);

describe('the reference', () => {
  it('has every operation of the document, with its tokens, members, errors, headers and examples', async (t) => {
    const service = await startService(t, 'sqlite', EVERY_FEATURE);
    const { text: page } = await get(`${service.url}/docs`);
    const document = JSON.parse((await get(`${service.url}/openapi.json`)).text) as OpenApiDocument;
    const found = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
    assert.ok(found.length > 70);
    for (const { method, path, operation } of found) {
      const { operationId: id, summary, security = [], responses } = operation;
      const article = articleOf(page, id).replaceAll('<wbr>', '');
      const text = shownText(article);
      assert.ok(page.includes(`<a href="#${id}">`), `${id} is listed`);
      for (const part of [summary.replaceAll('`', ''), `${method} ${path}`, 'curl', 'await fetch('])
        assert.ok(text.includes(part), `${id}: ${part}`);
      for (const name of security.flatMap((one) => Object.keys(one))) assert.ok(text.includes(name), `${id}: ${name}`);
      for (const [status, response] of Object.entries(responses)) {
        // `4XX` and `default` are the same for all.
        if (!/^\d+$/.test(status)) continue;
        const codes = response.headers?.['X-Error-Code']?.schema?.enum ?? [];
        assert.ok(codes.length > 0 || status.startsWith('2'), `${id}: ${status}`);
        for (const code of codes) {
          const row = new RegExp(
            `<tr><td><span class="status">${status}</span></td><td><code[^>]*>${code}</code></td>`,
          );
          assert.match(article, row, `${id}: ${status} ${code}`);
        }
        for (const { value } of Object.values(response.content?.['application/json']?.examples ?? {})) {
          const { status: outcome, message } = Object(value) as Record<string, string>;
          if (outcome === 'error') assert.ok(text.includes(`${message}`), `${id}: ${message}`);
        }
        for (const name of Object.keys(response.headers ?? {})) assert.ok(text.includes(name), `${id}: ${name}`);
      }
    }
    const register = shownText(articleOf(page, 'register'));
    for (const part of ['phone_number', 'required', 'Email already exists', 'cannot be empty', 'account_status'])
      assert.ok(register.includes(part), part);
    // Of several errors with one code, only the messages that this operation has.
    assert.match(articleOf(page, 'forgotPassword'), /Email is required/);
    assert.doesNotMatch(articleOf(page, 'forgotPassword'), /Refresh token is required/);
  });

  it('is served like the other pages: the same policy, nothing inline, compressed, and not to be kept', async (t) => {
    const service = await startService(t, 'sqlite');
    const { status, headers, text } = await get(`${service.url}/docs`, { 'accept-encoding': 'br' });
    assert.equal(status, 200);
    assert.equal(headers.get('content-encoding'), 'br');
    const own = ['content-security-policy', 'cache-control', 'cross-origin-opener-policy', 'referrer-policy'];
    const login = await get(`${service.url}/login`);
    for (const name of own) assert.equal(headers.get(name), login.headers.get(name), name);
    assert.doesNotMatch(text, /<script(?![^>]* src=")|<style|\sstyle="|\son\w+="/);
    assert.deepEqual((await get(`${service.url}/docs/`)).headers.get('location'), '/docs');
    for (const [, address = ''] of text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g))
      assert.equal((await get(service.url + address)).status, 200, address);
  });

  it('is as large as the interface of the server that it is on, and there without the other pages', async (t) => {
    const service = await startService(t, 'sqlite', { ADMIN: 'off', PAGES: 'off' });
    const { text } = await get(`${service.url}/docs`);
    assert.ok(articleOf(text, 'login') !== '');
    assert.doesNotMatch(text, /\/api\/admin/);
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(text) ?? [];
    assert.equal((await get(service.url + script)).status, 200);
  });

  it('is on in development, where the pages link to it, and otherwise only where DOCS=on', async (t) => {
    const on = await startService(t, 'sqlite');
    assert.match((await get(`${on.url}/`)).text, /<a href="\/docs">API reference<\/a>/);
    const off = await startService(t, 'sqlite', { DOCS: 'off' });
    for (const path of ['/docs', '/docs/', '/assets/reference.css']) {
      const { status, headers } = await off.request('GET', path);
      assert.deepEqual([status, headers.get('x-error-code')], [404, 'not_found'], path);
    }
    assert.doesNotMatch((await get(`${off.url}/`)).text, /\/docs/);
    const production = {
      NODE_ENV: 'production',
      SIGNING_SECRET: 'Vt0cJ4mZ8yQ1nLrX6sWbE3uKpH7dGfA2',
      FRONTEND_URL: 'https://accounts.example.com',
      SMTP_URL: 'smtp://mail.example.com',
      MAIL_FROM: 'accounts@example.com',
    };
    assert.equal(readConfig(production, 1).docs, false);
    assert.equal(readConfig({ ...production, DOCS: 'on' }, 1).docs, true);
  });

  it('shows whatever a document says as text', () => {
    const page = render(hostileDocument());
    assert.doesNotMatch(page, /<img|<script>|alert\(1\)<\/script>/);
    const scripts = page.match(/<script/g);
    assert.equal(scripts?.length, 1);
    assert.ok(shownText(page).split(HOSTILE).length > 15);
  });
});

describe('the examples of the reference', () => {
  const body = { text: `it's "$HOME" \`ls\` \\ \${1}`, list: [1, null] };
  const call = { method: 'PUT', path: "/api/x?q='", hasToken: true, body, answersJson: true };

  it('mean in a shell what they say', () => {
    const script = `curl() { printf '%s\\0' "$@"; }; TOKEN=t.o.k; ${curlExample(call)}`;
    const { stdout, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
    assert.equal(stderr, '');
    const [, method, address, , token, , type, , sent = ''] = stdout.split('\0');
    assert.deepEqual(
      [method, address, token, type, JSON.parse(sent)],
      ['PUT', "http://localhost:3000/api/x?q='", 'Authorization: Bearer t.o.k', 'Content-Type: application/json', body],
    );
  });

  it('mean in JavaScript what they say', async () => {
    const calls: unknown[] = [];
    const fetched = async (address: string, { body: sent, ...options }: { body: string }) => {
      calls.push(address, options, JSON.parse(sent));
      return { json: async () => 1 };
    };
    const source = `return (async () => { ${fetchExample(call)}\nreturn answer; })()`;
    assert.equal(await new Function('fetch', 'token', source)(fetched, 't.o.k'), 1);
    const headers = { Authorization: 'Bearer t.o.k', 'Content-Type': 'application/json' };
    assert.deepEqual(calls, ["http://localhost:3000/api/x?q='", { method: 'PUT', headers }, body]);
  });
});
