import type { ErrorDeclaration } from '../declare/error.ts';
import { StacklessError } from '../lib/stackless-error.ts';

type Values = Readonly<Record<string, string | number | undefined>>;

/** Thrown to end a request with a declared error response. */
export class ApiError extends StacklessError {
  readonly declaration: ErrorDeclaration;
  readonly field: string | undefined;
  readonly reason: string | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(declaration: ErrorDeclaration, values?: Values, headers?: Readonly<Record<string, string>>) {
    super(values === undefined ? declaration.message : filled(declaration.message, values));
    this.declaration = declaration;
    this.field = declaration.field ?? (values?.field === undefined ? undefined : String(values.field));
    this.reason = declaration.reason ?? (values?.reason === undefined ? undefined : String(values.reason));
    this.headers = headers ?? declaration.headers;
  }

  get code(): string {
    return this.declaration.code;
  }
}

const PLACEHOLDER = /\{([a-z]+)\}/g;

const filled = (message: string, values: Values): string =>
  message.replace(PLACEHOLDER, (_placeholder, name: string) => String(values[name]));

export const reasonsOf = ({ reason, reasons }: ErrorDeclaration): readonly string[] =>
  reason === undefined ? (reasons ?? []) : [reason];

/** The message of a declared error, or a pattern if it has placeholders. */
export function messagePattern({ message, values = {} }: ErrorDeclaration): string | RegExp {
  if (!/\{[a-z]+\}/.test(message)) return message;
  return new RegExp(
    `^${message.replace(/[.()]/g, '\\$&').replace(PLACEHOLDER, (_placeholder, name: string) => values[name] ?? '')}$`,
  );
}
