import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { refuseWeakPassword } from '../../../src/core/passwords/password-policy.ts';
import { Refusal } from '../../../src/core/refusal.ts';
import { anyString } from '../../support/any-string.ts';

function isAccepted(password: string): boolean {
  try {
    refuseWeakPassword({ field: 'password', password }, 'replacement');
    return true;
  } catch (error) {
    assert.ok(error instanceof Refusal && error.code === 'weak_password');
    return false;
  }
}

describe('the password rule', () => {
  it('wants eight code points, an uppercase letter and a digit of any script', () => {
    for (const good of [
      'Abcdefg1',
      'ÄÖÜäöü12',
      'Ж2345678',
      '👩👩👩👩👩👩A1',
      'Abcdef٤g',
      'A1 with blanks inside',
      '  Abcd e1  ',
      '  Abc1  ',
      'Abcdef1 ',
    ]) {
      assert.ok(isAccepted(good), good);
    }
    for (const bad of [
      '',
      'Abcdef1',
      'abcdefg1',
      'ABCDEFGH',
      '12345678',
      '👩👩👩A1',
      '中文密码中文密码1',
      ' Abcd1 ',
      'ßßßßßßß1',
    ]) {
      assert.ok(!isAccepted(bad), bad);
    }
  });

  it('counts what a reader sees as one letter as one, however it is composed', () => {
    assert.ok(!isAccepted('A1e\u0301e\u0301e\u0301'));
    assert.ok(isAccepted('A1e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301'));
  });

  it('agrees with its plain description for any string', () => {
    fc.assert(
      fc.property(anyString({ maxLength: 300 }), (password) => {
        const normalized = password.normalize('NFC');
        const holds = (text: string) => [...text].length >= 8 && /\p{Lu}/u.test(text) && /\p{Nd}/u.test(text);
        const expected = holds(normalized) && [...normalized].length <= 256;
        assert.equal(isAccepted(password), expected);
      }),
    );
  });
});
