import { isObject, type JsonObject, objectIn, textIn } from '../json-values.ts';

/** Milliseconds since 1970; NaN if unreadable. */
export type Time = number | undefined;

/** `Full Name`, `full_name`, `fullName` and `FULLNAME` are one name; `_id` is not `id`. */
export const fold = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/(?<=[^\s_-])[\s_-]+/g, '');

const foldedNames = new Map<string, string>();
/** Cached, for names in our code. */
export function foldedName(name: string): string {
  const known = foldedNames.get(name) ?? fold(name);
  foldedNames.set(name, known);
  return known;
}

/** The file's column for each of our names; an empty one hides a column. */
export type Columns = ReadonlyMap<string, string>;

export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Unwraps times written by mongoexport: `{"$date": "2020-…"}`, `{"$date": {"$numberLong": "1600000000000"}}`. */
const plainOf = (value: unknown): unknown =>
  isObject(value) && Object.hasOwn(value, '$date')
    ? isObject(value.$date)
      ? value.$date.$numberLong
      : value.$date
    : value;

/** The members of a record, by name in any spelling. Tracks which members were never read. */
export class Members {
  readonly #record: JsonObject;
  readonly #keys = new Map<string, string | undefined>();
  readonly #asked = new Set<string | undefined>();
  readonly #parts = new Map<string, Members>();

  constructor(record: JsonObject, columns: Columns = new Map()) {
    this.#record = record;
    for (const key of Object.keys(record)) if (!this.#keys.has(fold(key))) this.#keys.set(fold(key), key);
    const theirs = new Map(this.#keys);
    for (const [ours, key] of columns) {
      if (key === '') this.#asked.add(theirs.get(fold(ours)));
      this.#keys.set(fold(ours), key === '' ? undefined : theirs.get(fold(key)));
    }
  }

  has(name: string): boolean {
    return this.#keys.get(foldedName(name)) !== undefined;
  }

  isSpelled(name: string): boolean {
    return Object.hasOwn(this.#record, name);
  }

  value(name: string): unknown {
    const key = this.#keys.get(foldedName(name));
    this.#asked.add(key);
    return key === undefined ? undefined : plainOf(this.#record[key]);
  }

  /** The first non-empty of these members as a string, numbers and booleans included; empty if there is none. */
  text(...names: readonly string[]): string {
    const texts = names.map((name) => textIn({ value: this.value(name) }, 'value').trim());
    return texts.find((text) => text !== '') ?? '';
  }

  /** Undefined if the record does not state it. A time counts as true. */
  flag(...names: readonly string[]): boolean | undefined {
    return flagOf(this.text(...names));
  }

  time(...names: readonly string[]): Time {
    return timeOf(this.text(...names));
  }

  /** A member that is an object, or JSON text of one; otherwise without members. */
  object(name: string): Members {
    const part = this.#parts.get(name) ?? new Members(objectIn({ value: this.value(name) }, 'value'));
    this.#parts.set(name, part);
    return part;
  }

  isList(name: string): boolean {
    return Array.isArray(this.#record[this.spelled(name)]);
  }

  /** A member that is a list, or JSON text of one. */
  list(name: string): readonly unknown[] {
    const value = this.value(name);
    const { list } = typeof value === 'string' ? objectIn({ it: `{"list":${value}}` }, 'it') : { list: value };
    return Array.isArray(list) ? list : [];
  }

  /** The record's spelling of a name. */
  spelled(name: string): string {
    return this.#keys.get(foldedName(name)) ?? name;
  }

  /** Looks at a member without counting it as read. */
  peek(name: string): string {
    return textIn(this.#record, this.spelled(name));
  }

  /** The names of the members, folded. */
  names(): readonly string[] {
    return [...this.#keys].flatMap(([name, key]) => (key === undefined ? [] : name));
  }

  /** The non-empty members that were never read, nested ones included. */
  unread(): string[] {
    const left = Object.keys(this.#record).filter((key) => !this.#asked.has(key) && !isEmpty(this.#record[key]));
    const inParts = [...this.#parts].flatMap(([name, part]) => part.unread().map((key) => `${name}.${key}`));
    return [...left.filter((key) => fold(key) !== 'id'), ...inParts];
  }
}

export const nameOf = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

const TRUE = ['true', 't', '1', 'yes', 'y', 'on'];
const FALSE = ['false', 'f', '0', 'no', 'n', 'off'];

export function flagOf(exported: string): boolean | undefined {
  const text = exported.toLowerCase();
  if (TRUE.includes(text)) return true;
  if (FALSE.includes(text) || isZeroTime(text)) return false;
  return Number.isNaN(timeOf(exported) ?? Number.NaN) ? undefined : true;
}

/** MySQL's value for no time. */
const isZeroTime = (text: string): boolean => /^0000-00-00\b/.test(text);

const DIGITS = /^\d{9,14}$/;
/** Databases omit the T and the minutes of the zone. */
const SQL_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/;
const SECONDS_BELOW = 100_000_000_000;

/** Reads ISO 8601, database formats, and seconds or milliseconds since 1970. Without a zone it is UTC. */
export function timeOf(text: string): Time {
  if (text === '' || isZeroTime(text)) return undefined;
  if (DIGITS.test(text)) return Number(text) < SECONDS_BELOW ? Number(text) * 1000 : Number(text);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return Date.parse(`${text}T00:00:00Z`);
  const [, day, time, zone = 'Z'] = SQL_TIME.exec(text) ?? [];
  if (day === undefined) return Number.NaN;
  const offset = zone === 'Z' || zone === 'UTC' ? 'Z' : zone.length === 3 ? `${zone}:00` : zone;
  return Date.parse(`${day}T${time}${offset}`);
}
