import type { IncomingMessage } from 'node:http';

const ALWAYS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;

/** Two years, as the browsers' preload lists ask for. */
const HSTS = 'max-age=63072000; includeSubDomains';

const EXPOSED = 'X-Error-Code, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate';

const PREFLIGHT = Object.entries({
  'access-control-allow-methods': 'GET, POST, PUT',
  'access-control-allow-headers': 'Authorization, Content-Type, Accept-Language',
  'access-control-max-age': '600',
}).flat();

export interface HeaderSettings {
  readonly corsOrigins: () => ReadonlySet<string>;
  readonly production: boolean;
}

/** Names and values in turn, as Node takes them quickest. */
export type HeaderList = string[];
/** What every answer carries, whatever becomes of the request, and then its own. */
export type AnswerHeaders = (request: IncomingMessage, requestId: string, ...own: HeaderList) => HeaderList;

export function createHeaders({ corsOrigins, production }: HeaderSettings): AnswerHeaders {
  const always = Object.entries({
    ...ALWAYS,
    ...(production && { 'strict-transport-security': HSTS }),
    vary: 'Origin',
  }).flat();
  return ({ method, headers: { origin } }, requestId, ...own) => {
    const headers = [...always, 'x-request-id', requestId, ...own];
    if (origin === undefined || !corsOrigins().has(origin)) return headers;
    headers.push('access-control-allow-origin', origin, 'access-control-expose-headers', EXPOSED);
    if (method === 'OPTIONS') headers.push(...PREFLIGHT);
    return headers;
  };
}
