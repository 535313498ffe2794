import { listenAddress } from './url-formats.ts';
import { type Format, format, InvalidValue } from './value-formats.ts';

/** The longest path that a Unix socket can have on every system (sun_path of macOS). */
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

/** The samplers of OpenTelemetry, under its names. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

type Header = readonly [name: string, value: string];

/** `name=value, name=value` with percent-encoded values, as OpenTelemetry has it. The values are secrets. */
export const headerList: Format<readonly Header[]> = {
  ...format<readonly Header[]>(
    (value) =>
      (value === 'none' ? [] : value.split(',')).map((entry, at): Header => {
        const [, name, text] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(entry) ?? [];
        if (name === undefined || text === undefined || !isHeaderValue(text))
          throw new InvalidValue(`must list headers as name=value, and number ${at + 1} is none`);
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
