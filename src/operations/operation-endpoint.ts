import serializerOf from 'fast-json-stringify';
import type { Logger } from 'pino';
import { AskerGone, HashingOverloaded } from '../accounts/password-hashing.ts';
import { ApiError } from '../http/api-error.ts';
import type { Services } from '../http/api-request.ts';
import { type Endpoint, jsonText } from '../http/endpoint.ts';
import type { Envelope } from '../http/envelope.ts';
import { BadRequest, BodyCutOff, RequestTimeout } from '../http/errors.ts';
import { Overloaded } from './errors.ts';
import { isDeclared } from './operation.ts';
import type { Route } from './routes.ts';
import { successEnvelope } from './schemas.ts';

/** What any request may end with that the client does not send whole. */
const OF_THE_CONNECTION: ReadonlySet<object> = new Set([BadRequest, BodyCutOff, RequestTimeout]);

/** An operation as an endpoint: its answer is written from the schema that it declares, so that no other member can leak. */
export function operationEndpoint({ method, path, operation }: Route, services: Services, log: Logger): Endpoint {
  const { run, failure, answers } = operation;
  const serialize = serializerOf(successEnvelope(answers)) as (envelope: Envelope) => string;
  return {
    method,
    path,
    failure,
    async answer(request) {
      try {
        const { statusCode, body, result } = await run(request, services);
        const answer = jsonText(serialize(body), statusCode);
        return result === undefined ? answer : { ...answer, headers: { ...answer.headers, 'x-result': result } };
      } catch (thrown) {
        const error = asAnswer(thrown);
        if (!(error instanceof ApiError)) throw error;
        const { declaration, message } = error;
        if (OF_THE_CONNECTION.has(declaration) || isDeclared(operation, declaration.code, message)) throw error;
        log.error({ route: path, code: declaration.code }, 'the operation does not declare this error');
        throw new ApiError(failure);
      }
    },
  };
}

/** What keeps the hash queue from serving a request is an answer, not a failure. */
function asAnswer(error: unknown): unknown {
  if (error instanceof HashingOverloaded) {
    return new ApiError(Overloaded, undefined, { 'retry-after': String(error.retryAfterSeconds) });
  }
  return error instanceof AskerGone ? new ApiError(BodyCutOff) : error;
}
