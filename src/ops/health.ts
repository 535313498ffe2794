import { type Endpoint, jsonEnvelope } from '../http/endpoint.ts';
import { ApiError, success } from '../http/envelope.ts';
import type { Database } from '../store/database.ts';

/** /healthz: the process answers. /readyz: it can also serve, so a balancer may send it requests. */
export const healthEndpoints = (db: Database, isStopping: () => boolean): Endpoint[] => [
  { method: 'GET', path: '/healthz', answer: () => jsonEnvelope(success('Healthy', {}).body) },
  {
    method: 'GET',
    path: '/readyz',
    async answer() {
      if (isStopping()) throw new ApiError('unavailable', 'Stopping');
      try {
        await db.check();
      } catch {
        throw new ApiError('unavailable', 'The database cannot be read and written');
      }
      return jsonEnvelope(success('Ready', {}).body);
    },
  },
];
