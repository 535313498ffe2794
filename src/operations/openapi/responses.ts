import type { ErrorDeclaration } from '../../http/api-error.ts';
import type { Schema } from '../json-schema.ts';
import { declaredErrors, isStreamed, type Operation } from '../operation.ts';
import { ErrorEnvelope, successEnvelope } from '../schemas.ts';
import type { NamedSchemas } from './named-schemas.ts';
import { headerReferences, headerWithValues } from './response-headers.ts';

/** Every response of an operation, by its status. */
export function responses(operation: Operation, schemas: NamedSchemas): object {
  const byStatus = Map.groupBy(declaredErrors(operation), ({ status }) => status);
  return {
    [operation.status]: success(operation, schemas),
    ...Object.fromEntries([...byStatus].map(([status, errors]) => [status, errorResponse(operation, errors, schemas)])),
    default: { $ref: '#/components/responses/Error' },
  };
}

/** What every operation may answer without naming it. */
export const otherError = (schemas: NamedSchemas): object => ({
  description: 'A request that is malformed or was cut off',
  headers: headerReferences(['X-Request-Id', 'X-Error-Code']),
  content: { 'application/json': { schema: schemas.publish(ErrorEnvelope), example: errorBody('Bad request') } },
});

function success({ answers, results }: Operation, schemas: NamedSchemas): object {
  const headers = {
    ...headerReferences(['X-Request-Id']),
    ...(results && { 'X-Result': headerWithValues('X-Result', results) }),
  };
  if (!isStreamed(answers))
    return { description: 'Done', headers, content: json(schemas.publish(successEnvelope(answers))) };
  const content = answers.streams.map((type) => [type, { schema: { type: 'string' } }]);
  return { description: answers.description, headers, content: Object.fromEntries(content) };
}

function errorResponse({ body }: Operation, errors: readonly ErrorDeclaration[], schemas: NamedSchemas): object {
  const codes = [...new Set(errors.map(({ code }) => code))];
  const namesField = errors.some(({ field, values }) => field !== undefined || values?.field !== undefined);
  const carried = errors.flatMap(({ headers = {}, carries = [] }) => [...Object.keys(headers), ...carries]);
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: {
      ...headerReferences(['X-Request-Id']),
      'X-Error-Code': headerWithValues('X-Error-Code', codes),
      ...headerReferences([...(namesField ? ['X-Error-Field'] : []), ...carried]),
    },
    content: { 'application/json': { schema: schemas.publish(ErrorEnvelope), examples: examplesOf(errors, body) } },
  };
}

/** By the code of each error; further messages of one code are numbered. */
function examplesOf(errors: readonly ErrorDeclaration[], body: Schema | undefined): object {
  const examples: Record<string, object> = {};
  for (const error of errors) {
    const message = exampleMessage(error, body);
    const isThere = Object.values(examples).some((one) => JSON.stringify(one).includes(JSON.stringify(message)));
    if (isThere) continue;
    const earlier = Object.keys(examples).filter((name) => name.replace(/_\d+$/, '') === error.code).length;
    examples[earlier === 0 ? error.code : `${error.code}_${earlier + 1}`] = { value: errorBody(message) };
  }
  return examples;
}

/** The message with its placeholders filled in: as declared, the first choice of its pattern, or a member of the body. */
export function exampleMessage({ message, values = {}, example = {} }: ErrorDeclaration, body?: Schema): string {
  const [member = 'email'] = Object.keys((body?.properties as object | undefined) ?? {});
  return message.replace(/\{([a-z]+)\}/g, (_placeholder, name: string) => {
    const pattern = values[name] ?? '';
    const [first = ''] = /^[\w ]+/.exec(pattern.replace('(', '')) ?? [];
    return /^\(?[\w ]+(\||\)|$)/.test(pattern) ? first : (example[name] ?? member);
  });
}

const errorBody = (message: string): object => ({ status: 'error', message, data: null });

const json = (schema: Schema): object => ({ 'application/json': { schema } });
