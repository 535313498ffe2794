import type { FastifyReply, FastifyRequest } from 'fastify';

const ALWAYS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;

/** Two years, as the browsers' preload lists ask for. */
const HSTS = 'max-age=63072000; includeSubDomains';

const EXPOSED = 'X-Error-Code, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate';

export interface HeaderSettings {
  readonly corsOrigins: () => ReadonlySet<string>;
  readonly production: boolean;
}

/** What every answer carries, whatever becomes of the request. */
export function createHeaders({ corsOrigins, production }: HeaderSettings) {
  const always = Object.entries({
    ...ALWAYS,
    ...(production && { 'strict-transport-security': HSTS }),
    vary: 'Origin',
  });
  return (request: FastifyRequest, reply: FastifyReply): void => {
    for (const [name, value] of always) reply.header(name, value);
    reply.header('x-request-id', request.id);
    const { origin } = request.headers;
    if (origin === undefined || !corsOrigins().has(origin)) return;
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED });
    if (request.method !== 'OPTIONS') return;
    reply.headers({
      'access-control-allow-methods': 'GET, POST, PUT',
      'access-control-allow-headers': 'Authorization, Content-Type, Accept-Language',
      'access-control-max-age': '600',
    });
  };
}
