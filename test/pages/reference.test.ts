import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { startService } from '../support/service.ts';

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('the reference', () => {
  it('is served with all its files from here, with nothing inline, no eval, and compressed', async (t) => {
    const service = await startService(t, 'sqlite', { PAGES: 'off' });
    const { status, headers, text } = await get(`${service.url}/docs`);
    assert.equal(status, 200);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/);
    assert.doesNotMatch(policy, /eval|https?:|\*/);
    assert.doesNotMatch(text, /<script(?![^>]* src=")|<style|\sstyle="|\son\w+="/);
    const addresses = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, address = '']) => address);
    assert.ok(addresses.length >= 6, String(addresses));
    for (const address of addresses) {
      const file = await get(service.url + address, { 'accept-encoding': 'br' });
      assert.equal(file.status, 200, address);
      assert.match(file.headers.get('cache-control') ?? '', /immutable|max-age/, address);
    }
    assert.deepEqual((await get(`${service.url}/docs/`)).headers.get('location'), '/docs');
  });

  it('weakens the policy of no other page', async (t) => {
    const service = await startService(t, 'sqlite');
    for (const path of ['/', '/login', '/account', '/admin', '/dev/inbox', '/nowhere'])
      assert.doesNotMatch((await get(service.url + path)).headers.get('content-security-policy') ?? '', /unsafe/, path);
  });

  it('is on in development, where the pages link to it, and otherwise only where DOCS=on', async (t) => {
    const on = await startService(t, 'sqlite');
    assert.match((await get(`${on.url}/`)).text, /<a href="\/docs">API reference<\/a>/);
    const off = await startService(t, 'sqlite', { DOCS: 'off' });
    for (const path of ['/docs', '/docs/', '/assets/reference.css', '/assets/swagger-ui.js']) {
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
});
