import type { Logger } from 'pino';
import type { ErrorDeclaration } from '../declare/error.ts';
import { StacklessError } from '../lib/stackless-error.ts';
import { ApiError } from './api-error.ts';
import { type HttpAnswer, jsonEnvelope } from './endpoint.ts';
import { errorEnvelope } from './envelope.ts';
import { BadRequest, HeadersTooLarge, RequestTimeout, ServerError } from './errors.ts';

interface FailedRequest {
  readonly requestId: string;
  readonly route: string;
  /** The endpoint's own response to unexpected errors. */
  readonly failure: ErrorDeclaration | undefined;
}

/** Turns an unexpected error into a 500 and logs its cause. An ApiError is returned unchanged. */
export function toApiError(error: unknown, { requestId, route, failure }: FailedRequest, log: Logger): ApiError {
  if (error instanceof ApiError) return error;
  // A StacklessError was already logged where it was thrown, such as a lost database connection.
  if (!(error instanceof StacklessError)) log.error({ requestId, route, err: error }, 'request failed');
  return new ApiError(failure ?? ServerError);
}

/** The only place where an error becomes a response. */
export function errorAnswer({ declaration, message, field, reason, headers }: ApiError): HttpAnswer {
  const answer = jsonEnvelope(errorEnvelope(message), declaration.status);
  return {
    ...answer,
    headers: {
      ...answer.headers,
      ...headers,
      'x-error-code': declaration.code,
      ...(field !== undefined && { 'x-error-field': field }),
      ...(reason !== undefined && { 'x-error-reason': reason }),
    },
  };
}

/** Codes of Node's HTTP parser with a specific error response. */
const PARSER_ERRORS: Record<string, ErrorDeclaration> = {
  ERR_HTTP_REQUEST_TIMEOUT: RequestTimeout,
  HPE_HEADER_OVERFLOW: HeadersTooLarge,
};

/** The response to malformed HTTP or a timeout. The parser cannot continue, so the connection is closed. */
export const malformedRequest = (parserCode: string | undefined): ApiError =>
  new ApiError(PARSER_ERRORS[parserCode ?? ''] ?? BadRequest, undefined, { connection: 'close' });
