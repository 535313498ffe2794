import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { domainToASCII } from 'node:url';
import isFQDN from 'validator/lib/isFQDN.js';
import {
  addressesIn,
  canBeDecoded,
  InvalidUrl,
  impossiblePort,
  UNENCODED_CREDENTIALS,
  wrongPort,
} from './postgres-url.ts';
import { format, holdingSecret, InvalidValue, listOf } from './value-formats.ts';

/** Undefined for an invalid URL. An impossible port gets a message, because it is hard to spot. */
export function parseUrl(value: string, base?: string): URL | undefined {
  const url = URL.parse(value, base);
  if (url) return url;
  const port = impossiblePort(value);
  if (port !== undefined) throw new InvalidValue(wrongPort(port));
  return undefined;
}

export type DatabaseAddress =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

export const databaseUrl = holdingSecret(
  format(parseDatabaseUrl, (address) =>
    address.kind === 'sqlite' ? `sqlite:${address.path}` : withoutPassword(address.url),
  ),
);

function parseDatabaseUrl(value: string): DatabaseAddress {
  const [, path] = /^sqlite:(?:\/\/)?(.+)$/.exec(value) ?? [];
  if (path !== undefined) return { kind: 'sqlite', path: path === ':memory:' ? path : resolve(path) };
  if (!/^postgres(ql)?:\/\//.test(value)) {
    throw new InvalidValue(`must be sqlite:<path> or postgres://…, not "${withoutPassword(value)}"`);
  }
  try {
    addressesIn(value);
  } catch (error) {
    throw error instanceof InvalidUrl ? new InvalidValue(error.message) : error;
  }
  return { kind: 'postgres', url: value };
}

export const httpUrl = format(
  (value) => {
    const url = parseUrl(value);
    if (!url || !/^https?:$/.test(url.protocol)) throw new InvalidValue(`must be an http(s) address, not "${value}"`);
    if (url.search || url.hash || url.username || url.password)
      throw new InvalidValue('must be an address without a query, a fragment or a user');
    return url.href.replace(/\/+$/, '');
  },
  String,
  shownLink,
);

/** Keeps trailing slashes. */
export const exactHttpUrl = format(
  (value, cores) => {
    httpUrl.parse(value, cores);
    return new URL(value).href;
  },
  String,
  shownLink,
);

