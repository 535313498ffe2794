/** The part of JSON Schema that the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** The TypeScript type of a schema. References use the component's name. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown';
  if (schema.const !== undefined) return literal(schema.const);
  const types = [schema.type ?? []].flat();
  if (schema.enum) {
    const isNullable = types.includes('null') && !schema.enum.includes(null);
    return union([...schema.enum.map(literal), ...(isNullable ? ['null'] : [])]);
  }
  return union(types.map((type) => (type === 'object' ? objectType(schema) : listOrPlain(type, schema)))) || 'unknown';
}

const listOrPlain = (type: string, { items }: Schema): string =>
  type === 'array' ? `readonly ${parenthesised(items ? typeOf(items) : 'unknown')}[]` : (PLAIN[type] ?? 'unknown');

const parenthesised = (type: string): string => (/^\w+$|^\{[^|&]*\}$/.test(type) ? type : `(${type})`);

function objectType({ properties, required = [], additionalProperties }: Schema): string {
  const rest =
    typeof additionalProperties === 'object' ? `Readonly<Record<string, ${typeOf(additionalProperties)}>>` : '';
  // `object`, because interfaces are not assignable to a record.
  if (!properties) return rest || 'object';
  const members = Object.entries(properties).map(([name, schema]) =>
    member(name, required.includes(name), typeOf(schema), schema.description),
  );
  if (members.length === 0) return rest || 'Readonly<Record<string, never>>';
  return `${block(members)}${rest && ` & ${rest}`}`;
}

export const block = (members: readonly string[]): string => `{\n${members.join('\n')}\n}`;

export const member = (name: string, isRequired: boolean, type: string, description?: string): string =>
  `${comment(description)}readonly ${/^\w+$/.test(name) ? name : `'${name}'`}${isRequired ? '' : '?'}: ${type};`;

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);

export const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

export const comment = (text?: string): string =>
  text ? `/** ${text.replaceAll('*/', '* /').replaceAll('\n', ' ')} */\n` : '';
