import type { FastifyInstance } from 'fastify';
import type { KeyRing } from '../accounts/signing-key.ts';

/** What other services need to check our tokens. A plain JWK set: those who read it expect that, and no envelope. */
export function installJwks(server: FastifyInstance, keys: KeyRing): void {
  server.get('/.well-known/jwks.json', async () => ({
    keys: keys.current().flatMap(({ publicJwk }) => publicJwk ?? []),
  }));
}
