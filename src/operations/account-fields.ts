import { CHOSEN_FIELDS, PROFILE_FIELDS } from '../config/built-in-fields.ts';
import type { AccountFields } from '../config/field-presence.ts';
import { FIELD_TYPES } from '../config/field-types.ts';
import { NotAnObject } from '../http/errors.ts';
import { EmptyField, InvalidMember } from './errors.ts';
import { type FieldsUse, nullable, type Schema } from './json-schema.ts';
import { isStreamed, narrowed, type Operation } from './operation.ts';

/** Adapts an operation to PROFILE_FIELDS, PHONE_NUMBERS and FIELDS_FILE. */
export const withFields = (operation: Operation, fields: AccountFields): Operation => {
  const { body, answers, errors = [] } = operation;
  const takesOwn = body?.accountFields !== undefined && fields.own.length > 0;
  return {
    ...operation,
    ...(body && { body: schemaWith(body, fields) }),
    ...(takesOwn && { errors: [...errors, ...OWN_ERRORS] }),
    ...(!isStreamed(answers) && { answers: schemaWith(answers, fields) }),
  };
};

const OWN_ERRORS = [
  NotAnObject,
  narrowed(EmptyField, { field: 'fields\\.\\w+' }),
  narrowed(InvalidMember, { field: 'fields(\\.\\w+)?' }),
];

/** The schema for these settings. */
export function schemaWith(schema: Schema, fields: AccountFields): Schema {
  const { presence, own, sharesPhoneNumbers } = fields;
  const isUnchanged =
    own.length === 0 && !sharesPhoneNumbers && CHOSEN_FIELDS.every((name) => presence[name] === 'required');
  if (isUnchanged || schema.accountFields === 'asStored') return schema;
  const known = withPresence(schema, fields);
  return own.length > 0 && schema.accountFields ? withOwn(known, fields, schema.accountFields) : known;
}

/** Adds the member `fields`. */
function withOwn({ required, ...schema }: Schema, { own }: AccountFields, use: FieldsUse): Schema {
  const isDemanded = use === 'demanded';
  const named = own.filter(({ writtenBy }) => !isDemanded || writtenBy === 'user');
  const needed = named.filter((field) => use === 'shown' || (isDemanded && field.required)).map(({ name }) => name);
  const properties = named.map(({ name, type }) => {
    const { schema: value } = FIELD_TYPES[type];
    return [name, isDemanded && needed.includes(name) ? value : nullable(value)] as const;
  });
  const fields: Schema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(needed.length > 0 && { required: needed }),
  };
  const members = [...(Array.isArray(required) ? required : []), ...(needed.length > 0 ? ['fields'] : [])];
  return {
    ...schema,
    ...(members.length > 0 && { required: members }),
    properties: { ...(schema.properties as object), fields },
  };
}

const asShared = ({ description, ...others }: Schema): Schema => ({
  ...others,
  ...(typeof description === 'string' && {
    description: description.replace(`; ${PROFILE_FIELDS.phone_number.note}`, ''),
  }),
});

function withPresence(schema: Schema, fields: AccountFields): Schema {
  const chosen = new Map<string, string>(CHOSEN_FIELDS.map((name) => [name, fields.presence[name]]));
  const { properties = {}, items, required } = schema;
  const members = Object.entries(properties as Record<string, Schema>).filter(([name]) => chosen.get(name) !== 'off');
  // Only bodies declare a minimum length. A missing value is returned as an empty string.
  const mayBeNull = (name: string, { minLength }: Schema) => minLength !== undefined && chosen.get(name) === 'optional';
  const always = new Set(members.flatMap(([name, member]) => (mayBeNull(name, member) ? [] : name)));
  const changed = members.map(([name, member]): [string, Schema] => {
    const { minLength: _, ...ofAnyLength } = member;
    const known = mayBeNull(name, member) ? nullable(ofAnyLength) : schemaWith(member, fields);
    return [name, name === 'phone_number' && fields.sharesPhoneNumbers ? asShared(known) : known];
  });
  return {
    ...schema,
    ...(schema.properties !== undefined && { properties: Object.fromEntries(changed) }),
    ...(items !== undefined && { items: schemaWith(items as Schema, fields) }),
    ...(Array.isArray(required) && { required: required.filter((name: string) => always.has(name)) }),
  };
}
