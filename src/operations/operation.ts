import { type ErrorDeclaration, messagePattern } from '../http/api-error.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { Answer } from '../http/envelope.ts';
import { BodyTooLarge, ForbiddenCharacters, InvalidJson, NotAString, ServerError } from '../http/errors.ts';
import type { Purpose } from '../tokens/purposes.ts';
import { InvalidToken, TokenRequired, UserNotFound, WrongAccessTokenPurpose, WrongTokenPurpose } from './errors.ts';
import type { Schema } from './json-schema.ts';
import type { Services } from './services.ts';

/** What an operation is, stated beside what it does. The OpenAPI document, docs/errors.md and the tests' judge come from it. */
export interface OperationDeclaration {
  /** Its name in the OpenAPI document. */
  readonly id: string;
  readonly summary: string;
  /** The purpose of the bearer token, where one is needed. */
  readonly bearer?: Purpose;
  readonly body?: Schema;
  readonly bodyIsRequired?: boolean;
  /** The status of its success. */
  readonly status?: 200 | 201;
  /** The shape of its success's data; what is not listed there cannot leak. */
  readonly answers: Schema;
  /** Besides those that follow from `bearer` and `body`. */
  readonly errors: readonly ErrorDeclaration[];
  /** What the client is told of a failure that is not its own; the cause goes to the log only. */
  readonly failure?: ErrorDeclaration;
}

export type RunOperation = (request: ApiRequest, services: Services) => Promise<Answer>;

export interface Operation extends Required<Pick<OperationDeclaration, 'status' | 'failure'>>, OperationDeclaration {
  readonly status: 200 | 201;
  readonly failure: ErrorDeclaration;
  readonly run: RunOperation;
}

export const operation = (declaration: OperationDeclaration, run: RunOperation): Operation => ({
  status: 200,
  failure: ServerError,
  ...declaration,
  run,
});

/** An error whose values are fewer in this operation than elsewhere. */
export const narrowed = (error: ErrorDeclaration, values: Readonly<Record<string, string>>): ErrorDeclaration => ({
  ...error,
  values: { ...error.values, ...values },
});

/** Every error that the operation may answer with. */
export function declaredErrors({ bearer, body, errors, failure }: Operation): ErrorDeclaration[] {
  const wrongPurpose = bearer === 'auth' ? WrongAccessTokenPurpose : WrongTokenPurpose;
  return [
    ...(bearer ? [TokenRequired, InvalidToken, wrongPurpose, UserNotFound] : []),
    ...(body ? [InvalidJson, NotAString, ForbiddenCharacters, BodyTooLarge] : []),
    ...errors,
    failure,
  ];
}

/** Whether the operation lists an error of this code and message. */
export const isDeclared = (one: Operation, code: string | null, message: string): boolean =>
  declaredErrors(one).some((error) => {
    const pattern = messagePattern(error);
    return error.code === code && (typeof pattern === 'string' ? pattern === message : pattern.test(message));
  });
