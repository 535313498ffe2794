import { type ErrorDeclaration, messagePattern } from '../../http/api-error.ts';
import { PURPOSES } from '../../tokens/purposes-and-lifetimes.ts';
import { literal, nullType, object, published, type Schema } from '../json-schema.ts';
import { declaredErrors, isStreamed, type Operation } from '../operation.ts';
import type { LoadedRoute } from '../routes.ts';
import { successEnvelope } from '../schemas.ts';

/** The OpenAPI 3.1 document, generated from the same declarations that the service runs on. */
export function openApiDocument(version: string, routes: readonly LoadedRoute[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path, operation } of routes) {
    const template = path.replaceAll(PARAMETER, '{$1}');
    const parameters = [...path.matchAll(PARAMETER)].map(([, name]) => pathParameter(String(name)));
    paths[template] = { ...paths[template], [method.toLowerCase()]: describe(operation, parameters) };
  }
  const securitySchemes = Object.fromEntries(
    Object.values(PURPOSES).map(({ scheme, about }) => [
      scheme,
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: about },
    ]),
  );
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
    components: { securitySchemes: { ...securitySchemes, [API_KEY_SCHEME]: API_KEY } },
  };
}

const API_KEY_SCHEME = 'apiKey';
const API_KEY = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'lk_…',
  description: 'An API key with the scope that the operation names; see docs/console.md.',
};

/** A path parameter as the router writes it: `:id`. */
const PARAMETER = /:(\w+)/g;

const pathParameter = (name: string): object => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const queryParameter = ([name, schema]: [name: string, schema: object]): object => ({ name, in: 'query', schema });

/** The alternatives: an access or mailed token, or an API key with the scope. */
function security({ bearer, admin }: Operation): object[] {
  if (!bearer) return [];
  return [{ [PURPOSES[bearer].scheme]: [] }, ...(admin?.scope ? [{ [API_KEY_SCHEME]: [admin.scope] }] : [])];
}

function describe(operation: Operation, inPath: readonly object[]): object {
  const { id, summary, admin, query = {}, body, bodyIsRequired = false, status, answers } = operation;
  const byStatus = Map.groupBy(declaredErrors(operation), (error) => error.status);
  const parameters = [...inPath, ...Object.entries(query).map(queryParameter)];
  return {
    operationId: id,
    tags: [admin ? 'admin' : 'account'],
    summary,
    ...(parameters.length > 0 && { parameters }),
    security: security(operation),
    ...(body && { requestBody: { required: bodyIsRequired, content: json(body) } }),
    responses: {
      [status]: success(answers),
      ...Object.fromEntries([...byStatus].map(([one, errors]) => [one, errorResponse(errors)])),
    },
  };
}

const success = (answers: Operation['answers']): object =>
  isStreamed(answers)
    ? {
        description: answers.description,
        content: Object.fromEntries(answers.streams.map((type) => [type, { schema: { type: 'string' } }])),
      }
    : { description: 'Done', content: json(successEnvelope(answers)) };

function errorResponse(errors: readonly ErrorDeclaration[]): object {
  const codes = [...new Set(errors.map(({ code }) => code))];
  const messages = errors.map(messagePattern);
  const fixed = [...new Set(messages.filter((message) => typeof message === 'string'))];
  const patterns = [...new Set(messages.filter((message) => message instanceof RegExp).map(({ source }) => source))];
  const message = {
    anyOf: [
      ...(fixed.length > 0 ? [{ type: 'string', enum: fixed }] : []),
      ...patterns.map((pattern) => ({ type: 'string', pattern })),
    ],
  };
  const envelope = object({ status: literal('error'), message, data: nullType() }, { additionalProperties: false });
  const challenges = [...new Set(errors.flatMap(({ headers }) => headers?.['www-authenticate'] ?? []))];
  const namesField = errors.some(({ field, values }) => field !== undefined || values?.field !== undefined);
  return {
    description: codes.join(', '),
    headers: {
      'X-Error-Code': { required: true, schema: { type: 'string', enum: codes } },
      ...(namesField && {
        'X-Error-Field': { description: 'The member of the body that is at fault.', schema: { type: 'string' } },
      }),
      ...(challenges.length > 0 && {
        'WWW-Authenticate': {
          description: 'The challenge of RFC 6750, or of RFC 9470 where a more recent login is needed.',
          schema: { type: 'string' },
          examples: Object.fromEntries(challenges.map((value, at) => [`challenge${at + 1}`, { value }])),
        },
      }),
    },
    content: json(envelope),
  };
}

const json = (schema: Schema) => ({ 'application/json': { schema: published(schema) } });
