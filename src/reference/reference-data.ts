/** The data of an operation for the form that tries it. */
export interface TriableOperation {
  readonly id: string;
  readonly method: string;
  /** Parameters are written as `{name}`. */
  readonly path: string;
  /** The purposes of the signed tokens that it accepts. */
  readonly purposes: readonly string[];
  readonly hasToken: boolean;
  readonly hasBody: boolean;
  readonly fields: readonly TriableField[];
}

export interface TriableField {
  readonly name: string;
  readonly in: 'path' | 'query' | 'body';
  /** `json`: any other type. */
  readonly type: 'string' | 'number' | 'boolean' | 'json';
  readonly isRequired: boolean;
  /** Undefined: any value. */
  readonly choices?: readonly string[];
  /** Filled in if the field is required, otherwise shown below it. */
  readonly example: string;
}
