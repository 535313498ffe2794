import { resolve } from 'node:path';
import { isLoopback } from '../lib/loopback.ts';
import { parseUrl } from './url-formats.ts';
import { format, InvalidValue } from './value-formats.ts';

type BreachedPasswords =
  | { readonly kind: 'off' }
  | { readonly kind: 'online'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string };

const PUBLIC_API = 'https://api.pwnedpasswords.com';

/** `online` is the public service, an address names a mirror, and anything else is a file. */
export const breachedPasswords = format<BreachedPasswords>(
  (value) => {
    if (value === 'off') return { kind: 'off' };
    if (value === 'online') return { kind: 'online', url: PUBLIC_API };
    if (!/^[a-z]+:\/\//i.test(value)) return { kind: 'file', path: resolve(value) };
    const url = parseUrl(value);
    const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
    if (!isAllowed || /[?#@]/.test(value))
      throw new InvalidValue(`must have an https address without a query or a user, not "${value}"`);
    return { kind: 'online', url: value };
  },
  (value) => {
    if (value.kind === 'file') return value.path;
    return value.kind === 'off' || value.url === PUBLIC_API ? (value.kind as string) : value.url;
  },
);
