import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readConfig } from '../../src/config/config.ts';
import { allowedReturnUrl } from '../../src/config/return-urls.ts';

const { returnUrls } = readConfig(
  { RETURN_URLS: 'https://app.example.com, https://example.com/app/ http://localhost:5173 https://bücher.example' },
  1,
);
const decide = (...values: string[]) => allowedReturnUrl(returnUrls, values);

/** The address asked for, and the one that the visitor is sent to. */
const ALLOWED: readonly [asked: string, sentTo: string][] = [
  ['https://app.example.com', 'https://app.example.com/'],
  ['https://app.example.com/', 'https://app.example.com/'],
  ['https://app.example.com/a/b?c=d&e=%26#f', 'https://app.example.com/a/b?c=d&e=%26#f'],
  ['https://app.example.com?a=//evil.example', 'https://app.example.com/?a=//evil.example'],
  ['https://app.example.com/#@evil.example', 'https://app.example.com/#@evil.example'],
  ['https://app.example.com/@evil.example', 'https://app.example.com/@evil.example'],
  ['https://app.example.com//evil.example', 'https://app.example.com//evil.example'],
  ['https://app.example.com/..%2f', 'https://app.example.com/..%2f'],
  ['https://app.example.com/groups/a%2Fb', 'https://app.example.com/groups/a%2Fb'],
  // The default port, upper case in scheme and host, and an IDN in either spelling name the same origin.
  ['https://app.example.com:443/a', 'https://app.example.com/a'],
  ['HTTPS://APP.Example.COM/a', 'https://app.example.com/a'],
  ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
  ['https://xn--bcher-kva.example/', 'https://xn--bcher-kva.example/'],
  ['http://localhost:5173/x', 'http://localhost:5173/x'],
  ['https://example.com/app', 'https://example.com/app'],
  ['https://example.com/app/', 'https://example.com/app/'],
  ['https://example.com/app/deep?x#y', 'https://example.com/app/deep?x#y'],
  ['https://example.com/x/../app/y', 'https://example.com/app/y'],
  ['https://example.com/app/..hidden', 'https://example.com/app/..hidden'],
  ['https://example.com/app/100%25', 'https://example.com/app/100%25'],
  // What the application does with a parameter of its own is up to the application.
  [
    'https://app.example.com/?return_to=https://evil.example',
    'https://app.example.com/?return_to=https://evil.example',
  ],
];

