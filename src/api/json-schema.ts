import type { CustomValues } from '../config/custom-fields.ts';
import type { Features } from '../config/features.ts';

declare const described: unique symbol;

/**
 * JSON Schema as plain objects, with builders for the few kinds that the interface needs: a library would slow down the
 * start. `Type` is the type of the described values and exists only at compile time.
 */
export interface Schema<Type = unknown> {
  readonly [keyword: string]: unknown;
  /** The feature without which the OpenAPI document omits this member. */
  readonly onlyWith?: keyof Features;
  readonly accountFields?: FieldsUse;
  readonly [described]?: Type;
}

/**
 * How account-fields.ts adapts an object. With FIELDS_FILE, its member `fields` contains every field (`shown`), those
 * to change (`taken`), or at least those that a registration requires (`demanded`). `asStored`: an object as stored,
 * regardless of the settings.
 */
export type FieldsUse = 'shown' | 'taken' | 'demanded' | 'asStored';

export type TypeOf<Described> = Described extends { readonly [described]?: infer Type } ? Type : never;

type Keywords = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, Schema>>;
type Members<Given extends Properties> = { readonly [Name in keyof Given]: TypeOf<Given[Name]> };

export function object<Given extends Properties>(properties: Given, keywords: Keywords = {}): Schema<Members<Given>> {
  const required = Object.keys(properties);
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...keywords };
}

export const partialObject = <Given extends Properties>(properties: Given): Schema<Partial<Members<Given>>> => ({
  type: 'object',
  properties,
});

export const nullable = <Type>(schema: Schema<Type>): Schema<Type | null> =>
  ({ ...schema, type: [schema.type, 'null'] }) as Schema<Type | null>;

/** An object that also has the member `fields` if there is FIELDS_FILE. */
export const withOwnFields = <Type>(accountFields: Exclude<FieldsUse, 'asStored'>, schema: Schema<Type>) =>
  ({ ...schema, accountFields }) as Schema<Type & { readonly fields?: CustomValues }>;

/** A schema with a name in the OpenAPI document, where others refer to it. */
export const named = <Type>(title: string, schema: Schema<Type>): Schema<Type> => ({ ...schema, title });

export const string = (keywords: Keywords = {}): Schema<string> => ({ type: 'string', ...keywords });

/** The serializer's name for strings that need no escaping. Not part of the OpenAPI document. */
export const UNESCAPED = 'unsafe';

/** A token, which needs no JSON escaping: scanning it costs half as much as serializing all the rest. */
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
