import { isAbsolute, relative, resolve } from 'node:path';
import { CALLING_CODES } from './calling-codes.ts';

/** A setting has an invalid value; the message continues "<NAME> …" and says what is expected. */
export class InvalidValue extends Error {}

/** Parses and prints the values of a setting. */
export interface Format<T, Unit extends string = ''> {
  /** `cores`: CPU cores of the machine, for values such as `auto`. */
  readonly parse: (text: string, cores: number) => T;
  /** The inverse of parse, for defaults in the documentation. */
  readonly print: (value: T) => string;
  /** The value as the console shows it, without passwords. */
  readonly show: (value: T) => string;
  /** The whole value is secret and never shown. */
  readonly isSecret: boolean;
  /** The value or part of it is secret, so it can be read from a file. */
  readonly holdsSecret: boolean;
  /** Suffix of the name in Config, as in `accessTokenTtlMs`. */
  readonly unit: Unit;
}

export const format = <T>(
  parse: Format<T>['parse'],
  print: (value: T) => string = String,
  show: (value: T) => string = print,
): Format<T> => ({ parse, print, show, isSecret: false, holdsSecret: false, unit: '' });

const inMs = (parse: (text: string) => number, print: (ms: number) => string): Format<number, 'Ms'> => ({
  parse,
  print,
  show: print,
  isSecret: false,
  holdsSecret: false,
  unit: 'Ms',
});

export const text = format((value) => value);

/** Marks a format whose values contain a secret. */
export const holdingSecret = <T>(part: Format<T>): Format<T> => ({ ...part, holdsSecret: true });

export const secret: Format<string> = {
  ...format(
    (value) => value,
    () => 'hidden',
  ),
  isSecret: true,
  holdsSecret: true,
};

export function oneOf<const T extends string>(...allowed: T[]): Format<T> {
  return format((value) => {
    const found = allowed.find((item) => item === value);
    if (found === undefined) throw new InvalidValue(`must be one of ${allowed.join(', ')}, not "${value}"`);
    return found;
  });
}

const onOrOff = oneOf('on', 'off');
export const onOff = format<boolean>(
  (value, cores) => onOrOff.parse(value, cores) === 'on',
  (isOn) => (isOn ? 'on' : 'off'),
);

export function integer(min: number, max: number): Format<number> {
  return format((value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new InvalidValue(`must be a whole number from ${min} to ${max}, not "${value}"`);
    }
    return number;
  });
}

const MAX_WORKERS = 128;
export const workers = format((value, cores) => {
  const count = value === 'auto' ? cores : Number(value);
  if (value === 'auto' || (/^\d+$/.test(value) && count >= 1 && count <= MAX_WORKERS)) return count;
  throw new InvalidValue(`must be auto or a whole number from 1 to ${MAX_WORKERS}, not "${value}"`);
});

/** Units of time, in ascending order. */
const UNITS_MS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);
const MIN_MS = 1000;
const MAX_MS = 400 * 86_400_000;

