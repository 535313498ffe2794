import { ApiError } from '../http/api-error.ts';
import type { DescribedEndpoint } from '../http/described-endpoint.ts';
import { type Endpoint, jsonEnvelope } from '../http/endpoint.ts';
import { success } from '../http/envelope.ts';
import { Unavailable } from '../http/errors.ts';
import type { Database } from '../store/database.ts';

export interface Readiness {
  readonly isStopping: () => boolean;
  readonly isBroken: () => boolean;
  readonly hasWrongDataKeys: () => boolean;
  readonly schemaFits: () => Promise<boolean>;
}

const NOTHING = { type: 'object', additionalProperties: false };

export const LIVENESS = {
  id: 'getLiveness',
  path: '/healthz',
  summary: 'Whether the process answers',
  description: 'For whoever restarts it. It asks nothing of the database.',
  message: 'Healthy',
  answers: NOTHING,
  example: {},
} as const satisfies DescribedEndpoint;

export const READINESS = {
  id: 'getReadiness',
  path: '/readyz',
  summary: 'Whether the service can serve',
  description: 'For load balancers: the database can be read and written, and the service is not about to stop.',
  message: 'Ready',
  answers: NOTHING,
  example: {},
  errors: [{ ...Unavailable, example: { state: 'The database cannot be read and written' } }],
} as const satisfies DescribedEndpoint;

/** /healthz (liveness): the process answers. /readyz (readiness): the database works too; a load balancer asks it. */
export const healthEndpoints = (
  db: Database,
  { isStopping, isBroken, hasWrongDataKeys, schemaFits }: Readiness,
): Endpoint[] => [
  { method: 'GET', path: LIVENESS.path, answer: () => jsonEnvelope(success(LIVENESS.message, {}).body) },
  {
    method: 'GET',
    path: READINESS.path,
    async answer() {
      if (isStopping()) throw new ApiError(Unavailable, { state: 'Stopping' });
      if (isBroken()) throw new ApiError(Unavailable, { state: 'Files of this version cannot be loaded' });
      if (hasWrongDataKeys()) throw new ApiError(Unavailable, { state: 'The data keys do not open what they sealed' });
      const [, isFit] = await Promise.all([db.check(), schemaFits()]).catch(() => {
        throw new ApiError(Unavailable, { state: 'The database cannot be read and written' });
      });
      if (!isFit) throw new ApiError(Unavailable, { state: 'This version cannot work on the schema of the database' });
      return jsonEnvelope(success(READINESS.message, {}).body);
    },
  },
];
