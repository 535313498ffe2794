import type { Logger } from 'pino';
import { ClientDisconnected } from '../core/passwords/password-hashing.ts';
import { Refusal } from '../core/refusal.ts';
import { ApiError } from '../http/api-error.ts';
import { type Endpoint, type HttpAnswer, jsonText, UNBUFFERED } from '../http/endpoint.ts';
import type { Answer, Envelope } from '../http/envelope.ts';
import { BadRequest, BodyCutOff, HeadersTooLarge, RequestTimeout } from '../http/errors.ts';
import { streamText } from '../http/stream-text.ts';
import { retryOnConflict } from '../store/commit.ts';
import { Contended } from '../store/engine/database.ts';
import { withFields } from './account-fields.ts';
import { answerToRefusal } from './answer-to-refusal.ts';
import { Overloaded } from './errors.ts';
import { isDeclared, isStreamed, JSON_TYPE, type Operation, type StreamedAnswer } from './operation.ts';
import type { Route } from './route.ts';
import { successEnvelope } from './schemas.ts';
import type { SharedServices } from './services.ts';

/** Errors of an incomplete or malformed request, which every operation may return without declaring them. */
const CONNECTION_ERRORS: ReadonlySet<object> = new Set([BadRequest, BodyCutOff, HeadersTooLarge, RequestTimeout]);

/** The library that serializes responses, 80 files in all, is loaded like the lazy operations (route.ts). */
export const loadSerializer = () => import('fast-json-stringify');
type SerializerOf = Awaited<ReturnType<typeof loadSerializer>>['default'];

/** Turns an operation into an endpoint. The declared schema serializes responses, so no other member leaks. */
export function operationEndpoint(route: Route, services: SharedServices, log: Logger): Endpoint {
  const { method, path, load } = route;
  let operation: Operation | undefined;
  let answer: Endpoint['answer'] | undefined;
  const prepare = async (): Promise<Endpoint['answer']> => {
    const [loaded, { default: serializerOf }] = await Promise.all([load(), loadSerializer()]);
    operation = withFields(loaded, services.fields);
    answer ??= createAnswer(path, operation, serializerOf, services, log);
    return answer;
  };
  return {
    method,
    path,
    failure: () => operation?.failure,
    answer: (request) => (answer ? answer(request) : prepare().then((prepared) => prepared(request))),
  };
}

function createAnswer(
  path: string,
  operation: Operation,
  serializerOf: SerializerOf,
  services: SharedServices,
  log: Logger,
): Endpoint['answer'] {
  const { failure, run } = operation;
  const toResponse = createResponses(operation, serializerOf, log);
  return async (request) => {
    try {
      // After a conflict nothing was written, so the operation runs again like a new request.
      return toResponse(await retryOnConflict(() => run(request, services)));
    } catch (thrown) {
      if (thrown instanceof ClientDisconnected) throw new ApiError(BodyCutOff);
      // A warning without a stack, because strangers can cause it by sending the same request many times at once.
      if (thrown instanceof Contended) {
        log.warn({ route: path, reason: thrown.message }, 'answered 503: too many concurrent changes');
        throw new ApiError(Overloaded, undefined, { 'retry-after': '1' });
      }
      if (!(thrown instanceof ApiError || thrown instanceof Refusal)) throw thrown;
      const { logged } = operation.errors?.find(({ code }) => code === thrown.code) ?? {};
      if (logged !== undefined) {
        const { level = 'info', ...more } = thrown instanceof Refusal ? thrown.log : {};
        log[level]({ route: path, ...more, reason: thrown.message }, `${logged} was refused`);
      }
      const error = thrown instanceof Refusal ? answerToRefusal(operation, thrown) : thrown;
      if (error && (CONNECTION_ERRORS.has(error.declaration) || isDeclared(operation, error.code, error.message))) {
        throw error;
      }
      log.error({ route: path, code: thrown.code }, 'the operation does not declare this error');
      throw new ApiError(failure);
    }
  };
}

/** Builds the response from the operation's result: the envelope, or a stream if the operation declares one. */
function createResponses(
  { id, status, message, answers, compressible = false }: Operation,
  serializerOf: SerializerOf,
  log: Logger,
): (returned: Answer | StreamedAnswer) => HttpAnswer {
  const streams = isStreamed(answers) ? answers.streams : [JSON_TYPE];
  const toStream = (returned: StreamedAnswer) => {
    if (!streams.includes(returned.contentType)) throw new Error(`${id} does not declare ${returned.contentType}`);
    return streamed(returned, status, (err) => log.error({ operation: id, err }, 'a response was cut off'));
  };
  if (isStreamed(answers)) {
    return (returned) => {
      if (!('stream' in returned)) throw new Error(`${id} declares a stream`);
      return toStream(returned);
    };
  }
  // Created with the first answer: creating all serializers takes 25 ms of CPU time.
  let serialize: ((envelope: Envelope) => string) | undefined;
  return (returned) => {
    if ('stream' in returned) return toStream(returned);
    const { body, result, passwordWarning } = returned;
    serialize ??= serializerOf(successEnvelope(answers));
    const text = jsonText(serialize({ message, ...body }), status);
    const answer = compressible ? { ...text, compressible } : text;
    if (result === undefined && passwordWarning === undefined) return answer;
    const additional = {
      ...(result !== undefined && { 'x-result': result }),
      ...(passwordWarning !== undefined && { 'x-password-warning': passwordWarning }),
    };
    return { ...answer, headers: { ...answer.headers, ...additional } };
  };
}

const streamed = (
  { contentType, fileName, stream, done }: StreamedAnswer,
  status: number,
  onError: (error: unknown) => void,
): HttpAnswer => ({
  status,
  headers: {
    'content-type': `${contentType}; charset=utf-8`,
    // Nothing can follow a live stream on its connection, and a shutdown should not wait for it.
    ...(typeof stream === 'function' && { connection: 'close', ...UNBUFFERED }),
    ...(fileName !== undefined && { 'content-disposition': `attachment; filename="${fileName}"` }),
  },
  body: typeof stream === 'function' ? stream : streamText(stream, onError),
  done,
});