/** A duration from `shortestMs` to `longestMs`. */
export const durationWithin = (shortestMs: number, longestMs: number) =>
  inMs((value) => {
    const [, count, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(value) ?? [];
    const ms = Number(count) * (UNITS_MS.get(unit ?? '') ?? Number.NaN);
    if (!(ms >= shortestMs && ms <= longestMs)) {
      const limits = `from ${printDuration(shortestMs)} to ${printDuration(longestMs)}`;
      throw new InvalidValue(`must be a time ${limits}, written as a number and s, m, h or d, not "${value}"`);
    }
    return ms;
  }, printDuration);

export const duration = durationWithin(MIN_MS, MAX_MS);

/** Prints a duration in the largest unit that divides it. */
function printDuration(ms: number): string {
  const [unit, unitMs] = [...UNITS_MS].findLast(([, one]) => ms % one === 0) ?? ['ms', 1];
  return `${ms / unitMs}${unit}`;
}

function parseDays(value: string, alternative = ''): number {
  const [, count] = /^(\d{1,4})d?$/.exec(value) ?? [];
  if (Number(count) >= 1) return Number(count) * 86_400_000;
  throw new InvalidValue(`must be ${alternative}a number of days from 1 to 9999, not "${value}"`);
}

/** A number of days, with or without the unit `d`. */
export const days = inMs((value) => parseDays(value), printDuration);

/** A number of days, or a word for none, which is 0. */
export const daysOr = (none: string) =>
  inMs(
    (value) => (value === none ? 0 : parseDays(value, `${none} or `)),
    (ms) => (ms === 0 ? none : printDuration(ms)),
  );

export const folder = format(
  (value) => resolve(value),
  (path) => (isAbsolute(path) ? `./${relative('', path)}` : path),
);

export const file = format((value) => resolve(value));

export const sender = format((value) => {
  if (!/^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(value)) {
    throw new InvalidValue(`must be an e-mail address, alone or as Name <address>, not "${value}"`);
  }
  return value;
});

export const emailAddress = format((value) => {
  if (!/^[^<>@\s"'?&]+@[^<>@\s"'?&]+$/.test(value)) throw new InvalidValue(`must be an e-mail address, not "${value}"`);
  return value;
});

const MAX_NAME_LENGTH = 60;

/** A product name for page titles and e-mail subjects: one short line. */
export const displayName = format((value) => {
  if (/[\p{Cc}<>]/u.test(value) || value.length > MAX_NAME_LENGTH) {
    throw new InvalidValue(`must be one line of at most ${MAX_NAME_LENGTH} characters without < and >`);
  }
  return value;
});

export const hexColor = format((value) => {
  if (!/^#[0-9a-f]{6}$/i.test(value)) throw new InvalidValue(`must be a colour written as #rrggbb, not "${value}"`);
  return value.toLowerCase();
});

/** A list separated by commas or whitespace; `none` is the empty list. */
export const listOf = <T>(
  parse: (entry: string, index: number) => T,
  print: (entry: T) => string = String,
): Format<readonly T[]> =>
  format<readonly T[]>(
    (value) => {
      const entries = value.split(/[\s,]+/).filter((entry) => entry !== '');
      return entries.length === 1 && entries[0] === 'none' ? [] : entries.map(parse);
    },
    (entries) => (entries.length === 0 ? 'none' : entries.map(print).join(', ')),
  );

const MAX_CHOICES = 100;

/** Choices of a form field: a list separated by commas, whose entries may contain spaces. */
export const choices = (longest: number) =>
  format<readonly string[]>(
    (value) => {
      if (value === 'none') return [];
      const entries = value.split(',').map((entry) => entry.trim());
      const wrong = entries.find((entry) => entry === '' || [...entry].length > longest || /[\p{Cc}<>]/u.test(entry));
      if (wrong !== undefined) {
        throw new InvalidValue(`must list names of 1 to ${longest} characters, separated by commas, not "${wrong}"`);
      }
      if (entries.length > MAX_CHOICES) throw new InvalidValue(`must list at most ${MAX_CHOICES} names`);
      if (new Set(entries).size < entries.length) throw new InvalidValue('must list each name once');
      return entries;
    },
    (entries) => (entries.length === 0 ? 'none' : entries.join(', ')),
  );

export interface NamedSecret {
  readonly kid: string;
  readonly secret: string;
}

const secretList = listOf<NamedSecret>(
  (entry, index) => {
    const [, kid, secret] = /^([A-Za-z0-9_-]{1,64}):(.+)$/.exec(entry) ?? [];
    if (kid === undefined || secret === undefined) {
      throw new InvalidValue(
        `must list secrets as name:secret, with a name of letters, digits, - and _; number ${index + 1} is not`,
      );
    }
    return { kid, secret };
  },
  ({ kid }) => kid,
);

/** Secrets by key id. Error messages never contain a secret. */
export const namedSecrets = holdingSecret(
  format<readonly NamedSecret[]>((value, cores) => {
    const named = secretList.parse(value, cores);
    if (new Set(named.map(({ kid }) => kid)).size < named.length)
      throw new InvalidValue('must give each secret a separate name');
    return named;
  }, secretList.print),
);

/** The ISO code of a country that has a calling code. */
export function country(entry: string): string {
  const code = entry.toUpperCase();
  if (!CALLING_CODES.has(code)) throw new InvalidValue(`must list ISO codes of countries, not "${entry}"`);
  return code;
}
