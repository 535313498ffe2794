/** The parts of our OpenAPI document that the reference shows. Schemas and headers may be references to components. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly tags?: readonly Tag[];
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Tag {
  readonly name: string;
  readonly description?: string;
}

export interface ApiOperation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, ApiResponse>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: ApiSchema;
  readonly example?: unknown;
}

interface RequestBody {
  readonly description?: string;
  readonly content?: Content;
}

export interface ApiResponse {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, ApiHeader>>;
  readonly content?: Content;
}

export interface ApiHeader {
  readonly description?: string;
  readonly schema?: ApiSchema;
}

/** By content type. */
export type Content = Readonly<Record<string, MediaType>>;

interface MediaType {
  readonly schema?: ApiSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly items?: ApiSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface SecurityScheme {
  readonly description?: string;
}

/** Resolves a reference; returns other values unchanged. */
export type Resolve = <Value extends object>(value: Value) => Value;

export function createResolve(document: OpenApiDocument): Resolve {
  return <Value extends object>(value: Value): Value => {
    if (!('$ref' in value)) return value;
    const { $ref, ...beside } = value as Value & { readonly $ref: unknown };
    const [, , kind = '', name = ''] = String($ref).split('/');
    const found = document.components?.[kind]?.[name];
    if (!found) throw new Error(`the OpenAPI document has no ${String($ref)}`);
    // Members beside `$ref`, such as a description, override the referenced ones.
    return { ...found, ...beside } as Value;
  };
}

/** The name of a referenced schema. */
export const schemaName = ({ $ref }: ApiSchema): string | undefined => $ref?.split('/').at(-1);

export const typesOf = ({ type }: ApiSchema): readonly string[] => (typeof type === 'string' ? [type] : (type ?? []));

/** JSON, or else the first content type. */
export function mainContent(content: Content | undefined): [type: string, media: MediaType] | undefined {
  const json = content?.['application/json'];
  return json ? ['application/json', json] : Object.entries(content ?? {})[0];
}

/** Path parameters always have an example; query parameters may have only a default. */
export const exampleOfParameter = ({ example, schema }: Parameter): unknown =>
  example ?? schema?.examples?.[0] ?? schema?.default ?? '';
