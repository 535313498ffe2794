import { StacklessError } from '../lib/stackless-error.ts';

/** An error response of the interface: declared once, thrown by reference, listed by operations that throw it. */
export interface ErrorDeclaration {
  /** Stable and machine-readable, sent as `X-Error-Code`, because the envelope has no member for it. */
  readonly code: string;
  readonly status: number;
  /** `{name}` is a placeholder, filled in when the error is thrown. */
  readonly message: string;
  /** For each placeholder, the source of a regular expression that its values match. */
  readonly values?: Readonly<Record<string, string>>;
  /** The invalid member of the body, sent as `X-Error-Field`. If it varies, the placeholder `field` names it. */
  readonly field?: string;
  /** A more specific reason, sent as `X-Error-Reason`. */
  readonly reason?: string;
  /** The possible reasons, if the error is thrown with a `reason` value. */
  readonly reasons?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Further headers, in lower case, whose values are set when the error is thrown. */
  readonly carries?: readonly string[];
  /** Values of the placeholders for the documentation. */
  readonly example?: Readonly<Record<string, string>>;
}

export const error = (
  code: string,
  status: number,
  message: string,
  more: Omit<ErrorDeclaration, 'code' | 'status' | 'message'> = {},
): ErrorDeclaration => ({ code, status, message, ...more });

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
