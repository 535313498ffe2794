import { PURPOSES } from '../../tokens/purposes-and-lifetimes.ts';
import type { TriableField, TriableOperation } from '../reference-data.ts';
import {
  type ApiOperation,
  type ApiSchema,
  exampleOfParameter,
  mainContent,
  type Parameter,
  type Resolve,
  typesOf,
} from './openapi-document.ts';

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

export function triableOperation({ method, path, operation }: Route, resolve: Resolve): TriableOperation {
  const schemes = (operation.security ?? []).flatMap((requirement) => Object.keys(requirement));
  const { parameters = [], requestBody: body } = operation;
  return {
    id: operation.operationId,
    method,
    path,
    purposes: Object.entries(PURPOSES)
      .filter(([, { scheme }]) => schemes.includes(scheme))
      .map(([purpose]) => purpose),
    hasToken: schemes.length > 0,
    hasBody: body !== undefined,
    fields: [...parameters.map((one) => parameterField(one, resolve)), ...bodyFields()],
  };

  function bodyFields(): TriableField[] {
    const [, media] = mainContent(body?.content) ?? [];
    if (!media?.schema) return [];
    const { properties = {}, required = [] } = resolve(media.schema);
    const examples = Object(media.example) as Readonly<Record<string, unknown>>;
    return Object.entries(properties).map(([name, schema]) => {
      const example = examples[name] ?? resolve(schema).examples?.[0];
      return field(name, 'body', { schema, isRequired: required.includes(name), example, resolve });
    });
  }
}

function parameterField(parameter: Parameter, resolve: Resolve): TriableField {
  const { name, in: place, required: isRequired = false, schema = { type: 'string' } } = parameter;
  return field(name, place, { schema, isRequired, example: exampleOfParameter(parameter), resolve });
}

interface FieldParts {
  readonly schema: ApiSchema;
  readonly isRequired: boolean;
  readonly example: unknown;
  readonly resolve: Resolve;
}

function field(name: string, place: TriableField['in'], parts: FieldParts): TriableField {
  const { isRequired, example, resolve } = parts;
  const schema = resolve(parts.schema);
  return {
    name,
    in: place,
    type: fieldType(schema),
    isRequired,
    ...(schema.enum && { choices: schema.enum.map(String) }),
    example: example === undefined ? '' : typeof example === 'string' ? example : JSON.stringify(example, null, 2),
  };
}

function fieldType(schema: ApiSchema): TriableField['type'] {
  const types = typesOf(schema).filter((type) => type !== 'null');
  if (types.length !== 1) return types.includes('string') ? 'string' : 'json';
  const [type] = types;
  if (type === 'integer') return 'number';
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'json';
}
