/** JSON Schema as plain objects, with builders for the few kinds we need. A library would slow down the start. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

type Keywords = Readonly<Record<string, unknown>>;

/** An object whose properties are all required. */
export function object(properties: Readonly<Record<string, Schema>>, keywords: Keywords = {}): Schema {
  const required = Object.keys(properties);
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...keywords };
}

/** An object whose properties are all optional. */
export const partialObject = (properties: Readonly<Record<string, Schema>>): Schema => ({ type: 'object', properties });

export const string = (keywords: Keywords = {}): Schema => ({ type: 'string', ...keywords });

/** The serializer's name for a string that it need not search for characters to escape. */
const UNESCAPED = 'unsafe';

/** A token of ours: nothing that JSON would escape. Searching its 400 characters costs half as much as all the rest. */
export const token = (keywords: Keywords = {}): Schema => string({ format: UNESCAPED, ...keywords });

/** Leaves out what concerns the serializer alone. */
export const published = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === 'format' && value === UNESCAPED ? undefined : value)));

/** A string with a description for the OpenAPI document. */
export const text = (description: string): Schema => string({ description });

export const nullableString = (keywords: Keywords = {}): Schema => ({ type: ['string', 'null'], ...keywords });

export const integer = (): Schema => ({ type: 'integer' });

export const boolean = (keywords: Keywords = {}): Schema => ({ type: 'boolean', ...keywords });

export const list = (items: Schema): Schema => ({ type: 'array', items });

export const nullType = (): Schema => ({ type: 'null' });

export const literal = (value: string): Schema => ({ type: 'string', const: value });

export const oneOf = (values: readonly string[]): Schema => ({ type: 'string', enum: values });
