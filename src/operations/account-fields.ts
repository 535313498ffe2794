import { type AccountFields, CHOSEN_FIELDS } from '../config/account-fields.ts';
import { nullable, type Schema } from './json-schema.ts';
import { isStreamed, type Operation } from './operation.ts';

/** The operation as PROFILE_FIELDS has it: without fields that are off, and with optional ones that may be null. */
export const withFields = (operation: Operation, fields: AccountFields): Operation => {
  const { body, answers } = operation;
  return {
    ...operation,
    ...(body && { body: schemaWith(body, fields) }),
    ...(!isStreamed(answers) && { answers: schemaWith(answers, fields) }),
  };
};

export function schemaWith(schema: Schema, fields: AccountFields): Schema {
  const chosen = new Map<string, string>(CHOSEN_FIELDS.map((name) => [name, fields.presence[name]]));
  // An export has all that is stored, whatever the settings are by now.
  if ([...chosen.values()].every((presence) => presence === 'required') || schema.title === 'AccountExport')
    return schema;
  const { properties = {}, items, required } = schema;
  const members = Object.entries(properties as Record<string, Schema>).filter(([name]) => chosen.get(name) !== 'off');
  // Bodies alone say how short a text may be. What is missing is answered as an empty text.
  const mayBeNull = (name: string, { minLength }: Schema) => minLength !== undefined && chosen.get(name) === 'optional';
  const always = new Set(members.flatMap(([name, member]) => (mayBeNull(name, member) ? [] : name)));
  const changed = members.map(([name, member]): [string, Schema] => {
    const { minLength: _, ...ofAnyLength } = member;
    return [name, mayBeNull(name, member) ? nullable(ofAnyLength) : schemaWith(member, fields)];
  });
  return {
    ...schema,
    ...(schema.properties !== undefined && { properties: Object.fromEntries(changed) }),
    ...(items !== undefined && { items: schemaWith(items as Schema, fields) }),
    ...(Array.isArray(required) && { required: required.filter((name: string) => always.has(name)) }),
  };
}
