import type { Purpose } from '../accounts/signed-tokens.ts';
import {
  API_DOCUMENTATION,
  type DocumentedError,
  documentedErrors,
  type OperationDocumentation,
} from './api-documentation.ts';
import { ERROR_CODES } from './envelope.ts';
import { literal, nothing, object } from './json-schema.ts';
import { API_ROUTES, type ApiRoute } from './routes.ts';
import { successEnvelope } from './schemas.ts';

const SCHEMES: Record<Purpose, { name: string; description: string }> = {
  auth: { name: 'accessToken', description: 'The access token of login or refresh.' },
  account_verification: { name: 'verificationToken', description: 'The token of the link in the verification e-mail.' },
  password_reset: { name: 'resetToken', description: 'The token of the link in the reset e-mail. Works once.' },
};

/** The interface as an OpenAPI 3.1 document, from the same tables that the service runs on. */
export function openApiDocument(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of API_ROUTES) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  const securitySchemes = Object.fromEntries(
    Object.values(SCHEMES).map(({ name, description }) => [
      name,
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description },
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Latchkey',
      version,
      summary: 'Accounts and authentication',
      description:
        'Every answer is an object with exactly `status`, `message` and `data`. Errors carry a stable name in the header `X-Error-Code`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: { securitySchemes },
  };
}

export const documentationOf = ({ method, path }: Pick<ApiRoute, 'method' | 'path'>): OperationDocumentation => {
  const documentation = API_DOCUMENTATION[`${method} ${path}`];
  if (!documentation) throw new Error(`${method} ${path} is not documented`);
  return documentation;
};

function operation(route: ApiRoute): object {
  const documentation = documentationOf(route);
  const { summary, bearer, body, bodyIsRequired } = documentation;
  const errors = Object.groupBy(documentedErrors(documentation, route.failure), ([code]) => ERROR_CODES[code]);
  const responses = Object.entries(errors).map(([status, listed]) => [status, errorResponse(listed ?? [])]);
  return {
    operationId: route.operation.name,
    summary,
    security: bearer ? [{ [SCHEMES[bearer].name]: [] }] : [],
    ...(body && { requestBody: { required: bodyIsRequired ?? false, content: json(body) } }),
    responses: {
      [route.status]: { description: 'Done', content: json(successEnvelope(route.data)) },
      ...Object.fromEntries(responses),
    },
  };
}

function errorResponse(errors: readonly DocumentedError[]): object {
  const codes = [...new Set(errors.map(([code]) => code))];
  const fixed = [...new Set(errors.flatMap(([, message]) => (typeof message === 'string' ? [message] : [])))];
  const patterns = errors.flatMap(([, message]) => (typeof message === 'string' ? [] : [message.source]));
  const message = {
    anyOf: [
      ...(fixed.length > 0 ? [{ type: 'string', enum: fixed }] : []),
      ...patterns.map((pattern) => ({ type: 'string', pattern })),
    ],
  };
  const envelope = object({ status: literal('error'), message, data: nothing() }, { additionalProperties: false });
  return {
    description: codes.join(', '),
    headers: { 'X-Error-Code': { required: true, schema: { type: 'string', enum: codes } } },
    content: json(envelope),
  };
}

const json = (schema: object) => ({ 'application/json': { schema } });
