import type { ServerResponse } from 'node:http';
import type { ErrorDeclaration } from './api-error.ts';
import type { Envelope } from './envelope.ts';
import type { HttpRequest } from './request.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** One method of one path. Operations, pages, assets, health checks and the key set are all rows of this kind. */
export interface Endpoint {
  readonly method: Method;
  /** With parameters as `:id`, and `*` at its end for the rest of a path. */
  readonly path: string;
  /** What the client is told of a failure that is not its own; the cause goes to the log only. */
  readonly failure?: ErrorDeclaration;
  answer(request: HttpRequest): HttpAnswer | Promise<HttpAnswer>;
}

export interface HttpAnswer {
  readonly status: number;
  /** Besides the headers of every answer, or in place of one of them. Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | StreamedBody;
}

/** Writes for as long as the client listens. The server ends the response when the service stops. */
export type StreamedBody = (response: ServerResponse) => void;

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** An answer of JSON that was serialized already. */
export const jsonText = (body: string, status = 200): HttpAnswer => ({ status, headers: JSON_HEADERS, body });

export const jsonEnvelope = (envelope: Envelope, status = 200): HttpAnswer =>
  jsonText(JSON.stringify(envelope), status);
