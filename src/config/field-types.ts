import { hasForbiddenCharacters } from '../lib/characters.ts';

export type FieldValue = string | number | boolean;

/** The rules and the presentation of a type of custom fields, for service, pages and console. */
export interface FieldType {
  /** Completes the refusal `{field} must be …`. */
  readonly rule: string;
  /** The value as stored; undefined if it is not allowed. Clients may send every value as a text, as forms do. */
  readonly read: (given: unknown) => FieldValue | undefined;
  /** JSON Schema of a stored value. */
  readonly schema: { readonly type: 'string' | 'number' | 'boolean'; readonly format?: 'date' };
  /** The value that the test server gives a required field. */
  readonly sample: FieldValue;
  /** Attributes of the input. `max`: in code points. */
  readonly input:
    | { readonly type: 'checkbox' }
    | { readonly type: 'text' | 'date'; readonly inputMode?: 'decimal'; readonly max?: number };
  /** The text to send for the value of the input, which a form omits for an unchecked box. */
  readonly sent: (typed: string | undefined) => string;
  /** The message of the pages (texts/en.ts) for an input that cannot be read. */
  readonly message?: 'notANumber' | 'notADate';
  /** How pages show a value, from its text. */
  readonly format: (text: string, words: Words) => string;
}

interface Words {
  readonly language: string;
  readonly yes: string;
  readonly no: string;
}

const MAX_TEXT_CODE_POINTS = 1000;

/**
 * Numbers as people write them, and small ones as JavaScript writes them (1e-7). `Number` would also read 0x10, 0b1 and
 * 1e3.
 */
const TYPED_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e-\d+)?$/;

/** Undefined for other texts, and for numbers of so many digits that some would be lost. */
function typedNumber(text: string): number | undefined {
  const number = Number(text);
  return TYPED_NUMBER.test(text) && Number.isSafeInteger(Math.trunc(number)) ? number : undefined;
}

/**
 * Accepts a decimal comma, which many keyboards offer. A comma before three digits may separate thousands and is
 * refused.
 */
const withDecimalPoint = (typed = ''): string =>
  /^[-+]?[1-9]\d{0,2},\d{3}$/.test(typed.trim()) ? typed : typed.replace(',', '.');

/** A day of the calendar. Year 0 is refused, because browsers' inputs lack it. */
const isDate = (text: string): boolean =>
  /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true;

const unchanged = (text = ''): string => text;

const TYPES = {
  text: {
    rule: `a text of at most ${MAX_TEXT_CODE_POINTS} characters, without control characters`,
    read: (given) =>
      typeof given !== 'object' &&
      [...String(given)].length <= MAX_TEXT_CODE_POINTS &&
      !hasForbiddenCharacters(String(given))
        ? String(given).trim().normalize('NFC')
        : undefined,
    schema: { type: 'string' },
    sample: 'Testing',
    input: { type: 'text', max: MAX_TEXT_CODE_POINTS },
    sent: unchanged,
    format: unchanged,
  },
  number: {
    rule: 'a number',
    read: (given) => {
      const number = typeof given === 'string' ? typedNumber(given.trim()) : given;
      return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
    },
    schema: { type: 'number' },
    sample: 1,
    input: { type: 'text', inputMode: 'decimal' },
    sent: withDecimalPoint,
    message: 'notANumber',
    format: unchanged,
  },
  boolean: {
    rule: 'true or false',
    read: (given) => [true, false].find((value) => given === value || given === String(value)),
    schema: { type: 'boolean' },
    sample: true,
    input: { type: 'checkbox' },
    sent: (checked) => String(checked !== undefined),
    format: (text, { yes, no }) => (text === 'true' ? yes : no),
  },
  date: {
    rule: 'a date such as 2026-01-31',
    read: (given) => (typeof given === 'string' && isDate(given.trim()) ? given.trim() : undefined),
    schema: { type: 'string', format: 'date' },
    sample: '2026-01-31',
    input: { type: 'date' },
    sent: unchanged,
    message: 'notADate',
    format: (text, { language }) => new Date(text).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' }),
  },
} as const satisfies Record<string, FieldType>;

export type FieldTypeName = keyof typeof TYPES;
export const FIELD_TYPES: Readonly<Record<FieldTypeName, FieldType>> = TYPES;

/** Empty if there is no value. */
export const formatValue = (type: FieldTypeName, value: FieldValue | null | undefined, words: Words): string =>
  value === null || value === undefined ? '' : FIELD_TYPES[type].format(String(value), words);
