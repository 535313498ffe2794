import { block, comment, member, type Schema, typeOf } from './schema-types.ts';

type Referred<Kind> = Kind | { readonly $ref: string };
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Operation {
  readonly summary?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Referred<Parameter>[];
  readonly requestBody?: Referred<{ readonly required?: boolean; readonly content: Content }>;
  readonly responses: Readonly<Record<string, Referred<{ readonly content?: Content }>>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const JSON_TYPE = 'application/json';

/** Of the client: the operations and schemas of the document as types, and what it has to know of them when it runs. */
export function clientTypes(document: OpenApi): string {
  const schemas = Object.entries(document.components?.schemas ?? {});
  const operations = operationsOf(document);
  const isOpen = ({ security }: Operation) => !takesAccessToken(security);
  return indented([
    '// Written by `npm run docs` from docs/openapi.json.\n',
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
    METHODS.filter((method) => method in item).map((method): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      // Parameters may stand beside the methods too.
      { parameters: item.parameters as readonly Parameter[], ...(item[method] as Operation) },
    ]),
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

function givenMembers(document: OpenApi, { parameters = [], requestBody, security = [] }: Operation): string[] {
  const all = parameters.map((parameter) => resolve(document, parameter));
  const inPlace = (place: string) => all.filter((parameter) => parameter.in === place);
  const [inPath, inQuery] = [inPlace('path'), inPlace('query')];
  const body = requestBody && resolve(document, requestBody);
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
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = successes.map(([, response]) => {
    const { content = {} } = resolve(document, response);
    if (Object.keys(content).length > 0 && !(JSON_TYPE in content)) return 'Response';
    const schema = content[JSON_TYPE]?.schema;
    if (!schema) return 'null';
    const data = envelopeData(document, schema);
    return typeOf(data ?? schema);
  });
  return [...new Set(types)].join(' | ') || 'null';
}

function envelopeData(document: OpenApi, schema: Schema): Schema | undefined {
  const { properties, allOf = [] } = resolve(document, schema);
  if (properties?.data && properties.message) return properties.data;
  // Shared parts of an envelope first, its data last.
  return allOf.map((part) => resolve(document, part).properties?.data).findLast((data) => data !== undefined);
}

function resolve<Kind extends object>(document: OpenApi, value: Referred<Kind>): Kind {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as Kind;
  const found = value.$ref
    .slice('#/'.length)
    .split('/')
    .reduce((at: unknown, name) => (at as Readonly<Record<string, unknown>> | undefined)?.[name], document);
  if (found === undefined) throw new Error(`the document has no ${value.$ref}`);
  return resolve(document, found as Referred<Kind>);
}
