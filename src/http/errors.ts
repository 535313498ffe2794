import type { Logger } from 'pino';
import { DatabaseLost } from '../store/outage-log.ts';
import { type HttpAnswer, jsonEnvelope } from './endpoint.ts';
import { ApiError, errorEnvelope } from './envelope.ts';

const DEFAULT_FAILURE = 'Server error';

/** What the log says of a request that failed, and what its client is told. */
export interface FailedRequest {
  readonly requestId: string;
  readonly route: string;
  /** Where the endpoint has a text of its own for it. */
  readonly failure: string | undefined;
}

/** An error that is an answer stays what it is; any other is a fault of ours, whose cause goes to the log only. */
export function toApiError(error: unknown, { requestId, route, failure }: FailedRequest, log: Logger): ApiError {
  if (error instanceof ApiError) return error;
  // That the database is lost is in the log already, once.
  if (!(error instanceof DatabaseLost)) log.error({ requestId, route, err: error }, 'request failed');
  return new ApiError('internal_error', failure ?? DEFAULT_FAILURE);
}

/** THE one place where an error becomes an answer. */
export function errorAnswer({ statusCode, code, message, headers }: ApiError): HttpAnswer {
  const answer = jsonEnvelope(errorEnvelope(message), statusCode);
  return { ...answer, headers: { ...answer.headers, ...headers, 'x-error-code': code } };
}

/** What Node's parser calls the faults that have an answer of their own. */
const MALFORMED: Record<string, ConstructorParameters<typeof ApiError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'Request timeout'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'Request headers are too large'],
};

/** The answer to what is not even HTTP, or does not arrive in time. Nothing after it can be understood, so the connection ends. */
export function malformedRequest(parserCode: string | undefined): ApiError {
  const [code, message] = MALFORMED[parserCode ?? ''] ?? ['bad_request', 'Bad request'];
  return new ApiError(code, message, { connection: 'close' });
}
