/** An error response of the interface: declared once, thrown by reference, listed by operations that throw it. */
export interface ErrorDeclaration<Code extends string = string, Reason extends string = string> {
  /** Stable and machine-readable, sent as `X-Error-Code`, because the envelope has no member for it. */
  readonly code: Code;
  readonly status: number;
  /** `{name}` is a placeholder, filled in when the error is thrown. */
  readonly message: string;
  /** For each placeholder, the source of a regular expression that its values match. */
  readonly values?: Readonly<Record<string, string>>;
  /** The invalid member of the body, sent as `X-Error-Field`. If it varies, the placeholder `field` names it. */
  readonly field?: string;
  /** A more specific reason, sent as `X-Error-Reason`. */
  readonly reason?: Reason;
  /** The possible reasons, if the error is thrown with a `reason` value. */
  readonly reasons?: readonly Reason[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Further headers, in lower case, whose values are set when the error is thrown. */
  readonly carries?: readonly string[];
  /** What was refused, if the cause is only logged. */
  readonly logged?: string;
  /** Values of the placeholders for the documentation. */
  readonly example?: Readonly<Record<string, string>>;
}

export const error = <const Code extends string, const Reason extends string = never>(
  code: Code,
  status: number,
  message: string,
  more: Omit<ErrorDeclaration<Code, Reason>, 'code' | 'status' | 'message'> = {},
): ErrorDeclaration<Code, Reason> => ({ code, status, message, ...more });
