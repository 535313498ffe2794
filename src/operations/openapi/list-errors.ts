import type { ErrorDeclaration } from '../../http/api-error.ts';
import * as httpErrors from '../../http/errors.ts';
import * as operationErrors from '../errors.ts';

const isDeclaration = (value: unknown): value is ErrorDeclaration =>
  typeof value === 'object' && value !== null && 'code' in value && 'status' in value;

/** Every error response of the service, sorted by status and code; docs/errors.md is generated from it. */
export const ERROR_CATALOGUE: readonly ErrorDeclaration[] = Object.values<unknown>({
  ...httpErrors,
  ...operationErrors,
})
  .filter(isDeclaration)
  .sort((one, other) => one.status - other.status || one.code.localeCompare(other.code, 'en'));
