import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { canonicalEmail } from '../../src/core/email-address.ts';
import { anyString } from '../support/any-string.ts';

/** An address of so many characters, each part of it within its own limit. */
const ofLength = (length: number): string => {
  const domain = `${'b'.repeat(60)}.`.repeat(3);
  return `${'a'.repeat(length - domain.length - 12)}@${domain}example.com`;
};

const ACCEPTED: [given: string, stored: string][] = [
  [ofLength(254), ofLength(254)],
  ['ada@example.com', 'ada@example.com'],
  ['ADA@EXAMPLE.COM', 'ada@example.com'],
  ['ada+news@example.com', 'ada+news@example.com'],
  ['ada.lovelace@sub.example.co.uk', 'ada.lovelace@sub.example.co.uk'],
  ["o'brien@example.com", "o'brien@example.com"],
  ['ada_%-@example.com', 'ada_%-@example.com'],
  ['1234567890@example.com', '1234567890@example.com'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@例え.jp', 'ada@xn--r8jz45g.jp'],
  ['ada@例え。jp', 'ada@xn--r8jz45g.jp'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
];

const REFUSED: string[] = [
  ofLength(255),
  ...[
    '',
    ' ',
    '@',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@localhost',
    'ada@@example.com',
    'ada@exa mple.com',
  ],
  ...[
    'a da@example.com',
    'ada@example..com',
    '.ada@example.com',
    'ada.@example.com',
    'ada..l@example.com',
    'ada@.example.com',
  ],
  ...[
    'ada@example.com.',
    'ada@-example.com',
    'ada@example-.com',
    'ada@exam_ple.com',
    'ada@[127.0.0.1]',
    'ada@127.0.0.1',
  ],
  ...[
    '"ada"@example.com',
    '"a@b"@example.com',
    'ada(comment)@example.com',
    'ada@example.com(comment)',
    'Ada <ada@example.com>',
  ],
  ...['ada@example.com,eve@example.com', 'ada@example.com;eve@example.com', 'ada@example.com eve@example.com'],
  ...['ada@example.com\r\nBcc: eve@example.com', 'ada@example.com\0', 'ada\n@example.com', 'ada@exa\tmple.com'],
  // Other letters that look or fold alike are other addresses, and we know none of them.
  ...['mıke@example.com', '\u212aim@example.com', 'ádá@example.com', 'аda@example.com', 'ada@ex%61mple.bücher.com'],
  // A URL's parser would take these for the end of the host name, and what is in front of them for the whole domain.
  ...['/', '?', '#', '\\', ':', ':8080/', '@', ';', '|', '<', '&', '!', '_', '[', '`', '^'].flatMap((sign) => [
    `victim@example.com${sign}é`,
    `victim@example.com${sign}é.evil.example`,
    `victim@bücher${sign}evil.example`,
  ]),
  // The same signs in other widths and compositions, which become them in the ASCII form.
  ...['／', '？', '＃', '＼', '：', '＠', '℀', '℆', '⁇', '⩴'].map((sign) => `victim@example.com${sign}é`),
  ...['ada@exam\u00adple.com', 'ada@ex\u200bample.com', 'ada@example.com\u2060'],
  ...['victim@é..example', 'victim@.é.example', 'victim@é.example.', 'victim@１２７.0.0.1'],
  ...[`${'a'.repeat(65)}@example.com`, `ada@${'a'.repeat(64)}.com`, `ada@${`${'a'.repeat(50)}.`.repeat(5)}com`],
];

describe('an e-mail address', () => {
  for (const [given, stored] of ACCEPTED) {
    it(`${given} is stored as ${stored}`, () => assert.equal(canonicalEmail(given), stored));
  }
  for (const given of REFUSED) {
    it(`${JSON.stringify(given)} is refused`, () => assert.equal(canonicalEmail(given), undefined));
  }

  it('has one spelling: what is stored is stored as itself again, and is plain ASCII', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string(), anyString()), (given) => {
        const stored = canonicalEmail(given);
        if (stored === undefined) return;
        assert.equal(canonicalEmail(stored), stored);
        assert.match(stored, /^[!-~]+@[a-z0-9.-]+$/);
        assert.equal(stored, stored.toLowerCase());
        assert.equal(stored.split('@').length, 2);
        assert.ok(stored.length <= 254);
      }),
      { numRuns: 500 },
    );
  });

  it('is judged quickly, however long it is', () => {
    const started = performance.now();
    for (const hostile of [
      'a'.repeat(60_000),
      `${'a.'.repeat(30_000)}@b.c`,
      `a@${'b.'.repeat(30_000)}c`,
      `${'@'.repeat(60_000)}`,
    ]) {
      assert.equal(canonicalEmail(hostile), undefined);
    }
    assert.ok(performance.now() - started < 1000);
  });
});
