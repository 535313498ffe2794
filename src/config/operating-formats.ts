import { listenAddress } from '../declare/url-formats.ts';
import { duration, type Format, format, InvalidValue, listOf } from '../declare/value-formats.ts';
import { canonicalTag } from './languages.ts';

/** The longest path of a Unix socket that every system allows (sun_path of macOS). */
const MAX_SOCKET_PATH_LENGTH = 103;

export const isSocketPath = (host: string): boolean => host.startsWith('/');

/** An address, or the path of a Unix socket. */
export const listenAddressOrSocket = format((value, cores) => {
  if (!isSocketPath(value)) return listenAddress.parse(value, cores);
  if (Buffer.byteLength(value) > MAX_SOCKET_PATH_LENGTH || value.endsWith('/'))
    throw new InvalidValue(`must be the path of a socket of at most ${MAX_SOCKET_PATH_LENGTH} bytes, not "${value}"`);
  return value;
});

/** Permissions of a file, in octal. */
export const fileMode = format(
  (value) => {
    if (!/^0?[0-7]{3}$/.test(value)) throw new InvalidValue(`must be three octal digits, not "${value}"`);
    return Number.parseInt(value, 8);
  },
  (mode) => mode.toString(8),
);

/** A share of a whole. */
export const share = format((value) => {
  const number = Number(value);
  if (!/^\d(\.\d+)?$/.test(value) || number > 1) throw new InvalidValue(`must be a number from 0 to 1, not "${value}"`);
  return number;
});

/** OpenTelemetry's names of samplers. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

type Header = readonly [name: string, value: string];

/** OpenTelemetry's format: `name=value, name=value` with percent-encoded values, which are secret. */
export const headerList: Format<readonly Header[]> = {
  ...format<readonly Header[]>(
    (value) =>
      (value === 'none' ? [] : value.split(',')).map((entry, at): Header => {
        const [, name, text] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(entry) ?? [];
        if (name === undefined || text === undefined || !isHeaderValue(text))
          throw new InvalidValue(`must list headers as name=value; number ${at + 1} is not`);
        return [name.toLowerCase(), decodeURIComponent(text)];
      }),
    (headers) => (headers.length === 0 ? 'none' : headers.map(([name]) => name).join(', ')),
  ),
  isSecret: true,
  holdsSecret: true,
};

function isHeaderValue(encoded: string): boolean {
  try {
    return /^[\t\x20-\x7e]*$/.test(decodeURIComponent(encoded));
  } catch {
    return false;
  }
}

/** A list of language tags, in their canonical form. */
export const languageTags = listOf((entry) => {
  const tag = canonicalTag(entry);
  if (tag === undefined) throw new InvalidValue(`must list languages such as en or pt-BR, not "${entry}"`);
  return tag;
});

const OFF = 'off';
/** Tells browsers to forget an earlier policy. */
const FORGET = '0';
const DIRECTIVES = ['includeSubDomains', 'preload'];

/** The value of Strict-Transport-Security, '' for none. Written as a duration and further directives. */
export const hsts = format<string>(parseHsts, printHsts);

function parseHsts(value: string, cores: number): string {
  if (value === OFF) return '';
  const [time = '', ...added] = value.split(/[\s,;]+/);
  const wrong = added.find((directive) => !DIRECTIVES.includes(directive));
  if (wrong !== undefined) {
    throw new InvalidValue(`must be a time, alone or before ${DIRECTIVES.join(' and ')}, and "${wrong}" is neither`);
  }
  if (added.includes('preload') && !added.includes('includeSubDomains')) {
    throw new InvalidValue('must have includeSubDomains before preload: browsers preload no other');
  }
  return [`max-age=${secondsOf(time, cores)}`, ...added].join('; ');
}

function secondsOf(time: string, cores: number): number {
  if (time === FORGET) return 0;
  try {
    return duration.parse(time, cores) / 1000;
  } catch {
    throw new InvalidValue(`must be off, 0 or a time from 1s to 400d, not "${time}"`);
  }
}

function printHsts(header: string): string {
  if (header === '') return OFF;
  const [maxAge = '', ...added] = header.split('; ');
  const seconds = Number(maxAge.replace('max-age=', ''));
  return [seconds === 0 ? FORGET : duration.print(seconds * 1000), ...added].join(' ');
}
