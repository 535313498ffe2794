const ALWAYS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;

/** Every answer varies by the Origin header. */
export const VARY = 'Origin';

/** Headers that scripts of other origins may read. The OpenAPI document describes each. */
const EXPOSED_HEADERS = [
  'X-Error-Code',
  'X-Error-Field',
  'X-Error-Reason',
  'X-Account-Status',
  'X-Second-Factors',
  'X-Result',
  'X-Password-Warning',
  'X-Request-Id',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'WWW-Authenticate',
] as const;
export type ExposedHeader = (typeof EXPOSED_HEADERS)[number];
const EXPOSED = EXPOSED_HEADERS.join(', ');

export interface HeaderSettings {
  readonly corsOrigins: () => ReadonlySet<string>;
  /** The value of Strict-Transport-Security, '' for none. */
  readonly hsts: string;
}

/** Alternating names and values, which writeHead processes fastest. */
type HeaderList = string[];

interface HeaderParts {
  readonly requestId: string;
  readonly origin: string | undefined;
  readonly isPreflight: boolean;
}

export type CommonHeaders = (parts: HeaderParts) => HeaderList;

/** The headers of every response: security headers, request id, CORS. */
export function createHeaders({ corsOrigins, hsts }: HeaderSettings, methods: readonly string[]): CommonHeaders {
  const always = Object.entries({
    ...ALWAYS,
    ...(hsts !== '' && { 'strict-transport-security': hsts }),
    vary: VARY,
  }).flat();
  const preflight = Object.entries({
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': 'Authorization, Content-Type, Accept-Language, Prefer',
    'access-control-max-age': '600',
  }).flat();
  return ({ requestId, origin, isPreflight }) => {
    const headers = [...always, 'x-request-id', requestId];
    if (origin === undefined || !corsOrigins().has(origin)) return headers;
    headers.push('access-control-allow-origin', origin, 'access-control-expose-headers', EXPOSED);
    if (isPreflight) headers.push(...preflight);
    return headers;
  };
}

/** Adds an endpoint's own headers to the common ones, in place. The endpoint's override the common ones. */
export function withOwnHeaders(list: HeaderList, additional: Readonly<Record<string, string>>): HeaderList {
  for (const name in additional) {
    const at = list.indexOf(name);
    if (at === -1) list.push(name, additional[name] as string);
    else list[at + 1] = additional[name] as string;
  }
  return list;
}
