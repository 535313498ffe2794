export type RefusalCode =
  | 'missing_token'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'insufficient_user_authentication'
  | 'keys_unavailable';

const STATUS: Readonly<Record<RefusalCode, number>> = {
  missing_token: 401,
  invalid_token: 401,
  insufficient_scope: 403,
  insufficient_user_authentication: 401,
  keys_unavailable: 503,
};

/** Why a token is refused, and what to answer (RFC 6750, RFC 9470). */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
  readonly code: RefusalCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The parameters of the challenge, besides the code. */
  readonly parameters: Readonly<Record<string, string>>;

  constructor(code: RefusalCode, message: string, parameters: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.status = STATUS[code];
    this.parameters = parameters;
    this.headers =
      code === 'keys_unavailable' ? { 'retry-after': '5' } : { 'www-authenticate': challenge(code, parameters) };
  }
}

function challenge(code: RefusalCode, parameters: Readonly<Record<string, string>>): string {
  const all = Object.entries({ ...(code !== 'missing_token' && { error: code }), ...parameters });
  return `Bearer ${all.map(([name, value]) => `${name}="${value}"`).join(', ')}`.trimEnd();
}
