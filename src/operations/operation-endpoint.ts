import serializerOf from 'fast-json-stringify';
import { AskerGone, HashingOverloaded } from '../accounts/password-hashing.ts';
import type { Services } from '../http/api-request.ts';
import { type Endpoint, jsonText } from '../http/endpoint.ts';
import { ApiError, type Envelope } from '../http/envelope.ts';
import type { ApiRoute } from '../http/routes.ts';
import { successEnvelope } from '../http/schemas.ts';

/** An operation as an endpoint: its answer is written from the schema that its row names, so that no other member can leak. */
export function operationEndpoint(route: ApiRoute, services: Services): Endpoint {
  const { method, path, failure, operation } = route;
  const serialize = serializerOf(successEnvelope(route.data)) as (envelope: Envelope) => string;
  return {
    method,
    path,
    failure,
    async answer(request) {
      try {
        const { statusCode, body } = await operation(request, services);
        return jsonText(serialize(body), statusCode);
      } catch (error) {
        throw asAnswer(error);
      }
    },
  };
}

/** What keeps the hash queue from serving a request is an answer, not a failure. */
function asAnswer(error: unknown): unknown {
  if (error instanceof HashingOverloaded) {
    return new ApiError('overloaded', 'The service is busy. Please try again in a moment.', {
      'retry-after': String(error.retryAfterSeconds),
    });
  }
  return error instanceof AskerGone ? new ApiError('bad_request', 'The client has gone') : error;
}
