import { CALLING_CODES } from '../../declare/calling-codes.ts';

/**
 * The trunk prefix by calling code: dialled before a national number within the country, and omitted from abroad. By
 * default a zero; none if the zero belongs to the number.
 */
const TRUNK_PREFIXES: Readonly<Record<string, string>> = {
  '1': '1',
  '7': '8',
  '36': '06',
  '375': '80',
  '993': '8',
  '39': '',
  '225': '',
  '229': '',
  '241': '',
  '242': '',
  '378': '',
};

/** Digits and the characters people write between them. */
const LOOKS_LIKE_A_NUMBER = /^[\d\s()./-]+$/;

/**
 * Adds the calling code of the country. Keeps a number that has one, and text that is not a number: the service accepts
 * any text.
 */
export function withCallingCode(entered: string, country: string): string {
  const text = entered.trim();
  const code = CALLING_CODES.get(country);
  if (!LOOKS_LIKE_A_NUMBER.test(text)) return text;
  if (text.startsWith('00')) return `+${text.slice(2).trimStart()}`;
  if (code === undefined) return text;
  return `+${code} ${withoutTrunkPrefix(text, TRUNK_PREFIXES[code] ?? '0')}`;
}

/** Handles `(0) 30 12`, `(030) 12` and `030 12`. */
function withoutTrunkPrefix(number: string, prefix: string): string {
  if (prefix === '') return number;
  return number.replace(new RegExp(`^\\(${prefix}\\)\\s*|^(\\(?)${prefix}\\s*`), '$1');
}

/** The country of a number with a calling code. If countries share the code, the chosen one, else the first. */
export function countryOf(number: string, chosen = ''): string {
  const digits = /^\s*(?:\+|00)/.test(number) ? number.replace(/\D/g, '').replace(/^00/, '') : '';
  const codes = [...CALLING_CODES.values()].filter((code) => digits.startsWith(code));
  const longest = codes.sort((code, other) => other.length - code.length)[0];
  if (longest === undefined) return '';
  if (CALLING_CODES.get(chosen) === longest) return chosen;
  return [...CALLING_CODES].find(([, code]) => code === longest)?.[0] ?? '';
}

/** A number without the calling code of its country. */
export function withoutCallingCode(number: string): string {
  const code = CALLING_CODES.get(countryOf(number));
  return code === undefined
    ? number
    : number.replace(new RegExp(`^\\s*(?:\\+|00)\\D*${[...code].join('\\D*')}`), '').trim();
}
