import type { AccessClaims } from './dist/verify/index.js';

// Apart from `verify`, whose users need not have Fastify.
declare module 'fastify' {
  interface FastifyRequest {
    /** The claims of the token, behind `guardFastify`. */
    auth?: AccessClaims;
  }
}

export * from './dist/verify/index.js';
