import type { FastifyInstance } from 'fastify';
import { ApiError, success } from '../http/envelope.ts';
import type { Database } from '../store/database.ts';

/** /healthz: the process answers. /readyz: it can also serve, so a balancer may send it requests. */
export function installHealth(server: FastifyInstance, db: Database, isStopping: () => boolean): void {
  server.get('/healthz', async () => success('Healthy', {}).body);
  server.get('/readyz', async () => {
    if (isStopping()) throw new ApiError('unavailable', 'Stopping');
    try {
      await db.check();
    } catch {
      throw new ApiError('unavailable', 'The database cannot be read and written');
    }
    return success('Ready', {}).body;
  });
}
