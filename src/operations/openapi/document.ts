import { PURPOSES } from '../../tokens/purposes-and-lifetimes.ts';
import { named, oneOf, type Schema, string } from '../json-schema.ts';
import type { Operation } from '../operation.ts';
import type { LoadedRoute } from '../routes.ts';
import { ERROR_CATALOGUE } from './list-errors.ts';
import { NamedSchemas } from './named-schemas.ts';
import { RESPONSE_HEADERS } from './response-headers.ts';
import { otherError, responses } from './responses.ts';

/** The OpenAPI 3.1 document, generated from the same declarations that the service runs on. */
export function openApiDocument(version: string, routes: readonly LoadedRoute[]): object {
  const schemas = new NamedSchemas();
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path, operation } of routes) {
    const template = path.replaceAll(PARAMETER, '{$1}');
    const parameters = [...path.matchAll(PARAMETER)].map(([, name]) => pathParameter(String(name)));
    paths[template] = { ...paths[template], [method.toLowerCase()]: describe(operation, parameters, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Latchkey',
      version,
      summary: 'Accounts and authentication',
      description:
        'Every answer, but for files and streams, is an object with exactly `status`, `message` and `data`. Errors ' +
        'carry a stable name in the header `X-Error-Code`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    tags: [
      { name: 'account', description: 'For users: their account, sessions and factors.' },
      { name: 'admin', description: 'For administrators and API keys; gone with `ADMIN=off`.' },
    ],
    components: components(schemas),
  };
}

function components(schemas: NamedSchemas): object {
  // Where X-Result is sent, its values are named.
  const { 'X-Result': _result, 'X-Error-Code': code, ...others } = RESPONSE_HEADERS;
  const headers = Object.entries({ 'X-Error-Code': { ...code, schema: ErrorCode }, ...others }).map(
    ([name, header]) => [name, { ...header, schema: schemas.publish(header.schema), ...declaredValues(name) }],
  );
  const responses = { Error: otherError(schemas) };
  return { schemas: schemas.all(), headers: Object.fromEntries(headers), responses, securitySchemes: SECURITY_SCHEMES };
}

/** The values that errors declare of a header, such as the challenges of RFC 6750 and of RFC 9470. */
function declaredValues(name: string): object | undefined {
  const values = new Set(ERROR_CATALOGUE.flatMap(({ headers }) => headers?.[name.toLowerCase()] ?? []));
  if (values.size < 2) return undefined;
  const examples = [...values].map((value, at) => [`value${at + 1}`, { value }]);
  return { examples: Object.fromEntries(examples) };
}

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
    description: 'An API key with the scope that the operation names; see docs/console.md.',
  },
};

/** A path parameter as the router writes it: `:id`. */
const PARAMETER = /:(\w+)/g;

const pathParameter = (name: string): object => ({ name, in: 'path', required: true, schema: string() });

/** The alternatives: an access or mailed token, or an API key with the scope. */
function security({ bearer, admin }: Operation): object[] {
  if (!bearer) return [];
  return [{ [PURPOSES[bearer].scheme]: [] }, ...(admin?.scope ? [{ [API_KEY_SCHEME]: [admin.scope] }] : [])];
}

function describe(operation: Operation, inPath: readonly object[], schemas: NamedSchemas): object {
  const { id, summary, admin, query = {}, body } = operation;
  const inQuery = Object.entries(query).map(([name, schema]) => ({
    name,
    in: 'query',
    schema: schemas.publish(schema),
  }));
  const parameters = [...inPath, ...inQuery];
  return {
    operationId: id,
    tags: [admin ? 'admin' : 'account'],
    summary,
    ...(parameters.length > 0 && { parameters }),
    security: security(operation),
    ...(body && { requestBody: requestBody(operation, body, schemas) }),
    responses: responses(operation, schemas),
  };
}

/** Named after the operation. A body may be missing only where none of its members is required. */
function requestBody({ id, bodyIsRequired = false }: Operation, body: Schema, schemas: NamedSchemas): object {
  const schema = schemas.publish(named(`${id[0]?.toUpperCase()}${id.slice(1)}Body`, body));
  return { required: bodyIsRequired || Array.isArray(body.required), content: { 'application/json': { schema } } };
}
