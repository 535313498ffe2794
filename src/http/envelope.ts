import { StacklessError } from '../accounts/stackless-error.ts';

/** The one shape of every JSON answer. */
export interface Envelope {
  readonly status: 'success' | 'error';
  readonly message: string | null;
  readonly data: unknown;
}

export interface Answer {
  readonly statusCode: number;
  readonly body: Envelope;
}

export const success = (message: string, data: object | null, statusCode = 200): Answer => ({
  statusCode,
  body: { status: 'success', message, data },
});

/** Stable names for machines, sent as `X-Error-Code`: the envelope has no room for them. docs/errors.md lists them all. */
export const ERROR_CODES = {
  invalid_json: 400,
  invalid_field: 400,
  missing_field: 400,
  weak_password: 400,
  invalid_email: 400,
  wrong_token_purpose: 400,
  bad_request: 400,
  bearer_token_required: 401,
  invalid_token: 401,
  wrong_access_token_purpose: 401,
  invalid_credentials: 401,
  wrong_current_password: 401,
  invalid_refresh_token: 401,
  account_not_active: 403,
  user_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  email_taken: 409,
  phone_number_taken: 409,
  conflict: 400,
  body_too_large: 413,
  misdirected_request: 421,
  too_many_attempts: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
  overloaded: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_CODES;

/** An answer that ends an operation early. */
export class ApiError extends StacklessError {
  readonly statusCode: number;
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.statusCode = ERROR_CODES[code];
    this.headers = headers;
  }
}

export const errorEnvelope = (message: string): Envelope => ({ status: 'error', message, data: null });
