import type { Logger } from 'pino';
import { StacklessError } from '../runtime/stackless-error.ts';
import { ApiError, type ErrorDeclaration } from './api-error.ts';
import { type HttpAnswer, jsonEnvelope } from './endpoint.ts';
import { errorEnvelope } from './envelope.ts';
import { BadRequest, HeadersTooLarge, RequestTimeout, ServerError } from './errors.ts';

/** What the log says of a request that failed, and what its client is told. */
export interface FailedRequest {
  readonly requestId: string;
  readonly route: string;
  /** Where the endpoint has a text of its own for it. */
  readonly failure: ErrorDeclaration | undefined;
}

/** An error that is an answer stays what it is; any other is a fault of ours, whose cause goes to the log only. */
export function toApiError(error: unknown, { requestId, route, failure }: FailedRequest, log: Logger): ApiError {
  if (error instanceof ApiError) return error;
  // One without a stack is told by who threw it, such as a database that is lost.
  if (!(error instanceof StacklessError)) log.error({ requestId, route, err: error }, 'request failed');
  return new ApiError(failure ?? ServerError);
}

/** THE one place where an error becomes an answer. */
export function errorAnswer({ declaration, message, field, headers }: ApiError): HttpAnswer {
  const answer = jsonEnvelope(errorEnvelope(message), declaration.status);
  return {
    ...answer,
    headers: {
      ...answer.headers,
      ...headers,
      'x-error-code': declaration.code,
      ...(field !== undefined && { 'x-error-field': field }),
    },
  };
}

/** What Node's parser calls the faults that have an answer of their own. */
const MALFORMED: Record<string, ErrorDeclaration> = {
  ERR_HTTP_REQUEST_TIMEOUT: RequestTimeout,
  HPE_HEADER_OVERFLOW: HeadersTooLarge,
};

/** The answer to what is not even HTTP, or does not arrive in time. Nothing after it can be understood, so the connection ends. */
export const malformedRequest = (parserCode: string | undefined): ApiError =>
  new ApiError(MALFORMED[parserCode ?? ''] ?? BadRequest, undefined, { connection: 'close' });
