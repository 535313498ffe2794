import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { DatabaseAddress } from '../store/open.ts';
import { addressesIn, canBeDecoded, UNENCODED_PASSWORD, WrongAddress } from './postgres-url.ts';

/** Refuses a value with what is wrong about it. */
export class Wrong extends Error {}

export function text(value: string): string {
  return value;
}

export function oneOf<const T extends string>(...allowed: T[]): (value: string) => T {
  return (value) => {
    const found = allowed.find((one) => one === value);
    if (found === undefined) throw new Wrong(`must be one of ${allowed.join(', ')}, not "${value}"`);
    return found;
  };
}

export function integer(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new Wrong(`must be a whole number from ${min} to ${max}, not "${value}"`);
    }
    return number;
  };
}

export function workers(value: string): number | 'auto' {
  return value === 'auto' ? value : integer(1, 128)(value);
}

const UNITS_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const SHORTEST_MS = 1000;
const LONGEST_MS = 400 * 86_400_000;

export function duration(value: string): number {
  const [, count, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(value) ?? [];
  const ms = Number(count) * (UNITS_MS[unit ?? ''] ?? Number.NaN);
  if (!(ms >= SHORTEST_MS && ms <= LONGEST_MS)) {
    throw new Wrong(`must be a time from 1s to 400d, written as a number and s, m, h or d, not "${value}"`);
  }
  return ms;
}

/** Written as a number, with or without the unit. */
export function days(value: string): number {
  const [, count] = /^(\d{1,4})d?$/.exec(value) ?? [];
  if (!(Number(count) >= 1)) throw new Wrong(`must be a number of days from 1 to 9999, not "${value}"`);
  return Number(count) * 86_400_000;
}

export function databaseUrl(value: string): DatabaseAddress {
  const [, path] = /^sqlite:(?:\/\/)?(.+)$/.exec(value) ?? [];
  if (path !== undefined) return { kind: 'sqlite', path: path === ':memory:' ? path : resolve(path) };
  if (!/^postgres(ql)?:\/\//.test(value)) {
    throw new Wrong(`must be sqlite:<path> or postgres://…, not "${withoutPassword(value)}"`);
  }
  try {
    addressesIn(value);
  } catch (error) {
    throw error instanceof WrongAddress ? new Wrong(error.message) : error;
  }
  return { kind: 'postgres', url: value };
}

export function httpUrl(value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Wrong(`must be an http(s) address, not "${value}"`);
  if (url.search || url.hash || url.username)
    throw new Wrong('must be an address without a query, a fragment or a user');
  return url.href.replace(/\/+$/, '');
}

const TLS_MODES = ['required', 'optional', 'off', 'insecure'];

export function smtpUrl(value: string): string {
  if (/^smtps?:\/\/[^/?#]*[/?#].*@/is.test(value)) throw new Wrong(UNENCODED_PASSWORD);
  const url = URL.parse(value);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new Wrong(`must be smtp://… or smtps://…, not "${withoutPassword(value)}"`);
  }
  if (!canBeDecoded(url.username + url.password)) throw new Wrong(UNENCODED_PASSWORD);
  const tls = url.searchParams.get('tls');
  if (tls !== null && !TLS_MODES.includes(tls)) {
    throw new Wrong(`must have one of ${TLS_MODES.join(', ')} after ?tls=, not "${tls}"`);
  }
  return value;
}

export function sender(value: string): string {
  if (!/^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(value)) {
    throw new Wrong(`must be an e-mail address, alone or as Name <address>, not "${value}"`);
  }
  return value;
}

export function emailAddress(value: string): string {
  if (!/^[^<>@\s"'?&]+@[^<>@\s"'?&]+$/.test(value)) throw new Wrong(`must be an e-mail address, not "${value}"`);
  return value;
}

const LONGEST_NAME = 60;

/** A name shown in titles and subjects: one short line. */
export function displayName(value: string): string {
  if (/[\p{Cc}<>]/u.test(value) || value.length > LONGEST_NAME) {
    throw new Wrong(`must be one line of at most ${LONGEST_NAME} characters without < and >`);
  }
  return value;
}

export function hexColor(value: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(value)) throw new Wrong(`must be a colour written as #rrggbb, not "${value}"`);
  return value.toLowerCase();
}

/** An address to open in a browser: of another site, or a path on our own. */
export function pageLink(value: string): string {
  const url = URL.parse(value, 'https://own.invalid');
  if (!/^(https?:\/\/|\/(?!\/))/i.test(value) || !url) {
    throw new Wrong(`must be an http(s) address or a path that begins with /, not "${value}"`);
  }
  return value.startsWith('/') ? `${url.pathname}${url.search}${url.hash}` : url.href;
}

export function imageLink(value: string): string {
  if (/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,][^\s"]+$/i.test(value)) return value;
  return pageLink(value);
}

export function networks(value: string): string[] {
  return list(value).map((entry) => {
    const [address = '', prefix] = entry.split('/');
    const bits = isIP(address) === 6 ? 128 : 32;
    const inRange = prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= bits);
    if (isIP(address) === 0 || !inRange) throw new Wrong(`must list IP addresses or CIDRs, and "${entry}" is neither`);
    return entry;
  });
}

export function origins(value: string): string[] {
  return list(value).map((entry) => {
    const url = URL.parse(entry);
    if (!url || url.origin === 'null' || entry.replace(/\/$/, '') !== url.origin) {
      throw new Wrong(`must list origins, scheme and host without a path, and "${entry}" is none`);
    }
    return url.origin;
  });
}

export interface NamedSecret {
  readonly kid: string;
  readonly secret: string;
}

/** What is wrong is said without the secrets themselves. */
export function namedSecrets(value: string): NamedSecret[] {
  const named = list(value).map((entry, index) => {
    const [, kid, secret] = /^([A-Za-z0-9_-]{1,64}):(.+)$/.exec(entry) ?? [];
    if (kid === undefined || secret === undefined) {
      throw new Wrong(
        `must list secrets as name:secret, with a name of letters, digits, - and _; number ${index + 1} is none`,
      );
    }
    return { kid, secret };
  });
  if (new Set(named.map(({ kid }) => kid)).size < named.length)
    throw new Wrong('must give each secret a name of its own');
  return named;
}

const list = (value: string): string[] => {
  const entries = value.split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.length === 1 && entries[0] === 'none' ? [] : entries;
};

/**
 * What is wrong with an address is said aloud; the password inside it never is. Everything before the last @ may be part of it: one
 * that was not encoded ends in the middle of what looks like a path, a query or another host.
 */
export const withoutPassword = (value: string): string =>
  value.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1***@').replace(/(password=)[^&#]*/gi, '$1***');
