import type { Features } from '../../config/features.ts';
import type { ErrorDeclaration } from '../../declare/error.ts';
import { PURPOSES } from '../../declare/purposes-and-lifetimes.ts';
import { DECLARED_FEATURES } from '../../features/declarations.ts';
import type { DescribedEndpoint } from '../../http/endpoint.ts';
import * as httpErrors from '../../http/errors.ts';
import * as operationErrors from '../errors.ts';
import { named, oneOf, type Schema, string } from '../json-schema.ts';
import type { Operation } from '../operation.ts';
import type { LoadedRoute } from '../route.ts';
import { exampleValue } from './example-values.ts';
import { NamedSchemas } from './named-schemas.ts';
import { RESPONSE_HEADERS } from './response-headers.ts';
import { endpointResponses, otherError, responses } from './responses.ts';
import { PATH_PARAMETERS } from './sample-values.ts';
import { TAGS, type Tag } from './tags.ts';

/** The OpenAPI 3.1 document, generated from the declarations that the service runs on. */
export function openApiDocument(
  version: string,
  routes: readonly LoadedRoute[],
  others: readonly DescribedEndpoint[],
  basePath = '',
  features?: Features,
): object {
  const schemas = new NamedSchemas();
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path, operation } of routes) {
    const template = path.replaceAll(PARAMETER, '{$1}');
    const described = describe(withFeatures(operation, features), pathParameters(path), schemas);
    paths[template] = { ...paths[template], [method.toLowerCase()]: described };
  }
  for (const endpoint of others) paths[endpoint.path] = { get: describeEndpoint(endpoint, schemas) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Latchkey',
      version,
      summary: 'Accounts and authentication',
      description:
        'Every answer except files and streams is an object with exactly `status`, `message` and `data`. Errors ' +
        'carry a stable name in the header `X-Error-Code`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath || '/' }],
    paths,
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    components: components(schemas),
  };
}

/** Removes the body members of disabled features; undefined: all features are on. */
function withFeatures(operation: Operation, features: Features | undefined): Operation {
  const { body } = operation;
  if (!body?.properties) return operation;
  const properties = Object.entries(body.properties as Readonly<Record<string, Schema>>).flatMap(
    ([name, { onlyWith, ...schema }]) =>
      onlyWith === undefined || !features || features[onlyWith] ? [[name, schema] as const] : [],
  );
  return { ...operation, body: { ...body, properties: Object.fromEntries(properties) } };
}

function components(schemas: NamedSchemas): object {
  // The two omitted headers are described inline, with their values, in each response that sends them.
  const { 'X-Result': _result, 'X-Error-Reason': _reason, 'X-Error-Code': code, ...others } = RESPONSE_HEADERS;
  const headers = Object.entries({ 'X-Error-Code': { ...code, schema: ErrorCode }, ...others }).map(
    ([name, header]) => [name, { ...header, schema: schemas.publish(header.schema), ...declaredValues(name) }],
  );
  const responses = { Error: otherError(schemas) };
  return { schemas: schemas.all(), headers: Object.fromEntries(headers), responses, securitySchemes: SECURITY_SCHEMES };
}

/** The values that errors declare for a header, such as the challenges of RFC 6750 and RFC 9470. */
function declaredValues(name: string): object | undefined {
  const values = new Set(ERROR_CATALOGUE.flatMap(({ headers }) => headers?.[name.toLowerCase()] ?? []));
  if (values.size < 2) return undefined;
  const examples = [...values].map((value, at) => [`value${at + 1}`, { value }]);
  return { examples: Object.fromEntries(examples) };
}

const isDeclaration = (value: unknown): value is ErrorDeclaration =>
  typeof value === 'object' && value !== null && 'code' in value && 'status' in value;

/** Every error response of the service, sorted by status and code; docs/errors.md is generated from it. */
export const ERROR_CATALOGUE: readonly ErrorDeclaration[] = [
  ...Object.values<unknown>({ ...httpErrors, ...operationErrors }).filter(isDeclaration),
  ...DECLARED_FEATURES.flatMap(({ errors = [] }) => errors),
].sort((one, other) => one.status - other.status || one.code.localeCompare(other.code, 'en'));

const ErrorCode = named('ErrorCode', oneOf([...new Set(ERROR_CATALOGUE.map(({ code }) => code))]));

const API_KEY_SCHEME = 'apiKey';
const SECURITY_SCHEMES = {
  ...Object.fromEntries(
    Object.values(PURPOSES).map(({ scheme, about }) => [
      scheme,
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: about },
    ]),
  ),
  [API_KEY_SCHEME]: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'lk_…',
    description: 'An API key with the scope that the operation names; see docs/administration.md.',
  },
};

/** A path parameter of the router: `:id`. */
const PARAMETER = /:(\w+)/g;

const pathParameters = (path: string): object[] =>
  [...path.matchAll(/([\w-]+)\/:(\w+)/g)].map(([, collection = '', name]) => {
    const { about, sample } = PATH_PARAMETERS[collection] ?? {};
    return { name, in: 'path', required: true, description: about, schema: string(), example: sample };
  });

const PREFER = {
  name: 'Prefer',
  in: 'header',
  description: '`handling=strict` (RFC 7240): a password that is easy to guess is refused, not warned of.',
  schema: string(),
  example: 'handling=strict',
};

/** Moves the description from the schema to the parameter. */
function queryParameter(name: string, { description, ...schema }: Schema, schemas: NamedSchemas): object {
  return { name, in: 'query', ...(description !== undefined && { description }), schema: schemas.publish(schema) };
}

/** The alternatives: an access or mailed token, or an API key with the scope. */
function security({ bearer, duringFactorSetup = false, whileActing = false, admin }: Operation): object[] {
  if (!bearer) return [];
  return [
    { [PURPOSES[bearer].scheme]: [] },
    ...(duringFactorSetup ? [{ [PURPOSES.factor_setup.scheme]: [] }] : []),
    ...(whileActing ? [{ [PURPOSES.acting.scheme]: [] }] : []),
    ...(admin?.scope ? [{ [API_KEY_SCHEME]: [admin.scope] }] : []),
  ];
}

function describe(operation: Operation, inPath: readonly object[], schemas: NamedSchemas): object {
  const { id, summary, description, tag, query = {}, body } = operation;
  const inQuery = Object.entries(query).map(([name, schema]) => queryParameter(name, schema, schemas));
  const parameters = [...inPath, ...inQuery, ...(operation.choosesPassword ? [PREFER] : [])];
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    ...(parameters.length > 0 && { parameters }),
    security: security(operation),
    ...(body && { requestBody: requestBody(operation, body, schemas) }),
    responses: responses(operation, schemas),
  };
}

const describeEndpoint = (endpoint: DescribedEndpoint, schemas: NamedSchemas): object => ({
  operationId: endpoint.id,
  tags: ['Service' satisfies Tag],
  summary: endpoint.summary,
  description: endpoint.description,
  security: [],
  responses: endpointResponses(endpoint, schemas),
});

/** Named after the operation. The body is optional only if none of its members is required. */
function requestBody({ id, bodyIsRequired = false }: Operation, body: Schema, schemas: NamedSchemas): object {
  const schema = schemas.publish(named(`${id[0]?.toUpperCase()}${id.slice(1)}Body`, body));
  const content = { 'application/json': { schema, example: exampleValue(body) } };
  return { required: bodyIsRequired || Array.isArray(body.required), content };
}
