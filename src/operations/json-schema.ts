/**
 * The few kinds of JSON Schema that the interface is described with, as plain objects. A library for it would be the slowest
 * part of every start.
 */
export interface Schema {
  readonly [keyword: string]: unknown;
}

type Keywords = Readonly<Record<string, unknown>>;

/** All its properties are required. */
export function object(properties: Readonly<Record<string, Schema>>, keywords: Keywords = {}): Schema {
  const required = Object.keys(properties);
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...keywords };
}

/** None of its properties is. */
export const partialObject = (properties: Readonly<Record<string, Schema>>): Schema => ({ type: 'object', properties });

export const string = (keywords: Keywords = {}): Schema => ({ type: 'string', ...keywords });

/** With a description for whoever reads the OpenAPI document. */
export const text = (description: string): Schema => string({ description });

export const nullableString = (keywords: Keywords = {}): Schema => ({ type: ['string', 'null'], ...keywords });

export const integer = (): Schema => ({ type: 'integer' });

export const nothing = (): Schema => ({ type: 'null' });

export const literal = (value: string): Schema => ({ type: 'string', const: value });

export const oneOf = (values: readonly string[]): Schema => ({ type: 'string', enum: values });
