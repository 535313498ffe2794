import type { ErrorDeclaration } from './api-error.ts';

/** What the OpenAPI document says of an endpoint that is not an operation: a GET without a token. */
export interface DescribedEndpoint {
  /** The `operationId` of the OpenAPI document. */
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Of the envelope; without it, the answer has none. */
  readonly message?: string;
  /** The JSON Schema of `data`, or of the whole answer where there is no envelope. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly example: unknown;
  readonly errors?: readonly ErrorDeclaration[];
}
