import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import serializerOf from 'fast-json-stringify';
import type { Logger } from 'pino';
import { msSince, type RequestLine } from '../log.ts';
import type { Services } from './api-request.ts';
import type { ClientAddress } from './client-address.ts';
import { type ApiError, type Envelope, errorEnvelope } from './envelope.ts';
import { faultOf, toApiError } from './errors.ts';
import type { AnswerHeaders, HeaderList } from './headers.ts';
import { IncomingRequest } from './incoming-request.ts';
import { API_ROUTES, type ApiRoute } from './routes.ts';
import { ErrorEnvelope, successEnvelope } from './schemas.ts';

export interface ApiSettings {
  readonly headers: AnswerHeaders;
  readonly clientAddress: ClientAddress;
  readonly isStopping: () => boolean;
  /** Told of every answer, whether or not its client is still there to read it. */
  readonly answered: (line: RequestLine) => void;
}

/** Reads the request of an operation and writes its answer. */
export type AnswerOperation = (request: IncomingMessage, response: ServerResponse, requestId?: string) => void;

/**
 * The operations, straight on Node's server. A framework in between would take a fifth of all that is done for a read, for a route that is
 * one of eleven, and for an answer that is always the same envelope with the same headers.
 */
export function createApi(services: Services, settings: ApiSettings, log: Logger): Map<ApiRoute, AnswerOperation> {
  const { headers, clientAddress, isStopping, answered } = settings;

  const send = (request: IncomingMessage, response: ServerResponse, requestId: string, answer: Written): void => {
    const { statusCode, text, own } = answer;
    const length = Buffer.byteLength(text);
    const list = headers(request, requestId, 'content-type', JSON_TYPE, 'content-length', String(length));
    if (own) list.push(...own);
    // A client that is told goes elsewhere with its next request; one that is not would keep the connection, and us, waiting.
    if (isStopping()) list.push('connection', 'close');
    response.writeHead(statusCode, list);
    // What takes as many bytes as characters is ASCII, and Node can write it as it is.
    response.end(text, length === text.length ? 'latin1' : 'utf8');
  };

  const answerer = (route: ApiRoute): AnswerOperation => {
    const json = serializerOf(successEnvelope(route.data)) as ToJson;
    return async (request, response, requestId = randomUUID()) => {
      const begunMs = performance.now();
      let answer: Written;
      try {
        const fault = faultOf(request);
        if (fault) throw fault;
        const { statusCode, body } = await route.operation(new IncomingRequest(request, clientAddress), services);
        answer = { statusCode, text: json(body) };
      } catch (error) {
        answer = written(toApiError(error, { requestId, route: route.path, failure: route.failure }, log));
      }
      try {
        send(request, response, requestId, answer);
      } catch (error) {
        // Nobody is there to catch it: left alone, it would end the service.
        log.error({ requestId, route: route.path, err: error }, 'an answer could not be written');
        response.destroy();
      }
      answered({
        requestId,
        method: String(request.method),
        route: route.path,
        status: answer.statusCode,
        ms: msSince(begunMs),
      });
    };
  };
  return new Map(API_ROUTES.map((route) => [route, answerer(route)]));
}

type ToJson = (body: Envelope) => string;

interface Written {
  readonly statusCode: number;
  readonly text: string;
  readonly own?: HeaderList;
}

const JSON_TYPE = 'application/json; charset=utf-8';

const errorJson = serializerOf(ErrorEnvelope) as ToJson;

const written = ({ statusCode, code, message, headers }: ApiError): Written => ({
  statusCode,
  text: errorJson(errorEnvelope(message)),
  own: [...Object.entries(headers).flat(), 'x-error-code', code],
});
