import type { Operations } from './operations.ts';

/** An operation, as in the documentation: `POST /api/login`. */
export type Route = keyof Operations;

/** The input of an operation: `path`, `query`, `body`, and the `token` of a mailed link. */
export type Given<Name extends Route> = (Operations[Name] extends { readonly given: infer Parts } ? Parts : unknown) &
  CallOptions;

interface CallOptions {
  /** Used instead of the session's access token. */
  readonly token?: string;
  readonly signal?: AbortSignal;
}

/** May be omitted if nothing is required. */
export type CallArguments<Name extends Route> =
  Record<never, never> extends Given<Name> ? [given?: Given<Name>] : [given: Given<Name>];

export interface Answer<Data> {
  readonly data: Data;
  readonly message: string | null;
  /** The X-Result, such as `deletion_cancelled` at a login. */
  readonly result: string | undefined;
  readonly status: number;
}

export type AnswerOf<Name extends Route> = Answer<Operations[Name]['answer']>;

export interface Parts extends CallOptions {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: object;
}

/** The path of an operation, filled in. */
export function pathOf(template: string, { path = {}, query = {} }: Parts): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, path[name]));
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? filled : `${filled}?${parameters}`;
}

/** Exactly one segment: `..` would lead elsewhere, however it is encoded. */
function segment(name: string, value: string | number | undefined): string {
  const text = String(value ?? '');
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} is missing or invalid`);
  return encodeURIComponent(text);
}
