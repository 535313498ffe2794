import type { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import type { ErrorDeclaration } from '../declare/error.ts';
import type { Envelope } from './envelope.ts';
import type { HttpRequest } from './request.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** One method of one path. Operations, pages, assets, health checks and the JWKS are all endpoints. */
export interface Endpoint {
  /** The router answers OPTIONS unless an endpoint declares it. */
  readonly method: Method | 'OPTIONS';
  /** Path parameters are written `:id`; `*` at the end matches the rest of a path. */
  readonly path: string;
  /** The response to an unexpected error; the cause is only logged. */
  readonly failure?: () => ErrorDeclaration | undefined;
  /** Requested every few seconds by machines, so it is logged at debug level and not traced. */
  readonly isProbe?: boolean;
  answer(request: HttpRequest): HttpAnswer | Promise<HttpAnswer>;
}

export interface HttpAnswer {
  readonly status: number;
  /** Added to the common headers (headers.ts), which they override. Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The values of Set-Cookie. */
  readonly cookies?: readonly string[];
  /** A buffer is the same object for every request with the same answer, so derived results are cached for it. */
  readonly body: string | Buffer | StreamedBody;
  /**
   * Whether the body may be compressed. Never if it holds both a secret and text chosen by a stranger: the compressed
   * length would reveal the secret (BREACH).
   */
  readonly compressible?: boolean;
  /** Called once, when the response has been written or the client has disconnected. */
  readonly done?: (() => void) | undefined;
}

/**
 * A streaming response (server-sent events, JSON lines, a long file): writes until it is complete, the client
 * disconnects or the server shuts down. It may return a function that replaces the default end at shutdown.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: most streams return nothing
export type StreamedBody = (response: ServerResponse) => void | (() => void);

/** Makes nginx pass on each part of a live stream at once, instead of filling a buffer first. */
export const UNBUFFERED = { 'x-accel-buffering': 'no' } as const;

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** A response with JSON that is already serialized. */
export const jsonText = (body: string | Buffer, status = 200): HttpAnswer => ({ status, headers: JSON_HEADERS, body });

export const jsonEnvelope = (envelope: Envelope, status = 200): HttpAnswer =>
  jsonText(JSON.stringify(envelope), status);

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
