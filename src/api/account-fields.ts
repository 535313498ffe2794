import { CHOSEN_FIELDS, isOff, PROFILE_FIELDS } from '../config/built-in-fields.ts';
import type { CustomField } from '../config/custom-fields.ts';
import { type AccountFields, customFields, isRequired, sharesPhoneNumbers } from '../config/field-presence.ts';
import { FIELD_TYPES } from '../config/field-types.ts';
import { NotAnObject } from '../http/errors.ts';
import { EmptyField, InvalidMember } from './errors.ts';
import { type FieldsUse, nullable, partialObject, type Schema } from './json-schema.ts';
import { isStreamed, narrowed, type Operation } from './operation.ts';

/** Adapts an operation to PROFILE_FIELDS, PHONE_NUMBERS and FIELDS_FILE. */
export const withFields = (operation: Operation, fields: AccountFields): Operation => {
  const { body, answers, errors = [] } = operation;
  const takesCustom = body?.accountFields !== undefined && customFields(fields).length > 0;
  return {
    ...operation,
    ...(body && { body: schemaWith(body, fields) }),
    ...(takesCustom && { errors: [...errors, ...CUSTOM_ERRORS] }),
    ...(!isStreamed(answers) && { answers: schemaWith(answers, fields) }),
  };
};

const CUSTOM_ERRORS = [
  NotAnObject,
  narrowed(EmptyField, { field: 'fields\\.\\w+' }),
  narrowed(InvalidMember, { field: 'fields(\\.\\w+)?' }),
];

/** The schema for these settings. */
export function schemaWith(schema: Schema, fields: AccountFields): Schema {
  const custom = customFields(fields);
  const isUnchanged =
    custom.length === 0 && !sharesPhoneNumbers(fields) && CHOSEN_FIELDS.every((name) => isRequired(name, fields));
  if (isUnchanged || schema.accountFields === 'asStored') return schema;
  const known = withPresence(schema, fields);
  return custom.length > 0 && schema.accountFields ? withCustom(known, custom, schema.accountFields) : known;
}

/** Adds the member `fields`. */
function withCustom({ required, ...schema }: Schema, custom: readonly CustomField[], use: FieldsUse): Schema {
  const isDemanded = use === 'demanded';
  const named = custom.filter(({ writtenBy }) => !isDemanded || writtenBy === 'user');
  const needed = named.filter((field) => use === 'shown' || (isDemanded && field.required)).map(({ key }) => key);
  const properties = named.map(({ key, type }) => {
    const { schema: value } = FIELD_TYPES[type];
    return [key, isDemanded && needed.includes(key) ? value : nullable(value)] as const;
  });
  const fields = { ...partialObject(Object.fromEntries(properties)), ...(needed.length > 0 && { required: needed }) };
  const members = [...(Array.isArray(required) ? required : []), ...(needed.length > 0 ? ['fields'] : [])];
  return {
    ...schema,
    ...(members.length > 0 && { required: members }),
    properties: { ...(schema.properties as object), fields },
  };
}

const asShared = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replace(`; ${PROFILE_FIELDS.phone_number.note}`, ''));

function withPresence(schema: Schema, fields: AccountFields): Schema {
  const { properties = {}, items, required } = schema;
  const members = Object.entries(properties as Record<string, Schema>).filter(([name]) => !isOff(name, fields));
  // Only bodies declare a minimum length. A missing value is returned as an empty string.
  const mayBeNull = (name: string, { minLength }: Schema) =>
    minLength !== undefined && fields.some((field) => field.name === name && !field.required);
  const always = new Set(members.flatMap(([name, member]) => (mayBeNull(name, member) ? [] : name)));
  const changed = members.map(([name, member]): [string, Schema] => {
    const { minLength: _, ...ofAnyLength } = member;
    const known = mayBeNull(name, member) ? nullable(ofAnyLength) : schemaWith(member, fields);
    return [name, name === 'phone_number' && sharesPhoneNumbers(fields) ? asShared(known) : known];
  });
  return {
    ...schema,
    ...(schema.properties !== undefined && { properties: Object.fromEntries(changed) }),
    ...(items !== undefined && { items: schemaWith(items as Schema, fields) }),
    ...(Array.isArray(required) && { required: required.filter((name: string) => always.has(name)) }),
  };
}
