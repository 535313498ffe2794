import type { Features } from '../config/features.ts';

declare const described: unique symbol;

/**
 * JSON Schema as plain objects, with builders for the few kinds that the interface needs: a library for it would slow
 * down the start. `Type` is the type of the values that it describes, which the compiler alone knows.
 */
export interface Schema<Type = unknown> {
  readonly [keyword: string]: unknown;
  /** A member of a body that the OpenAPI document has where this is switched on. */
  readonly onlyWith?: keyof Features;
  readonly [described]?: Type;
}

/** The type of the values that a schema describes. */
export type TypeOf<Described> = Described extends { readonly [described]?: infer Type } ? Type : never;

type Keywords = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, Schema>>;
type Members<Given extends Properties> = { readonly [Name in keyof Given]: TypeOf<Given[Name]> };

/** An object whose properties are all required. */
export function object<Given extends Properties>(properties: Given, keywords: Keywords = {}): Schema<Members<Given>> {
  const required = Object.keys(properties);
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...keywords };
}

/** An object whose properties are all optional. */
export const partialObject = <Given extends Properties>(properties: Given): Schema<Partial<Members<Given>>> => ({
  type: 'object',
  properties,
});

/** A value as the schema describes it, or null. */
export const nullable = <Type>(schema: Schema<Type>): Schema<Type | null> =>
  ({ ...schema, type: [schema.type, 'null'] }) as Schema<Type | null>;

/** A schema with a name in the OpenAPI document, by which others refer to it. */
export const named = <Type>(title: string, schema: Schema<Type>): Schema<Type> => ({ ...schema, title });

export const string = (keywords: Keywords = {}): Schema<string> => ({ type: 'string', ...keywords });

/** The serializer's name for a string that it need not search for characters to escape. Not in the OpenAPI document. */
export const UNESCAPED = 'unsafe';

/** A token of ours: nothing that JSON would escape. Searching its 400 characters costs half as much as all the rest. */
export const token = (keywords: Keywords = {}): Schema<string> => string({ format: UNESCAPED, ...keywords });

/** A string with a description for the OpenAPI document. */
export const text = (description: string): Schema<string> => string({ description });

export const nullableString = (keywords: Keywords = {}): Schema<string | null> => ({
  type: ['string', 'null'],
  ...keywords,
});

export const integer = (keywords: Keywords = {}): Schema<number> => ({ type: 'integer', ...keywords });

export const boolean = (keywords: Keywords = {}): Schema<boolean> => ({ type: 'boolean', ...keywords });

export const list = <Item>(items: Schema<Item>, keywords: Keywords = {}): Schema<readonly Item[]> => ({
  type: 'array',
  items,
  ...keywords,
});

export const nullType = (): Schema<null> => ({ type: 'null' });

export const literal = <const Value extends string>(value: Value): Schema<Value> => ({ type: 'string', const: value });

export const oneOf = <const Value extends string>(values: readonly Value[]): Schema<Value> => ({
  type: 'string',
  enum: values,
});