/** Plain characters only, which proxies and browsers treat alike, encoded or decoded. */
const PLAIN_PATH = /^(\/[\w~-][\w.~-]*)*\/*$/;

/** The address of the service, or of the operator's own pages, with or without a path. */
export const publicUrl = format(
  (value, cores) => {
    const address = httpUrl.parse(value, cores);
    // The path as written: the URL parser would resolve dots and re-encode the rest.
    const path = value.replace(/^[^/]*\/\/[^/?#]*/, '');
    if (!PLAIN_PATH.test(path))
      throw new InvalidValue(
        `must have a path of plain names, letters, digits and - _ . ~, or none, and no query, not "${path}"`,
      );
    return address;
  },
  httpUrl.print,
  httpUrl.show,
);

const TLS_MODES = ['required', 'optional', 'off', 'insecure'];

export const smtpUrl = holdingSecret(format(parseSmtpUrl, String, withoutPassword));

function parseSmtpUrl(value: string): string {
  if (/^smtps?:\/\/[^/?#]*[/?#].*@/is.test(value)) throw new InvalidValue(UNENCODED_CREDENTIALS);
  const url = parseUrl(value);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new InvalidValue(`must be smtp://… or smtps://…, not "${withoutPassword(value)}"`);
  }
  if (!canBeDecoded(url.username + url.password)) throw new InvalidValue(UNENCODED_CREDENTIALS);
  const tls = url.searchParams.get('tls');
  if (tls !== null && !TLS_MODES.includes(tls)) {
    throw new InvalidValue(`must have one of ${TLS_MODES.join(', ')} after ?tls=, not "${tls}"`);
  }
  return value;
}

/** A link on a page: an http(s) URL, or a path on the same host. */
export const pageLink = format(parsePageLink, String, shownLink);

function parsePageLink(value: string): string {
  const url = parseUrl(value, 'https://own.invalid');
  if (!/^(https?:\/\/|\/(?!\/))/i.test(value) || !url) {
    throw new InvalidValue(`must be an http(s) address or a path that begins with /, not "${value}"`);
  }
  return value.startsWith('/') ? `${url.pathname}${url.search}${url.hash}` : url.href;
}

export const imageLink = format(
  (value) => (/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,][^\s"]+$/i.test(value) ? value : parsePageLink(value)),
  String,
  (value) => (value.startsWith('data:') ? `${value.slice(0, value.search(/[;,]/))}…` : shownLink(value)),
);

/** A link without user and password. */
function shownLink(value: string): string {
  const url = URL.parse(value);
  return url && (url.username !== '' || url.password !== '') ? withoutPassword(value) : value;
}

export const networks = listOf((entry) => {
  const [address = '', prefix] = entry.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  const inRange = prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= bits);
  if (isIP(address) === 0 || !inRange)
    throw new InvalidValue(`must list IP addresses or CIDRs, and "${entry}" is neither`);
  return entry;
});

export const origins = listOf(parseOrigin);

export function parseOrigin(entry: string): string {
  const url = parseUrl(entry);
  if (!url || url.origin === 'null' || entry.replace(/\/$/, '') !== url.origin) {
    throw new InvalidValue(`must list origins, scheme and host without a path, not "${entry}"`);
  }
  return url.origin;
}

export const domainName = format((value) => {
  const isDomain = URL.parse(`https://${value}`)?.host === value && isIP(value) === 0 && !value.includes(':');
  if (!isDomain) throw new InvalidValue(`must be a domain name in lower case, without scheme and port, not "${value}"`);
  return value;
});

/** In ASCII, as addresses are stored. Refuses domains, such as those with underscores, whose addresses are refused. */
export function parseEmailDomain(entry: string): string {
  const domain = domainToASCII(entry);
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(entry) || !isFQDN.default(domain))
    throw new InvalidValue(`must list domains such as example.com, not "${entry}"`);
  return domain;
}

export const emailDomains = listOf(parseEmailDomain);

/** An address of this machine to listen on, or its name. Listening shows whether it is one. */
export const listenAddress = format((value) => {
  const isName = /^[\w.-]+$/.test(value) && URL.canParse(`http://${value}`);
  if (!isName && isIP(value) === 0) throw new InvalidValue(`must be an IP address or a host name, not "${value}"`);
  return value;
});

/**
 * Redacts the credentials in a URL for logs and messages. Everything before the last @ may belong to the password,
 * which can contain what looks like a path, a query or another host if it is not encoded.
 */
export function withoutPassword(value: string): string {
  return value.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1***@').replace(/(password=)[^&#]*/gi, '$1***');
}

interface SmtpSettings {
  readonly smtpUrl: string | undefined;
  readonly smtpPassword: string | undefined;
}

/** Why SMTP_PASSWORD cannot be used; undefined if it can, or is not set. */
export function faultOfSmtpPassword({ smtpUrl, smtpPassword }: SmtpSettings): string | undefined {
  if (smtpPassword === undefined) return undefined;
  if (smtpUrl === undefined) return 'needs SMTP_URL beside it';
  const { username, password } = new URL(smtpUrl);
  if (password !== '') return 'is set, and SMTP_URL has a password too: remove one of them';
  if (username === '') return 'needs a user in SMTP_URL, such as smtp://user@mail.example.com:587';
  return undefined;
}

/** SMTP_URL including the password, wherever it was set. */
export function completeSmtpUrl({ smtpUrl, smtpPassword }: SmtpSettings): string | undefined {
  if (smtpUrl === undefined || smtpPassword === undefined) return smtpUrl;
  const url = new URL(smtpUrl);
  url.password = encodeURIComponent(smtpPassword);
  return url.href;
}
