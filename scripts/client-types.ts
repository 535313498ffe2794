import { block, comment, member, type Schema, typeOf } from './schema-types.ts';

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Operation {
  readonly summary?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

const JSON_TYPE = 'application/json';

/** Of the client: the operations and schemas of the document as types, and what it has to know of them when it runs. */
export function clientTypes(document: OpenApi): string {
  const schemas = Object.entries(document.components?.schemas ?? {});
  const operations = operationsOf(document);
  const isOpen = ({ security }: Operation) => !takesAccessToken(security);
  return indented([
    '// Written by `npm run docs` from the OpenAPI document.\n',
    ...schemas.map(([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`),
    'export interface Operations {',
    ...operations.map(([route, one]) => `${comment(one.summary)}'${route}': ${operationType(document, one)};`),
    '}\n',
    '/** Those that are not asked with the access token of a session. */',
    'export const OPEN_OPERATIONS: readonly (keyof Operations)[] = [',
    ...operations.filter(([, one]) => isOpen(one)).map(([route]) => `'${route}',`),
    '];\n',
  ]);
}

/** By the braces and brackets that are open at the end of a line. */
function indented(parts: readonly string[]): string {
  let depth = 0;
  const lines = parts.join('\n').split('\n');
  return lines
    .map((line) => {
      if (/^[}\]]/.test(line)) depth -= 1;
      const indentedLine = line === '' ? '' : '  '.repeat(depth) + line;
      if (/[{[]$/.test(line)) depth += 1;
      return indentedLine;
    })
    .join('\n');
}

const operationsOf = ({ paths }: OpenApi): [string, Operation][] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, one]): [string, Operation] => [`${method.toUpperCase()} ${path}`, one]),
  );

function operationType(document: OpenApi, operation: Operation): string {
  const members = givenMembers(document, operation);
  return block([
    ...(members.length > 0 ? [member('given', true, block(members))] : []),
    member('answer', true, answer(document, operation)),
  ]);
}

const takesAccessToken = (security: Operation['security'] = []): boolean =>
  security.some((one) => 'accessToken' in one);

function givenMembers(document: OpenApi, { parameters = [], requestBody: body, security = [] }: Operation): string[] {
  const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const [inPath, inQuery] = [inPlace('path'), inPlace('query')];
  const schema = body?.content[JSON_TYPE]?.schema;
  const needsBody = body?.required || (schema && resolve(document, schema).required?.length);
  // A token that was mailed: only the application has it.
  const needsToken = security.length > 0 && !takesAccessToken(security);
  const needsQuery = inQuery.some(({ required }) => required);
  return [
    ...(inPath.length > 0 ? [member('path', true, block(inPath.map(({ name }) => member(name, true, IN_PATH))))] : []),
    ...(inQuery.length > 0 ? [member('query', needsQuery, block(inQuery.map(queryMember)))] : []),
    ...(schema ? [member('body', Boolean(needsBody), typeOf(schema))] : []),
    ...(needsToken ? [member('token', true, 'string')] : []),
  ];
}

const IN_PATH = 'string | number';

const queryMember = ({ name, required = false, schema = {} }: Parameter): string =>
  member(name, required, typeOf(schema), schema.description);

/** The `data` of the envelope; the answer itself where there is none, and a stream or a file as it comes. */
function answer(document: OpenApi, { responses }: Operation): string {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const schema = success?.content?.[JSON_TYPE]?.schema;
  if (!schema) return 'Response';
  const { data, message } = resolve(document, schema).properties ?? {};
  return typeOf(data && message ? data : schema);
}

function resolve({ components }: OpenApi, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`the document has no ${schema.$ref}`);
  return found;
}
