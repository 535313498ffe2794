import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { escapeControlCharacters } from '../../src/lib/escape-control-characters.ts';
import { anyString } from '../support/any-string.ts';

describe('the words of another system', () => {
  const SPELLED: [given: string, written: string][] = [
    ['550 5.1.1 no such user', '550 5.1.1 no such user'],
    ['Zoë 🎉, naïve', 'Zoë 🎉, naïve'],
    ['550-first\r\n550 second', '550-first 550 second'],
    ['no\n\n  12:00:00 request', 'no 12:00:00 request'],
    ['a\tb\vc\fd\re\u0085f\u2028g\u2029h', 'a b c d e f g h'],
    ['\u0000\u0008\u000e\u001f\u007f', '\\u0000\\u0008\\u000e\\u001f\\u007f'],
    ['\u0080\u0084\u0086\u009f', '\\u0080\\u0084\\u0086\\u009f'],
    ['\u001b[2K\u0007\u009b31m', '\\u001b[2K\\u0007\\u009b31m'],
    ['\u202a\u202e\u2066\u2069\u061c\u200e\u200f', '\\u202a\\u202e\\u2066\\u2069\\u061c\\u200e\\u200f'],
    ['\ud800', '\ufffd'],
  ];
  for (const [given, written] of SPELLED) {
    it(`${JSON.stringify(given)} is written as ${written}`, () =>
      assert.equal(escapeControlCharacters(given), written));
  }

  it('are one line that steers no terminal, whatever they are', () => {
    fc.assert(
      fc.property(anyString(), (given) => {
        assert.doesNotMatch(escapeControlCharacters(given), /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});
