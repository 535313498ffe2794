import { ApiError } from '../http/api-error.ts';
import { type Endpoint, jsonText } from '../http/endpoint.ts';
import { NotFound } from '../http/errors.ts';
import type { SigningKeyRing } from '../keys/signing-key.ts';
import { CONNECTION_PATH, type Connection } from '../lib/connection.ts';
import { createDiagnosisCheck } from '../tokens/diagnosis-token.ts';

/** Shows holders of the signing keys, and nobody else, how the request arrived. */
export function connectionEndpoint(keys: SigningKeyRing, nowMs: () => number, version: string): Endpoint {
  const isDiagnosis = createDiagnosisCheck(keys, nowMs);
  return {
    method: 'GET',
    path: CONNECTION_PATH,
    answer(request) {
      const [, token = ''] = /^Bearer (\S+)$/i.exec(request.authorization ?? '') ?? [];
      if (!isDiagnosis(token)) throw new ApiError(NotFound);
      const { 'x-forwarded-for': forwardedFor = null } = request.headers;
      const connection: Connection = {
        version,
        peer: request.peerAddress,
        forwarded_for: Array.isArray(forwardedFor) ? forwardedFor.join(', ') : forwardedFor,
        client: request.requester.address,
      };
      return jsonText(JSON.stringify(connection));
    },
  };
}
