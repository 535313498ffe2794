import { StacklessError } from '../runtime/stackless-error.ts';

/** An error that the interface knows: declared once, thrown by reference, and listed by the operations that throw it. */
export interface ErrorDeclaration {
  /** A stable name for machines, sent as `X-Error-Code`: the envelope has no room for it. */
  readonly code: string;
  readonly status: number;
  /** `{name}` stands for a value that is given when the error is thrown. */
  readonly message: string;
  /** What a value in the message can be, as the source of a regular expression. */
  readonly values?: Readonly<Record<string, string>>;
  /** The member of the request's body that is at fault, sent as `X-Error-Field`; a value of this name otherwise. */
  readonly field?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Values = Readonly<Record<string, string | number>>;

/** An answer that ends an operation early. */
export class ApiError extends StacklessError {
  readonly declaration: ErrorDeclaration;
  readonly field: string | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(declaration: ErrorDeclaration, values?: Values, headers?: Readonly<Record<string, string>>) {
    super(values === undefined ? declaration.message : filled(declaration.message, values));
    this.declaration = declaration;
    this.field = declaration.field ?? (values?.field === undefined ? undefined : String(values.field));
    this.headers = headers ?? declaration.headers;
  }
}

const PLACE = /\{([a-z]+)\}/g;

const filled = (message: string, values: Values): string =>
  message.replace(PLACE, (_place, name: string) => String(values[name]));

/** What the message of a declared error looks like: itself, or a pattern where it has values. */
export function messagePattern({ message, values = {} }: ErrorDeclaration): string | RegExp {
  if (!/\{[a-z]+\}/.test(message)) return message;
  return new RegExp(
    `^${message.replace(/[.()]/g, '\\$&').replace(PLACE, (_place, name: string) => values[name] ?? '')}$`,
  );
}
