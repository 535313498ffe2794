import type { AccountFields } from '../config/account-fields.ts';
import { CHOSEN_FIELDS, PROFILE_FIELDS } from '../config/profile-fields.ts';
import { NotAnObject } from '../http/errors.ts';
import { EmptyField, InvalidMember } from './errors.ts';
import { nullable, type Schema } from './json-schema.ts';
import { isStreamed, narrowed, type Operation } from './operation.ts';

/** Adapts an operation to PROFILE_FIELDS and FIELDS_FILE. */
export const withFields = (operation: Operation, fields: AccountFields): Operation => {
  const { id, body, answers, errors = [] } = operation;
  return {
    ...operation,
    ...(body && { body: bodyWith(id, body, fields) }),
    ...(takesOwn(id, fields) && { errors: [...errors, ...OWN_ERRORS] }),
    ...(!isStreamed(answers) && { answers: schemaWith(answers, fields) }),
  };
};

const TAKE_OWN = ['acceptInvitation', 'register', 'registerIdentity', 'updateMe', 'adminInviteUser', 'adminUpdateUser'];
const takesOwn = (id: string, { own }: AccountFields): boolean => own.length > 0 && TAKE_OWN.includes(id);
const OWN_ERRORS = [
  NotAnObject,
  narrowed(EmptyField, { field: 'fields\\.\\w+' }),
  narrowed(InvalidMember, { field: 'fields(\\.\\w+)?' }),
];

/** The names of the schemas that contain the own fields. */
const SHOW_OWN: readonly unknown[] = ['User', 'UpdatedUser', 'UserDetails'];

const OWN_TYPES = { text: 'string', number: 'number', boolean: 'boolean' } as const;
/** The schema of FIELDS_FILE. */
const ownSchema = ({ own }: AccountFields): Schema => ({
  type: 'object',
  properties: Object.fromEntries(own.map(({ name, type }) => [name, { type: [OWN_TYPES[type], 'null'] }])),
});

const withOwn = (schema: Schema, fields: AccountFields): Schema => ({
  ...schema,
  properties: { ...(schema.properties as object), fields: ownSchema(fields) },
});

export function bodyWith(id: string, body: Schema, fields: AccountFields): Schema {
  const known = schemaWith(body, fields);
  return takesOwn(id, fields) ? withOwn(known, fields) : known;
}

function schemaWith(schema: Schema, fields: AccountFields): Schema {
  const known = withPresence(schema, fields);
  return fields.own.length > 0 && SHOW_OWN.includes(schema.title) ? withOwn(known, fields) : known;
}

const asShared = ({ description, ...others }: Schema): Schema => ({
  ...others,
  ...(typeof description === 'string' && {
    description: description.replace(`; ${PROFILE_FIELDS.phone_number.note}`, ''),
  }),
});

function withPresence(schema: Schema, fields: AccountFields): Schema {
  const chosen = new Map<string, string>(CHOSEN_FIELDS.map((name) => [name, fields.presence[name]]));
  // An export contains all stored values, whatever the current settings.
  if (
    ([...chosen.values()].every((presence) => presence === 'required') &&
      fields.own.length === 0 &&
      !fields.sharesPhoneNumbers) ||
    schema.title === 'AccountExport'
  )
    return schema;
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
