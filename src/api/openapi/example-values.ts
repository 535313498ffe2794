import type { Schema } from '../json-schema.ts';
import { SAMPLE_VALUES } from './sample-values.ts';

const TIME = '2026-01-31T09:00:00.000Z';
const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': TIME,
  date: TIME.slice(0, 10),
  email: 'ada@example.com',
  uuid: '3f0c9a52-7f6e-4d0b-9a53-0f8f6b1f7c21',
};
const BY_TYPE: Readonly<Record<string, unknown>> = { integer: 1, boolean: true, string: '…' };

/**
 * An example for a schema, also usable by mock servers: from its `examples`, a sample for the member's name, or its
 * type.
 */
export function exampleValue(schema: Schema, name = ''): unknown {
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  const types = [schema.type].flat();
  const sample = SAMPLE_VALUES[name]?.find((value) => fits(value, schema));
  if (sample !== undefined) return sample;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (types.includes('object')) return exampleObject(schema);
  if (types.includes('array')) return [exampleValue(schema.items as Schema, name)];
  const format = BY_FORMAT[String(schema.format)];
  if (format !== undefined) return format;
  return types.includes('null') || schema.type === undefined ? null : BY_TYPE[String(schema.type)];
}

/** Contains the required members, or all members if none is required. */
function exampleObject({ properties = {}, required }: Schema): object {
  const members = Object.entries(properties as Readonly<Record<string, Schema>>);
  const isShown = ([name]: [string, Schema]) => !Array.isArray(required) || required.includes(name);
  return Object.fromEntries(members.filter(isShown).map(([name, schema]) => [name, exampleValue(schema, name)]));
}

/** A sample applies to all members of one name, which may differ in type. */
function fits(value: unknown, { type, items = {}, format, enum: choices }: Schema): boolean {
  if (type !== undefined && ![type].flat().includes(typeOf(value))) return false;
  if (Array.isArray(choices)) return choices.includes(value);
  if (Array.isArray(value)) return value.every((item) => fits(item, items as Schema));
  return !(typeof value === 'string' && String(format).startsWith('date'));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? 'integer' : typeof value;
}
