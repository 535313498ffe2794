import type { Refusal, RefusalDetails } from '../core/refusal.ts';
import { ApiError } from '../http/api-error.ts';
import { declaredErrors, type Operation } from './operation.ts';

/** The error that the operation declares for this code and reason, if any. */
export function answerToRefusal(operation: Operation, { code, details }: Refusal): ApiError | undefined {
  const { status, field, limit, rule, reason } = details;
  const declaration = declaredErrors(operation).find(
    (error) => error.code === code && (error.reason === undefined || error.reason === reason),
  );
  return declaration && new ApiError(declaration, { status, field, limit, rule, reason }, headersOf(details));
}

/** Details that a client would otherwise have to parse from an English message. */
function headersOf({ status, factors, retryAfterSeconds: seconds, guessLimit }: RefusalDetails) {
  const headers = {
    ...(status !== undefined && { 'x-account-status': status }),
    ...(factors !== undefined && { 'x-second-factors': factors.join(', ') }),
    ...(seconds !== undefined && { 'retry-after': String(seconds) }),
    ...(guessLimit !== undefined && {
      ratelimit: `"failed-passwords";r=0;t=${seconds}`,
      'ratelimit-policy': `"failed-passwords";q=${guessLimit.failures};w=${guessLimit.windowSeconds}`,
    }),
  };
  return Object.keys(headers).length > 0 ? headers : undefined;
}
