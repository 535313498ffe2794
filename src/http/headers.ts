import type { FastifyInstance } from 'fastify';

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
  readonly isStopping: () => boolean;
}

export function installHeaders(server: FastifyInstance, { corsOrigins, production, isStopping }: HeaderSettings): void {
  const always = { ...ALWAYS, ...(production && { 'strict-transport-security': HSTS }), vary: 'Origin' };
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(always);
    reply.header('x-request-id', request.id);
    const { origin } = request.headers;
    if (origin !== undefined && corsOrigins().has(origin)) {
      reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED });
      if (request.method === 'OPTIONS') {
        reply.headers({
          'access-control-allow-methods': 'GET, POST, PUT',
          'access-control-allow-headers': 'Authorization, Content-Type, Accept-Language',
          'access-control-max-age': '600',
        });
      }
    }
    done();
  });
  // A client that is told goes elsewhere with its next request; one that is not would keep the connection, and us, waiting.
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping()) reply.header('connection', 'close');
    done(null, payload);
  });
}
