import {
  type ApiSchema,
  alternativesOf,
  type MediaType,
  type Parameter,
  type Resolve,
  typesOf,
  wholeSchema,
} from './openapi-document.ts';

/** The example that the document gives, or else one that is made from the schema. */
export const exampleOfContent = (media: MediaType, resolve: Resolve, isBody = false): unknown =>
  givenExampleOfContent(media, resolve) ?? (media.schema ? exampleOf(media.schema, resolve, isBody) : undefined);

export function givenExampleOfContent({ example, examples, schema }: MediaType, resolve: Resolve): unknown {
  const [first] = Object.values(examples ?? {});
  return example ?? (first && resolve(first).value) ?? (schema && givenExample(wholeSchema(schema, resolve)));
}

export const exampleOfParameter = ({ example, schema, name }: Parameter, resolve: Resolve): unknown => {
  const given = example ?? (schema && givenExample(resolve(schema)));
  return given ?? (name === 'id' ? '1' : '');
};

const givenExample = (schema: ApiSchema): unknown => schema.examples?.[0] ?? schema.const ?? schema.default;

/** A body is made of what it must have; an answer of everything. Schemas that contain themselves end at this depth. */
const DEEPEST = 6;

export function exampleOf(given: ApiSchema, resolve: Resolve, isBody: boolean, depth = 0): unknown {
  const schema = wholeSchema(given, resolve);
  const example = givenExample(schema) ?? schema.enum?.[0];
  if (example !== undefined) return example;
  const [alternative] = alternativesOf(schema);
  if (alternative) return exampleOf(alternative, resolve, isBody, depth);
  const inner = (one: ApiSchema) => (depth < DEEPEST ? exampleOf(one, resolve, isBody, depth + 1) : null);
  switch (typesOf(schema)[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => !isBody || schema.required?.includes(name))
          .map(([name, one]) => [name, inner(one)]),
      );
    case 'array':
      return schema.items ? [inner(schema.items)] : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return BY_FORMAT[schema.format ?? ''] ?? 'string';
    default:
      return null;
  }
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T09:30:00.000Z',
  date: '2026-01-31',
  email: 'ada@example.com',
  uri: 'https://example.com',
};
