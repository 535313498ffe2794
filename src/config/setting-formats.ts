import { isAbsolute, relative, resolve } from 'node:path';

/** Refuses a value with what is wrong about it. */
export class Wrong extends Error {}

/** How the values of a setting are written. */
export interface Format<T, Unit extends string = ''> {
  /** `cores` is for what counts in cores of the machine. */
  readonly parse: (text: string, cores: number) => T;
  /** As an operator would write it: what the documentation prints of a default. */
  readonly print: (value: T) => string;
  /** Ends the name of the member of Config, as in `accessTokenTtlMs`. */
  readonly unit: Unit;
}

export const format = <T>(parse: Format<T>['parse'], print: (value: T) => string = String): Format<T> => ({
  parse,
  print,
  unit: '',
});

const inMs = (parse: (text: string) => number, print: (ms: number) => string): Format<number, 'Ms'> => ({
  parse,
  print,
  unit: 'Ms',
});

export const text = format((value) => value);

export function oneOf<const T extends string>(...allowed: T[]): Format<T> {
  return format((value) => {
    const found = allowed.find((one) => one === value);
    if (found === undefined) throw new Wrong(`must be one of ${allowed.join(', ')}, not "${value}"`);
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
      throw new Wrong(`must be a whole number from ${min} to ${max}, not "${value}"`);
    }
    return number;
  });
}

const MOST_WORKERS = 128;
export const workers = format((value, cores) => {
  const count = value === 'auto' ? cores : Number(value);
  if (value === 'auto' || (/^\d+$/.test(value) && count >= 1 && count <= MOST_WORKERS)) return count;
  throw new Wrong(`must be auto or a whole number from 1 to ${MOST_WORKERS}, not "${value}"`);
});

/** From the smallest to the largest. */
const UNITS_MS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);
const SHORTEST_MS = 1000;
const LONGEST_MS = 400 * 86_400_000;

export const duration = inMs((value) => {
  const [, count, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(value) ?? [];
  const ms = Number(count) * (UNITS_MS.get(unit ?? '') ?? Number.NaN);
  if (!(ms >= SHORTEST_MS && ms <= LONGEST_MS)) {
    throw new Wrong(`must be a time from 1s to 400d, written as a number and s, m, h or d, not "${value}"`);
  }
  return ms;
}, printDuration);

/** In the largest unit that leaves no rest. */
function printDuration(ms: number): string {
  const [unit, unitMs] = [...UNITS_MS].findLast(([, one]) => ms % one === 0) ?? ['ms', 1];
  return `${ms / unitMs}${unit}`;
}

/** Written as a number, with or without the unit. */
export const days = inMs((value) => {
  const [, count] = /^(\d{1,4})d?$/.exec(value) ?? [];
  if (!(Number(count) >= 1)) throw new Wrong(`must be a number of days from 1 to 9999, not "${value}"`);
  return Number(count) * 86_400_000;
}, printDuration);

export const folder = format(
  (value) => resolve(value),
  (path) => (isAbsolute(path) ? `./${relative('', path)}` : path),
);

export const sender = format((value) => {
  if (!/^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(value)) {
    throw new Wrong(`must be an e-mail address, alone or as Name <address>, not "${value}"`);
  }
  return value;
});

export const emailAddress = format((value) => {
  if (!/^[^<>@\s"'?&]+@[^<>@\s"'?&]+$/.test(value)) throw new Wrong(`must be an e-mail address, not "${value}"`);
  return value;
});

const LONGEST_NAME = 60;

/** A name shown in titles and subjects: one short line. */
export const displayName = format((value) => {
  if (/[\p{Cc}<>]/u.test(value) || value.length > LONGEST_NAME) {
    throw new Wrong(`must be one line of at most ${LONGEST_NAME} characters without < and >`);
  }
  return value;
});

export const hexColor = format((value) => {
  if (!/^#[0-9a-f]{6}$/i.test(value)) throw new Wrong(`must be a colour written as #rrggbb, not "${value}"`);
  return value.toLowerCase();
});

/** Entries between commas or blanks; `none` is the list that has none. */
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

export interface NamedSecret {
  readonly kid: string;
  readonly secret: string;
}

const secretList = listOf<NamedSecret>(
  (entry, index) => {
    const [, kid, secret] = /^([A-Za-z0-9_-]{1,64}):(.+)$/.exec(entry) ?? [];
    if (kid === undefined || secret === undefined) {
      throw new Wrong(
        `must list secrets as name:secret, with a name of letters, digits, - and _; number ${index + 1} is none`,
      );
    }
    return { kid, secret };
  },
  ({ kid }) => kid,
);

/** What is wrong is said without the secrets themselves. */
export const namedSecrets = format<readonly NamedSecret[]>((value, cores) => {
  const named = secretList.parse(value, cores);
  if (new Set(named.map(({ kid }) => kid)).size < named.length)
    throw new Wrong('must give each secret a name of its own');
  return named;
}, secretList.print);
