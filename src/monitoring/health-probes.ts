import { ApiError } from '../http/api-error.ts';
import { type Endpoint, jsonEnvelope } from '../http/endpoint.ts';
import { success } from '../http/envelope.ts';
import { Unavailable } from '../http/errors.ts';
import type { Database } from '../store/database.ts';

interface Readiness {
  readonly isStopping: () => boolean;
  readonly isBroken: () => boolean;
  readonly hasWrongDataKeys: () => boolean;
  readonly schemaFits: () => Promise<boolean>;
}

/** /healthz (liveness): the process answers. /readyz (readiness): the database works too; a load balancer asks it. */
export const healthEndpoints = (
  db: Database,
  { isStopping, isBroken, hasWrongDataKeys, schemaFits }: Readiness,
): Endpoint[] => [
  { method: 'GET', path: '/healthz', answer: () => jsonEnvelope(success('Healthy', {}).body) },
  {
    method: 'GET',
    path: '/readyz',
    async answer() {
      if (isStopping()) throw new ApiError(Unavailable, { reason: 'Stopping' });
      if (isBroken()) throw new ApiError(Unavailable, { reason: 'Files of this version cannot be loaded' });
      if (hasWrongDataKeys()) throw new ApiError(Unavailable, { reason: 'The data keys do not open what they sealed' });
      const [, isFit] = await Promise.all([db.check(), schemaFits()]).catch(() => {
        throw new ApiError(Unavailable, { reason: 'The database cannot be read and written' });
      });
      if (!isFit) throw new ApiError(Unavailable, { reason: 'This version cannot work on the schema of the database' });
      return jsonEnvelope(success('Ready', {}).body);
    },
  },
];