const REFUSED: readonly string[] = [
  '',
  ' ',
  'null',
  'undefined',
  // Another scheme, or none.
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://app.example.com/%0aalert(1)',
  'javascript:https://app.example.com/',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://app.example.com/0f1e',
  'filesystem:https://app.example.com/x',
  'view-source:https://app.example.com/',
  'file:///etc/passwd',
  'ftp://app.example.com/',
  'ws://app.example.com/',
  'app.example.com',
  '/account',
  '/',
  '.',
  '?a=b',
  // Without a full `scheme://host`.
  '//app.example.com/',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'https:evil.example',
  'https:app.example.com',
  'https:/app.example.com',
  'https:///app.example.com',
  'https:\\\\app.example.com',
  'http:evil.example',
  // Backslashes, blanks, tabs, line breaks and other control characters.
  'https://app.example.com\\@evil.example',
  'https://evil.example\\@app.example.com',
  'https://app.example.com\\.evil.example',
  'https://app.example.com/\\evil.example',
  'https://evil.example\\app.example.com',
  ' https://app.example.com/',
  'https://app.example.com/ ',
  'https://app.example.com/\n',
  'https://app.example.com/\r\nLocation: https://evil.example',
  'ht\ttps://app.example.com/',
  'https://app.exa\nmple.com/',
  '\u0000https://app.example.com/',
  'https://app.example.com/\u0000',
  '\u00a0https://app.example.com/',
  'https://app.example.com\u0085.evil.example',
  // A user, as in phishing links.
  'https://app.example.com@evil.example/',
  'https://app.example.com:443@evil.example/',
  'https://app.example.com%2f@evil.example/',
  'https://user@app.example.com/',
  'https://user:password@app.example.com/',
  'https://:password@app.example.com/',
  'https://evil.example#@app.example.com/',
  'https://evil.example?@app.example.com/',
  'https://evil.example/@app.example.com/',
  // Another host that looks alike or contains the right one.
  'https://evil.example/https://app.example.com/',
  'https://evil.example/?https://app.example.com/',
  'https://evil.example#https://app.example.com/',
  'https://app.example.com.evil.example/',
  'https://app.example.com.',
  'https://app.example.com./',
  'https://app.example.comevil.example/',
  'https://evil-app.example.com/',
  'https://evilapp.example.com/',
  'https://evil.app.example.com/',
  'https://example.com/',
  'https://app.example.org/',
  'https://app-example.com/',
  'https://app.example.com%2eevil.example/',
  'https://app.example.com%00.evil.example/',
  'https://app.example.com%0d%0a.evil.example/',
  'https://app.example.com%23.evil.example/',
  'https://app.example.com;.evil.example/',
  'https://app.example.com|.evil.example/',
  'https://app。example.com.evil.example/',
  'https://аpp.example.com/', // Cyrillic а
  'https://app.ехаmple.com/',
  'https://app.example.com。evil.example/',
  'https://app.example.com／evil.example',
  'https://app.example.com․evil.example/',
  'https://bucher.example/',
  'https://127.0.0.1/',
  'https://0x7f000001/',
  'https://[::1]/',
  'http://localhost.evil.example:5173/',
  // Another scheme or port of the right host.
  'http://app.example.com/',
  'https://app.example.com:444/',
  'https://app.example.com:80/',
  'http://app.example.com:443/',
  'https://app.example.com:99999/',
  'https://app.example.com:443.evil.example/',
  'http://localhost/',
  'http://localhost:5174/',
  'https://localhost:5173/',
  'http://localhost:51730/',
  // Beside the path of an entry, or out of it.
  'https://example.com/application',
  'https://example.com/app.evil',
  'https://example.com/app;x',
  'https://example.com/app%2f..',
  'https://example.com/APP',
  'https://example.com/ap',
  'https://example.com//app',
  'https://example.com/%61pp',
  'https://example.com/app/..',
  'https://example.com/app/../admin',
  'https://example.com/app/%2e%2e/admin',
  'https://example.com/app/.%2E/admin',
  'https://example.com/app/..%2fadmin',
  'https://example.com/app/..%5cadmin',
  'https://example.com/app/%252e%252e/admin',
  'https://example.com/app/%25252e%25252e%25252fadmin',
  'https://example.com/app/x%2f..%2f..%2fadmin',
  'https://example.com/app/..;/admin',
  'https://example.com/app/..%3b/admin',
  'https://example.com/app/.;/admin',
  'https://example.com?/app',
  'https://example.com#/app',
  // Very long, as written or as the URL parser writes it.
  `https://app.example.com/${'a'.repeat(2048)}`,
  `https://app.example.com/${'ä'.repeat(700)}`,
];

describe('an address to return to', () => {
  it('is one of RETURN_URLS or below it, and is passed on as the URL parser prints it', () => {
    for (const [asked, sentTo] of ALLOWED) assert.equal(decide(asked), sentTo, asked);
  });

  it('is refused by every trick that is known to lead elsewhere', () => {
    for (const asked of REFUSED) assert.equal(decide(asked), undefined, JSON.stringify(asked));
  });

  it('is refused when it is given twice, or when no address is allowed', () => {
    const good = 'https://app.example.com/';
    assert.equal(decide(good), good);
    assert.equal(decide(good, good), undefined);
    assert.equal(decide(good, 'https://evil.example/'), undefined);
    assert.equal(decide(), undefined);
    assert.equal(allowedReturnUrl([], [good]), undefined);
  });

  it('leads to an allowed origin whatever is asked for, and is judged the same again', () => {
    const origins = new Set(returnUrls.map(({ origin }) => origin));
    const piece = fc.constantFrom(
      ...[
        'https:',
        'http:',
        '//',
        '/',
        '\\',
        '@',
        ':',
        '.',
        '..',
        '%2e',
        '%2f',
        '%5c',
        '%09',
        '\t',
        '\n',
        '?',
        '#',
        ';',
      ],
      ...[
        'app.example.com',
        'example.com',
        'evil.example',
        'localhost',
        '5173',
        '443',
        'app',
        'javascript:',
        'а',
        '。',
      ],
    );
    const nearly = fc.tuple(fc.constantFrom('https://app.example.com', 'https://example.com/app', ''), fc.array(piece));
    fc.assert(
      fc.property(nearly, ([start, pieces]) => {
        const sentTo = decide(start + pieces.join(''));
        if (sentTo === undefined) return;
        const url = new URL(sentTo);
        assert.ok(origins.has(url.origin), sentTo);
        assert.ok(url.origin !== 'https://example.com' || /^\/app(\/|$)/.test(url.pathname), sentTo);
        assert.equal(decide(sentTo), sentTo);
      }),
      { numRuns: 2000 },
    );
  });
});
