import { schemaWith } from '../src/api/account-fields.ts';
import type { Schema } from '../src/api/json-schema.ts';
import { openApiDocument } from '../src/api/openapi/document.ts';
import { isStreamed, type Operation } from '../src/api/operation.ts';
import { loadRoutes } from '../src/api/route.ts';
import { DESCRIBED_ENDPOINTS } from '../src/app/create-endpoints.ts';
import { ROUTES } from '../src/app/routes.ts';
import { createFields } from '../src/config/field-presence.ts';
import { FIELD_TYPES } from '../src/config/field-types.ts';
import { VERSION } from '../src/lib/version.ts';

const routes = await loadRoutes(ROUTES);

const textWith = (adapt: (operation: Operation) => Operation): string => {
  const adapted = routes.map((one) => ({ ...one, operation: adapt(one.operation) }));
  return `${JSON.stringify(openApiDocument(VERSION, adapted, DESCRIBED_ENDPOINTS), null, 2)}\n`;
};

/** The OpenAPI document of a service with every feature. */
export const OPENAPI_TEXT = textWith((operation) => operation);

/** What FIELDS_FILE may declare. */
const ANY_FIELDS: Schema = {
  type: 'object',
  additionalProperties: { type: [...new Set(Object.values(FIELD_TYPES).map(({ schema }) => schema.type)), 'null'] },
  description: 'With `FIELDS_FILE`.',
};

function withAnyFields({ properties, items, ...schema }: Schema): Schema {
  const members = Object.entries((properties ?? {}) as Record<string, Schema>);
  const hasFields = schema.accountFields !== undefined && schema.accountFields !== 'asStored';
  return {
    ...schema,
    ...(properties !== undefined && {
      properties: {
        ...Object.fromEntries(members.map(([name, member]) => [name, withAnyFields(member)])),
        ...(hasFields && { fields: ANY_FIELDS }),
      },
    }),
    ...(items !== undefined && { items: withAnyFields(items as Schema) }),
  };
}

/** What PROFILE_FIELDS may leave to the user; a body without them must compile. */
const ANY_PRESENCE = createFields({ phone_number: 'optional', industry: 'optional' });

/** The document for the types of the client, which are the same whatever PROFILE_FIELDS and FIELDS_FILE declare. */
export const CLIENT_OPENAPI_TEXT = textWith((operation) => ({
  ...operation,
  ...(operation.body && { body: schemaWith(withAnyFields(operation.body), ANY_PRESENCE) }),
  ...(!isStreamed(operation.answers) && { answers: withAnyFields(operation.answers) }),
}));
