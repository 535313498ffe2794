interface Allowances {
  /** Sources of pictures besides our own. */
  readonly pictures?: readonly string[];
  /** Whether it shows another document of ours in a frame. */
  readonly frames?: boolean;
}

/** Nothing but our own files and our own interface; forms go through scripts, so none may be sent anywhere by itself. */
export const contentSecurityPolicy = ({ pictures = [], frames = false }: Allowances): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    ["img-src 'self'", ...pictures].join(' '),
    ...(frames ? ["frame-src 'self'"] : []),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
