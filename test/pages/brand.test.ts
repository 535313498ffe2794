import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import PostalMime from 'postal-mime';
import { readMailLogo } from '../../src/mail/render/logo.ts';
import { readCustomCss } from '../../src/pages/custom-css.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runProgram } from '../support/command.ts';
import { pngOf } from '../support/png.ts';
import { registered, startService } from '../support/service.ts';

function fileWith(t: TestContext, name: string, content: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-brand-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

async function get(url: string) {
  const response = await fetch(url, { redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const CSS = `:root { --brand: #123456; --radius: 0; }
@font-face { font-family: Own; src: url("data:font/woff2;base64,AAAA") format("woff2"); }
body { background-image: url(/paper.png) } /* url(https://example.com) is only a comment */`;

describe('CUSTOM_CSS', () => {
  it('is linked after our own style sheet and may be kept for ever, under the same policy', async (t) => {
    const service = await startService(t, 'sqlite', { CUSTOM_CSS: fileWith(t, 'brand.css', CSS) });
    const { text, headers } = await get(`${service.url}/login`);
    const [ours = '', theirs = ''] = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(
      ([, address]) => address ?? '',
    );
    assert.match(ours, /^\/assets\/pages\.css\?v=/);
    assert.match(theirs, /^\/assets\/custom\.css\?v=[\w-]{12}$/);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /style-src 'self'; .*img-src 'self'; font-src data:;/);
    assert.doesNotMatch(policy, /unsafe/);
    const css = await get(`${service.url}${theirs}`);
    assert.equal(css.headers.get('content-type'), 'text/css; charset=utf-8');
    assert.equal(css.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(css.text, CSS);
    const without = await startService(t, 'sqlite');
    assert.doesNotMatch((await get(`${without.url}/login`)).headers.get('content-security-policy') ?? '', /font-src/);
    assert.equal((await get(`${without.url}/assets/custom.css`)).status, 404);
  });

  it('is refused when it would not work', (t) => {
    const wrong: [css: string | Buffer, problem: RegExp][] = [
      ['@import "other.css";', /must not import/],
      ['a { background: url(https://cdn.example.com/x.png) }', /must not load "https:\/\/cdn\.example\.com\/x\.png"/],
      ["a { background: url('//cdn.example.com/x.png') }", /must not load "\/\/cdn/],
      ['a { background: url(x.png) }', /must not load "x\.png"/],
      ['a { background: url(data:text/html,x) }', /must not load/],
      ['a { color: red', /has a \{ without its \}/],
      ['a } color: red {', /has a \{ without its \}/],
      [Buffer.from([0x61, 0xff, 0xfe]), /must be a style sheet in UTF-8/],
      ['a'.repeat(513 * 1024), /at most 512 KiB/],
    ];
    for (const [css, problem] of wrong) assert.throws(() => readCustomCss(fileWith(t, 'x.css', css)), problem);
    assert.doesNotThrow(() => readCustomCss(fileWith(t, 'x.css', 'a::before { content: "}" }')));
  });

  it('that is not there stops the start with one line', async (t) => {
    const folder = join(fileWith(t, 'x', ''), '..');
    const { code, stderr } = await runProgram([], { CUSTOM_CSS: './none.css', DATA_DIR: folder, PORT: '0' }, folder);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^latchkey: CUSTOM_CSS must name a readable file, and [^\n]*none\.css cannot be read \(ENOENT\)\. Example: [^\n]*\n$/,
    );
  });
});

describe('the brand', () => {
  it('may have a dark logo and an icon of its own, and their hosts are all that is allowed', async (t) => {
    const service = await startService(t, 'sqlite', {
      LOGO_URL: 'https://cdn.example.com/logo.svg',
      LOGO_DARK_URL: 'https://dark.example.com/logo.svg',
      FAVICON_URL: 'data:image/svg+xml,%3Csvg/%3E',
    });
    const { text, headers } = await get(`${service.url}/login`);
    assert.match(
      text,
      /<picture><source media="\(prefers-color-scheme: dark\)" srcset="https:\/\/dark\.example\.com\/logo\.svg"><img class="logo" src="https:\/\/cdn\.example\.com\/logo\.svg"/,
    );
    assert.match(text, /<link rel="icon" href="data:image\/svg\+xml,%3Csvg\/%3E">/);
    assert.match(
      headers.get('content-security-policy') ?? '',
      /img-src 'self' https:\/\/cdn\.example\.com https:\/\/dark\.example\.com data:;/,
    );
    assert.equal((await get(`${service.url}/favicon.ico`)).headers.get('content-type'), 'image/svg+xml');
    const other = await startService(t, 'sqlite', { FAVICON_URL: 'https://cdn.example.com/icon.png' });
    const icon = await get(`${other.url}/favicon.ico`);
    assert.deepEqual([icon.status, icon.headers.get('location')], [302, 'https://cdn.example.com/icon.png']);
  });
});

const inOneLine = (html: string): string => html.replaceAll(/\s+/g, ' ');

describe('MAIL_LOGO', () => {
  it('is attached to e-mails and shown in them, another one in the dark, and nothing is loaded', async (t) => {
    const [light, dark] = [pngOf(128, 128, [0, 90, 80, 255]), pngOf(128, 128, [120, 255, 220, 255])];
    const service = await startService(t, 'sqlite', {
      MAIL_LOGO: fileWith(t, 'logo.png', light),
      MAIL_LOGO_DARK: fileWith(t, 'dark.png', dark),
    });
    const { email } = await registered(service);
    const [message] = await service.emailsTo(email);
    assert.ok(message);
    const { html: source = '', text = '', attachments } = await PostalMime.parse(message.raw);
    const html = inOneLine(source);
    assert.deepEqual(
      attachments.map(({ contentId, mimeType, disposition, content }) => [
        contentId,
        mimeType,
        disposition,
        Buffer.from(content as ArrayBuffer).equals(contentId === '<logo>' ? light : dark),
      ]),
      [
        ['<logo>', 'image/png', 'inline', true],
        ['<logo-dark>', 'image/png', 'inline', true],
      ],
    );
    assert.match(html, /<img class="logo" src="cid:logo" width="32" height="32" alt="" style="display:block/);
    assert.match(html, /<img class="logo-dark" src="cid:logo-dark" [^>]*style="display:none/);
    assert.match(html, /\.logo-dark \{ display: block !important; \}/);
    assert.doesNotMatch(html, /src="http/);
    assert.match(text, /Verify|verify|confirm/);
    for (const line of message.raw.split('\r\n')) assert.ok(line.length <= 998);
  });

  it('is seen in the developer inbox, and a wordmark stands for the name', async (t) => {
    const wordmark = pngOf(300, 60, [0, 0, 0, 255]);
    const settings = { SMTP_URL: '', MAIL_FROM: '', MAIL_LOGO: fileWith(t, 'logo.png', wordmark) };
    const service = await startService(t, 'sqlite', settings);
    const { email } = await registered(service);
    const { text } = await service.request('GET', `/dev/inbox?to=${email}`);
    const { data } = JSON.parse(text) as { data: { html: string }[] };
    const image = `src="data:image/png;base64,${wordmark.toString('base64')}" width="160" height="32" alt="Latchkey"`;
    assert.ok(inOneLine(data[0]?.html ?? '').includes(image));
  });

  it('is refused when it is no PNG or too large', (t) => {
    const svg = fileWith(t, 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    assert.throws(() => readMailLogo('MAIL_LOGO', svg), /^.*MAIL_LOGO must be a PNG file, .* Example: MAIL_LOGO=/);
    const large = fileWith(t, 'logo.png', Buffer.concat([pngOf(1, 1, [0, 0, 0, 0]), Buffer.alloc(64 * 1024)]));
    assert.throws(() => readMailLogo('MAIL_LOGO_DARK', large), /MAIL_LOGO_DARK must be a file of at most 64 KiB/);
  });
});
