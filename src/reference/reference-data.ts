/** What the server writes beside an operation of the reference, for the form that tries it. */
export interface TriableOperation {
  readonly id: string;
  readonly method: string;
  /** With its parameters as `{name}`. */
  readonly path: string;
  /** The purposes of the signed tokens that it takes; empty where it takes none. */
  readonly purposes: readonly string[];
  readonly hasToken: boolean;
  readonly hasBody: boolean;
  readonly fields: readonly TriableField[];
}

export interface TriableField {
  readonly name: string;
  readonly in: 'path' | 'query' | 'body';
  /** `json`: anything that is no text, number, truth value or one of several. */
  readonly type: 'string' | 'number' | 'boolean' | 'json';
  readonly isRequired: boolean;
  /** Undefined: any. */
  readonly choices?: readonly string[];
  /** Filled in where it is required, and shown below where it is not. */
  readonly example: string;
}
