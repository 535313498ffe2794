import { ApiError } from '../http/api-error.ts';
import { type Endpoint, jsonEnvelope } from '../http/endpoint.ts';
import { success } from '../http/envelope.ts';
import { Unavailable } from '../http/errors.ts';
import type { Database } from '../store/database.ts';

export interface Readiness {
  readonly isStopping: () => boolean;
  readonly isBroken: () => boolean;
}

/** /healthz (liveness): the process answers. /readyz (readiness): the database works too, so a load balancer may send requests. */
export const healthEndpoints = (db: Database, { isStopping, isBroken }: Readiness): Endpoint[] => [
  { method: 'GET', path: '/healthz', answer: () => jsonEnvelope(success('Healthy', {}).body) },
  {
    method: 'GET',
    path: '/readyz',
    async answer() {
      if (isStopping()) throw new ApiError(Unavailable, { reason: 'Stopping' });
      if (isBroken()) throw new ApiError(Unavailable, { reason: 'Files of this version cannot be loaded' });
      try {
        await db.check();
      } catch {
        throw new ApiError(Unavailable, { reason: 'The database cannot be read and written' });
      }
      return jsonEnvelope(success('Ready', {}).body);
    },
  },
];
