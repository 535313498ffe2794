import type { ErrorDeclaration } from './api-error.ts';

/** The OpenAPI description of an endpoint that is not an operation: a GET without a token. */
export interface DescribedEndpoint {
  /** The `operationId` of the OpenAPI document. */
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** The envelope's message; undefined for an answer without an envelope. */
  readonly message?: string;
  /** The JSON Schema of `data`, or of the whole answer if it has no envelope. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly example: unknown;
  readonly errors?: readonly ErrorDeclaration[];
}
