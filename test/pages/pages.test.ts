import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BUILT_IN_LANGUAGES } from '../../src/config/languages.ts';
import { CONSOLE_TEXTS } from '../../src/console/texts/languages.ts';
import { EMAIL_TEXTS } from '../../src/mail/texts/languages.ts';
import { PAGE_TEXTS } from '../../src/pages/texts/languages.ts';
import { startService } from '../support/service.ts';
import { createServiceProcess } from '../support/service-process.ts';

const PATHS = [
  '/',
  '/register',
  '/login',
  '/verify',
  '/forgot-password',
  '/reset-password',
  '/invitation',
  '/confirm-email-change',
  '/stop-email-change',
  '/revert-email-change',
  '/account',
  '/admin',
  '/admin/users',
  '/admin/users/1',
  '/admin/sessions',
  '/admin/audit',
  '/admin/emails',
  '/admin/keys',
  '/admin/api-keys',
  '/admin/settings',
  '/admin/claim',
];

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('the hosted pages', () => {
  it('are found with a slash behind their address, and lead to nowhere else', async (t) => {
    const service = await startService(t, 'sqlite');
    const slashed = async (path: string) => {
      const response = await fetch(service.url + path, { redirect: 'manual', headers: { accept: 'text/html' } });
      return [response.status, response.headers.get('location')];
    };
    for (const path of PATHS.slice(1)) {
      assert.deepEqual(await slashed(`${path}/`), [308, path]);
      assert.deepEqual(await slashed(`${path}/?token=a.b-c&lang=de`), [308, `${path}?token=a.b-c&lang=de`]);
    }
    assert.deepEqual(await slashed('/login/?return_to=%2F%2Fevil.example'), [
      308,
      '/login?return_to=%2F%2Fevil.example',
    ]);
    assert.deepEqual(await slashed('/admin/users/%2F%2Fevil.example%0D%0A/'), [404, null]);
    for (const path of ['//login/', '//evil.example/login/', '/login//', '/api/me/', '/assets/', '/nobody/']) {
      assert.deepEqual(await slashed(path), [404, null], path);
    }
  });

  it('encode what their forms are drawn with, and have them before any script', async (t) => {
    const service = await startService(t, 'sqlite', { INDUSTRIES: 'R&amp;D, Music' });
    const { text } = await get(`${service.url}/register`);
    const [form = ''] = /<form id="register-form".*?<\/form>/s.exec(text) ?? [];
    assert.match(form, /<option value="R&amp;amp;D">R&amp;amp;D<\/option>/);
    for (const name of ['full_name', 'email', 'phone_number', 'industry', 'password'])
      assert.match(form, new RegExp(`<(input|select) id="${name}"`), name);
  });

  it('allow nothing but their own files, no frame round them and no referrer', async (t) => {
    const service = await startService(t, 'sqlite');
    for (const path of PATHS) {
      const { status, headers, text } = await get(`${service.url}${path}?token=shown-nowhere`);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"]) {
        assert.ok(policy.split('; ').includes(part), `${path}: ${part}`);
      }
      for (const part of ["frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'", "trusted-types 'none'"]) {
        assert.ok(policy.split('; ').includes(part), `${path}: ${part}`);
      }
      assert.equal(/img-src 'self'(;|$)/.test(policy), path !== '/account');
      assert.doesNotMatch(policy, /unsafe|\*/);
      assert.doesNotMatch(text, /<script(?![^>]* src=")|<style|\sstyle="|\son\w+="|="https?:/);
      assert.doesNotMatch(text, /shown-nowhere/);
    }
  });

  it('show the preview of an e-mail in a frame of their own that runs no scripts', async (t) => {
    const service = await startService(t, 'sqlite');
    const { status, headers, text } = await get(
      `${service.url}/admin/emails/preview?kind=password_reset&language=fr&scheme=dark`,
    );
    assert.equal(status, 200);
    const policy = (headers.get('content-security-policy') ?? '').split('; ');
    for (const part of ["default-src 'none'", "frame-ancestors 'self'"]) assert.ok(policy.includes(part), part);
    const sandbox = policy.find((part) => part.startsWith('sandbox')) ?? '';
    assert.ok(sandbox !== '' && !/allow-(scripts|same-origin|forms)/.test(sandbox), sandbox);
    assert.match(text, /<html[^>]* lang="fr"/);
    assert.doesNotMatch(text, /prefers-color-scheme/);
    assert.match(
      (await get(`${service.url}/admin/emails`)).headers.get('content-security-policy') ?? '',
      /frame-src 'self'/,
    );
    for (const kind of ['', 'letter', '__proto__'])
      assert.equal((await get(`${service.url}/admin/emails/preview?kind=${kind}`)).status, 404, kind);
  });

  it('can be asked for by HEAD, and refuse every other method in the envelope', async (t) => {
    const service = await startService(t, 'sqlite');
    for (const path of PATHS) {
      const head = await fetch(`${service.url}${path}`, { method: 'HEAD' });
      assert.equal(head.status, 200);
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const refused = await service.request(method, path);
        assert.equal(refused.status, 405);
        assert.deepEqual(refused.headers.get('allow')?.split(', ').sort(), ['GET', 'HEAD', 'OPTIONS']);
      }
    }
  });

  it('leave every other path to the envelope', async (t) => {
    const service = await startService(t, 'sqlite');
    for (const path of [
      '/nothing',
      '/assets',
      '/assets/x/y.js',
      '/assets/x/pages/scripts.js',
      '/assets/x/../../main.js',
    ]) {
      assert.equal((await service.request('GET', path)).status, 404, path);
    }
  });

  it('have a page for a person who mistyped an address, and for nobody else', async (t) => {
    const service = await startService(t, 'sqlite');
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const { status, headers, text } = await get(`${service.url}/nothing?x=<script>`, { accept });
    assert.equal(status, 404);
    assert.equal(headers.get('x-error-code'), 'not_found');
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.match(text, /Page not found/);
    assert.doesNotMatch(text, /<script/);
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['POST', '/nothing'],
    ] as const) {
      assert.equal((await service.request(method, path, { headers: { accept } })).status, 404);
    }
    const without = await startService(t, 'sqlite', { PAGES: 'off' });
    assert.equal((await without.request('GET', '/nothing', { headers: { accept } })).status, 404);
  });

  it('are served by a process that prints no warning', async (t) => {
    // Without what an earlier process has kept: what is experimental in Node says so.
    const service = await createServiceProcess(t, { settings: { NODE_DISABLE_COMPILE_CACHE: '1' } });
    await service.start();
    const { status, text } = await get(`${service.url}/login`);
    assert.equal(status, 200);
    const [, script] = /<script type="module" src="([^"]+)"/.exec(text) ?? [];
    assert.equal((await get(`${service.url}${script}`)).status, 200);
    await service.end('SIGTERM');
    assert.doesNotMatch(service.output(), /warning/i);
    assert.match(service.output(), / GET \/login 200 [\d.]+ ms\n/);
  });

  it('are gone with PAGES=off', async (t) => {
    const service = await startService(t, 'sqlite', { PAGES: 'off' });
    for (const path of PATHS) assert.equal((await service.request('GET', path)).status, 404);
  });

  it('have no console with ADMIN=off, and lead nobody there', async (t) => {
    const service = await startService(t, 'sqlite', { ADMIN: 'off' });
    for (const path of PATHS.filter((one) => one.startsWith('/admin'))) {
      assert.equal((await service.request('GET', path)).status, 404, path);
    }
    assert.equal((await service.request('GET', '/assets/console.css')).status, 404);
    assert.match((await get(`${service.url}/login?return_to=/admin`)).text, /latchkey-return-to" content="">/);
  });

  it('refer to scripts and styles that may be kept for ever, and that any instance has', async (t) => {
    const service = await startService(t, 'sqlite');
    const { text } = await get(`${service.url}/login`);
    const addresses = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css)[^"]*)"/g)].map(
      ([, address]) => address ?? '',
    );
    assert.ok(addresses.length >= 4, addresses.join());
    for (const address of addresses) {
      const { status, headers } = await get(`${service.url}${address}`);
      assert.equal(status, 200);
      assert.match(headers.get('content-type') ?? '', /^text\/(javascript|css); charset=utf-8$/);
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
      // A page of a neighbour with another version, in the middle of an update. What its script shares with others,
      // only that neighbour has.
      if (address.endsWith('/chunk.js')) continue;
      const other = address.replace(/(?<=assets\/)[^/.]+(?=\/)|(?<=v=).*/, 'other');
      const stale = await get(`${service.url}${other}`);
      assert.equal(stale.status, 200);
      assert.equal(stale.headers.get('cache-control'), 'no-store');
    }
  });

  it('have an icon, also where browsers look for one by themselves', async (t) => {
    const service = await startService(t, 'sqlite', { SMTP_URL: '', MAIL_FROM: '', BRAND_COLOR: '#0B7A75' });
    const onlyInbox = await startService(t, 'sqlite', { SMTP_URL: '', MAIL_FROM: '', PAGES: 'off', DOCS: 'off' });
    for (const { url } of [service, onlyInbox]) {
      const { status, headers, text } = await get(`${url}/favicon.ico`);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'image/svg+xml');
      assert.match(headers.get('cache-control') ?? '', /^public, max-age=\d+$/);
      assert.match(text, url === service.url ? /^<svg .*#0b7a75/ : /^<svg /);
      const inbox = await get(`${url}/dev/inbox`, { accept: 'text/html' });
      assert.match(inbox.text, /<link rel="icon" href="\/assets\/icon\.svg">/);
      assert.equal((await get(`${url}/assets/icon.svg`)).text, text);
    }
    const without = await startService(t, 'sqlite', { PAGES: 'off', DOCS: 'off' });
    assert.equal((await get(`${without.url}/favicon.ico`)).status, 404);
  });

  it('speak the language of the reader', async (t) => {
    const service = await startService(t, 'sqlite');
    const wishes: [header: string | undefined, language: string][] = [
      [undefined, 'en'],
      ['de-AT,de;q=0.9,en;q=0.8', 'de'],
      ['es, fr-CH;q=0.7, en;q=0.3', 'fr'],
      ['fr;q=0.2, de;q=0.6', 'de'],
      ['de;q=0, fr;q=0.1', 'fr'],
      ['xx, *', 'en'],
      [',;q=;;=,-', 'en'],
    ];
    for (const [header, language] of wishes) {
      const { text, headers } = await get(
        `${service.url}/login`,
        header === undefined ? {} : { 'accept-language': header },
      );
      assert.match(text, new RegExp(`<html lang="${language}">`), String(header));
      assert.match(headers.get('vary') ?? '', /Accept-Language/);
    }
  });

  it('lead where RETURN_URLS allows, and do not repeat or reveal any other address', async (t) => {
    const good = 'https://app.example.com/cart?a=1&b=2';
    const service = await startService(t, 'sqlite', {
      RETURN_URLS: 'https://app.example.com/cart, https://internal.example',
      HOME_URL: '/shop',
    });
    const page = async (...values: string[]) => {
      const query = values.map((value) => `return_to=${encodeURIComponent(value)}`).join('&');
      return (await get(`${service.url}/login?${query}`)).text;
    };
    const text = await page(good);
    assert.match(text, /<meta name="latchkey-return-to" content="https:\/\/app\.example\.com\/cart\?a=1&amp;b=2">/);
    assert.match(
      await page('/admin/users?query=ada%40x&sort=-id'),
      /latchkey-return-to" content="\/admin\/users\?query=/,
    );
    const carried = 'return_to=https%3A%2F%2Fapp.example.com%2Fcart%3Fa%3D1%26b%3D2';
    for (const path of ['/register', '/forgot-password']) assert.ok(text.includes(`href="${path}?${carried}"`), path);
    assert.match(text, /<a class="brand" href="\/shop">/);
    assert.doesNotMatch(text, /internal\.example/);
    for (const values of [
      ['https://evil.example/'],
      ['https://app.example.com/carts'],
      ['https://app.example.com@evil.example/cart'],
      ['//app.example.com/cart'],
      ['javascript:alert(1)//app.example.com/cart'],
      ['"><script>alert(1)</script>'],
      ['/account'],
      ['/administrators'],
      ['/admin//evil.example'],
      ['/admin/../evil'],
      ['/admin/%2e%2e/evil'],
      ['/admin\\evil'],
      ['/admin/users?x=<evil>'],
      ['/admin/users#evil'],
      ['//evil.example/admin'],
      ['/admin', '/admin/evil'],
      [good, 'https://evil.example/'],
    ]) {
      const refused = await page(...values);
      assert.match(refused, /<meta name="latchkey-return-to" content="">/);
      assert.doesNotMatch(refused, /return_to=|evil|alert\(|app\.example/);
    }
  });

  it('have styles of the console that no other page loads', async (t) => {
    const service = await startService(t, 'sqlite');
    const linked = async (path: string) =>
      (await get(`${service.url}${path}`)).text.match(/<link rel="stylesheet" href="\/assets\/\w+/g)?.length;
    assert.equal(await linked('/admin/users'), 2);
    assert.equal(await linked('/login'), 1);
    assert.match((await get(`${service.url}/assets/console.css`)).text, /\.console-page\{/);
    assert.doesNotMatch((await get(`${service.url}/login`)).text, /latchkey-console/);
  });

  it('send password managers to the page where a password is changed', async (t) => {
    const service = await startService(t, 'sqlite');
    const known = '/.well-known/change-password';
    const { status, headers } = await fetch(`${service.url}${known}`, { redirect: 'manual' });
    assert.equal(status, 303);
    assert.equal(headers.get('location'), '/account#change-password');
    // Password managers first make sure that the service does not answer everything with success.
    const unknown = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
    assert.equal((await service.request('GET', unknown)).status, 404);
    const without = await startService(t, 'sqlite', { PAGES: 'off' });
    assert.equal((await without.request('GET', known)).status, 404);
  });

  it('have every text in every language, with the same blanks to fill in', () => {
    const blanks = (texts: object): string[] =>
      Object.entries(texts).flatMap(([name, text]) =>
        typeof text === 'object'
          ? blanks(text).map((blank) => `${name}.${blank}`)
          : [`${name} ${(text.match(/\{\w+\}/g) ?? []).sort()}`],
      );
    for (const language of BUILT_IN_LANGUAGES)
      for (const texts of [PAGE_TEXTS, CONSOLE_TEXTS])
        assert.deepEqual(blanks(texts[language]).sort(), blanks(texts.en).sort(), language);
  });

  it('call a step what the e-mail that leads to it calls it', () => {
    for (const language of BUILT_IN_LANGUAGES) {
      const { verify, reset } = PAGE_TEXTS[language];
      const { verification, password_reset } = EMAIL_TEXTS[language].kinds;
      assert.ok('button' in verification && 'button' in password_reset);
      assert.ok(verify.confirm.toLowerCase().endsWith(verification.button.toLowerCase()), verify.confirm);
      assert.equal(reset.title.slice(0, 5), password_reset.button.slice(0, 5));
    }
  });

  it('wear the brand of the deployment, encoded', async (t) => {
    const brand = {
      PRODUCT_NAME: 'Fish & "Chips"',
      BRAND_COLOR: '#0B7A75',
      LOGO_URL: 'https://cdn.example.com/logo.svg?a=1&b="',
      TERMS_URL: '/terms?x="><script>',
      PRIVACY_URL: 'https://example.com/privacy',
      SUPPORT_EMAIL: 'help@example.com',
    };
    const service = await startService(t, 'sqlite', brand);
    const { text, headers } = await get(`${service.url}/register`);
    assert.match(text, /<title>Create your account · Fish &amp; &quot;Chips&quot;<\/title>/);
    assert.match(text, /src="https:\/\/cdn\.example\.com\/logo\.svg\?a=1&amp;b=%22"/);
    assert.match(headers.get('content-security-policy') ?? '', /img-src 'self' https:\/\/cdn\.example\.com;/);
    assert.match(text, /href="\/terms\?x=%22%3E%3Cscript%3E"/);
    assert.match(text, /href="https:\/\/example\.com\/privacy"/);
    assert.match(text, /href="mailto:help@example\.com"/);
    const css = await get(`${service.url}/assets/pages.css`);
    assert.match(css.text, /--brand: #0b7a75; --on-brand: #ffffff;/);
  });
});
