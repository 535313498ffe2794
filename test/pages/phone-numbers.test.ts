import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withCallingCode } from '../../src/pages/browser/phone-numbers.ts';

/** Each with the number as it is written in the country, and as it is dialled from abroad. */
const NUMBERS: readonly [country: string, entered: string, expected: string][] = [
  ['DE', '030 123456', '+49 30 123456'],
  ['DE', '(030) 123456', '+49 (30) 123456'],
  ['GB', '(0) 20 7946 0000', '+44 20 7946 0000'],
  ['US', '415-555-0100', '+1 415-555-0100'],
  ['US', '1 415-555-0100', '+1 415-555-0100'],
  ['RU', '8 912 345-67-89', '+7 912 345-67-89'],
  ['HU', '06 30 123 4567', '+36 30 123 4567'],
  ['HU', '30 123 4567', '+36 30 123 4567'],
  ['BY', '80 29 123 45 67', '+375 29 123 45 67'],
  ['IT', '06 1234 5678', '+39 06 1234 5678'],
  ['BJ', '01 95 12 34 56', '+229 01 95 12 34 56'],
  ['FR', '0033 1 23 45 67 89', '+33 1 23 45 67 89'],
  ['FR', '+49 30 123456', '+49 30 123456'],
  ['FR', 'extension 12', 'extension 12'],
  ['', '030 123456', '030 123456'],
];

describe('the calling code in front of a phone number', () => {
  for (const [country, entered, expected] of NUMBERS) {
    it(`${country || 'no country'}: ${entered}`, () => assert.equal(withCallingCode(entered, country), expected));
  }
});
