import { parseUrl } from '../declare/url-formats.ts';
import { format, InvalidValue } from '../declare/value-formats.ts';
import { isLoopback } from '../lib/loopback.ts';

const PUBLIC_API = 'https://api.pwnedpasswords.com';

/** The address of the service, or `off`: `online` is the public one, an address names a mirror. */
export const breachedPasswords = format<string>(
  (value) => {
    if (value === 'off') return value;
    if (value === 'online') return PUBLIC_API;
    if (!/^[a-z]+:\/\//i.test(value))
      throw new InvalidValue(
        `must be off, online or the https address of a mirror; files are not read. Not "${value}"`,
      );
    const url = parseUrl(value);
    const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
    if (!isAllowed || /[?#@]/.test(value))
      throw new InvalidValue(`must have an https address without a query or a user, not "${value}"`);
    return value;
  },
  (value) => (value === PUBLIC_API ? 'online' : value),
);
