import { PURPOSES } from '../../../tokens/purposes-and-lifetimes.ts';
import type { TriableField, TriableOperation } from '../../reference-data.ts';
import { exampleOf, exampleOfParameter, givenExampleOfContent } from './example-values.ts';
import {
  type ApiOperation,
  type ApiSchema,
  mainContent,
  type Parameter,
  type Resolve,
  typesOf,
  wholeSchema,
} from './openapi-document.ts';

/** An operation of the document under its address. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

/** What the form needs that tries the operation. */
export function triableOperation({ method, path, operation }: Route, resolve: Resolve): TriableOperation {
  const schemes = (operation.security ?? []).flatMap((requirement) => Object.keys(requirement));
  const body = operation.requestBody && resolve(operation.requestBody);
  return {
    id: operation.operationId,
    method,
    path,
    purposes: Object.entries(PURPOSES)
      .filter(([, { scheme }]) => schemes.includes(scheme))
      .map(([purpose]) => purpose),
    hasToken: schemes.length > 0,
    hasBody: body !== undefined,
    fields: [...parametersOf(operation, resolve).flatMap((one) => parameterField(one, resolve)), ...bodyFields()],
  };

  function bodyFields(): TriableField[] {
    const [, media] = mainContent(body?.content) ?? [];
    if (!media?.schema) return [];
    const { properties = {}, required = [] } = wholeSchema(media.schema, resolve);
    const examples = Object(givenExampleOfContent(media, resolve)) as Readonly<Record<string, unknown>>;
    return Object.entries(properties).map(([name, schema]) => {
      const example = examples[name] ?? wholeSchema(schema, resolve).examples?.[0];
      return field(name, 'body', { schema, isRequired: required.includes(name), example, resolve });
    });
  }
}

export const parametersOf = (operation: ApiOperation, resolve: Resolve): Parameter[] =>
  (operation.parameters ?? []).map((parameter) => resolve(parameter));

function parameterField(parameter: Parameter, resolve: Resolve): TriableField[] {
  const { name, in: place, required = false, schema = { type: 'string' } } = parameter;
  if (place !== 'path' && place !== 'query') return [];
  return [
    field(name, place, { schema, isRequired: required, example: exampleOfParameter(parameter, resolve), resolve }),
  ];
}

interface FieldParts {
  readonly schema: ApiSchema;
  readonly isRequired: boolean;
  readonly example: unknown;
  readonly resolve: Resolve;
}

function field(name: string, place: TriableField['in'], parts: FieldParts): TriableField {
  const schema = wholeSchema(parts.schema, parts.resolve);
  const type = fieldType(schema);
  // A text that is made up is worse than none.
  const made = parts.isRequired && type !== 'string' ? exampleOf(schema, parts.resolve, true) : undefined;
  const example = parts.example ?? made;
  return {
    name,
    in: place,
    type,
    isRequired: parts.isRequired,
    ...(schema.enum && { choices: schema.enum.map(String) }),
    example: example === undefined ? '' : typeof example === 'string' ? example : JSON.stringify(example, null, 2),
  };
}

function fieldType(schema: ApiSchema): TriableField['type'] {
  const types = typesOf(schema).filter((type) => type !== 'null');
  if (types.length !== 1 || schema.anyOf || schema.oneOf) return types.includes('string') ? 'string' : 'json';
  const [type] = types;
  if (type === 'integer') return 'number';
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'json';
}
