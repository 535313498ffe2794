import type { ErrorDeclaration } from '../../declare/error.ts';
import { reasonsOf } from '../../http/api-error.ts';
import type { DescribedEndpoint } from '../../http/endpoint.ts';
import { BadRequest, HeadersTooLarge, RequestTimeout } from '../../http/errors.ts';
import type { Schema } from '../json-schema.ts';
import { declaredErrors, isStreamed, type Operation } from '../operation.ts';
import { ErrorEnvelope, successEnvelope } from '../schemas.ts';
import { exampleValue } from './example-values.ts';
import type { NamedSchemas } from './named-schemas.ts';
import { headerReferences, headerWithValues } from './response-headers.ts';

/** Other errors, by status, because generators of clients cannot read a range such as `4XX`. */
const OTHER_ERRORS = Object.fromEntries(
  [BadRequest, RequestTimeout, HeadersTooLarge].map(({ status }) => [status, { $ref: '#/components/responses/Error' }]),
);

export function responses(operation: Operation, schemas: NamedSchemas): object {
  const byStatus = Map.groupBy(declaredErrors(operation), ({ status }) => status);
  return {
    ...OTHER_ERRORS,
    [operation.status]: success(operation, schemas),
    ...Object.fromEntries(
      [...byStatus].map(([status, errors]) => [status, errorResponse(operation.body, errors, schemas)]),
    ),
  };
}

/** The error that every operation may return without declaring it. */
export const otherError = (schemas: NamedSchemas): object => ({
  description: 'A request that is malformed or was cut off',
  headers: headerReferences(['X-Request-Id', 'X-Error-Code']),
  content: { 'application/json': { schema: schemas.publish(ErrorEnvelope), example: errorBody(BadRequest.message) } },
});

/** Every response of an endpoint that is not an operation. */
export const endpointResponses = (
  { message, answers, example, errors = [] }: DescribedEndpoint,
  schemas: NamedSchemas,
): object => ({
  ...OTHER_ERRORS,
  200: {
    description: message ?? 'The document',
    headers: headerReferences(['X-Request-Id']),
    content:
      message === undefined
        ? json(schemas.publish(answers), example)
        : json(schemas.publish(successEnvelope(answers)), successBody(message, example)),
  },
  ...Object.fromEntries(errors.map((error) => [error.status, errorResponse(undefined, [error], schemas)])),
});

function success(
  { message, answers, results, choosesPassword, example: own }: Operation,
  schemas: NamedSchemas,
): object {
  const headers = {
    ...headerReferences(['X-Request-Id', ...(choosesPassword ? ['X-Password-Warning'] : [])]),
    ...(results && { 'X-Result': headerWithValues('X-Result', results) }),
  };
  if (!isStreamed(answers)) {
    const data = exampleValue(answers);
    const example = successBody(message, own ? { ...(data as object), ...own } : data);
    return { description: message, headers, content: json(schemas.publish(successEnvelope(answers)), example) };
  }
  const content = answers.streams.map((type) => [
    type,
    { schema: { type: 'string' }, example: answers.examples[type] },
  ]);
  return { description: answers.description, headers, content: Object.fromEntries(content) };
}

function errorResponse(body: Schema | undefined, errors: readonly ErrorDeclaration[], schemas: NamedSchemas): object {
  const codes = [...new Set(errors.map(({ code }) => code))];
  const reasons = [...new Set(errors.flatMap(reasonsOf))];
  const namesField = errors.some(({ field, values }) => field !== undefined || values?.field !== undefined);
  const carried = errors.flatMap(({ headers = {}, carries = [] }) => [...Object.keys(headers), ...carries]);
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: {
      ...headerReferences(['X-Request-Id']),
      'X-Error-Code': headerWithValues('X-Error-Code', codes),
      ...(reasons.length > 0 && { 'X-Error-Reason': headerWithValues('X-Error-Reason', reasons) }),
      ...headerReferences([...(namesField ? ['X-Error-Field'] : []), ...carried]),
    },
    content: { 'application/json': { schema: schemas.publish(ErrorEnvelope), examples: examplesOf(errors, body) } },
  };
}

/** Examples by error code. Further messages of the same code are numbered. */
function examplesOf(errors: readonly ErrorDeclaration[], body: Schema | undefined): object {
  const examples: Record<string, object> = {};
  for (const error of errors) {
    const message = exampleMessage(error, body);
    const isThere = Object.values(examples).some((example) =>
      JSON.stringify(example).includes(JSON.stringify(message)),
    );
    if (isThere) continue;
    const earlier = Object.keys(examples).filter((name) => name.replace(/_\d+$/, '') === error.code).length;
    examples[earlier === 0 ? error.code : `${error.code}_${earlier + 1}`] = { value: errorBody(message) };
  }
  return examples;
}

/** The message with its placeholders filled in: a declared value, a pattern's first choice, or a body member. */
function exampleMessage({ message, values = {}, example = {} }: ErrorDeclaration, body?: Schema): string {
  const [member = 'email'] = Object.keys((body?.properties as object | undefined) ?? {});
  return message.replace(/\{([a-z]+)\}/g, (_placeholder, name: string) => {
    const pattern = values[name] ?? '';
    const [first = ''] = /^[\w ]+/.exec(pattern.replace('(', '')) ?? [];
    return /^\(?[\w ]+(\||\)|$)/.test(pattern) ? first : (example[name] ?? member);
  });
}

const errorBody = (message: string): object => ({ status: 'error', message, data: null });

const successBody = (message: string | null, data: unknown): object => ({ status: 'success', message, data });

const json = (schema: Schema, example: unknown): object => ({ 'application/json': { schema, example } });
