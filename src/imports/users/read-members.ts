import { type JsonObject, textIn } from '../json-values.ts';
import type { Time } from './foreign-user.ts';

/** The first of these members that has a text. */
export const firstText = (record: JsonObject, ...names: readonly string[]): string => {
  const name = names.find((one) => textIn(record, one).trim() !== '');
  return name === undefined ? '' : textIn(record, name).trim();
};

export const nameOf = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

const TRUE = ['true', 't', '1', 'yes', 'y', 'on'];
const FALSE = ['false', 'f', '0', 'no', 'n', 'off'];

/** Undefined where the record does not say. A time says since when it is so. */
export function flagIn(record: JsonObject, ...names: readonly string[]): boolean | undefined {
  const text = firstText(record, ...names).toLowerCase();
  if (TRUE.includes(text)) return true;
  if (FALSE.includes(text)) return false;
  return Number.isNaN(timeIn(record, ...names) ?? Number.NaN) ? undefined : true;
}

const DIGITS = /^\d{9,14}$/;
/** Databases leave out the T, and the minutes of the zone. */
const SQL_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/;
const SECONDS_BELOW = 100_000_000_000;

/** A time in ISO 8601, as a database prints it, or in (milli)seconds since 1970. Without a zone it is UTC. */
export function timeIn(record: JsonObject, ...names: readonly string[]): Time {
  const text = firstText(record, ...names);
  if (text === '') return undefined;
  if (DIGITS.test(text)) return Number(text) < SECONDS_BELOW ? Number(text) * 1000 : Number(text);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return Date.parse(`${text}T00:00:00Z`);
  const [, day, time, zone = 'Z'] = SQL_TIME.exec(text) ?? [];
  if (day === undefined) return Number.NaN;
  const offset = zone === 'Z' || zone === 'UTC' ? 'Z' : zone.length === 3 ? `${zone}:00` : zone;
  return Date.parse(`${day}T${time}${offset}`);
}
