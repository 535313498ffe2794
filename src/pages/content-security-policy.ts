export interface Allowances {
  /** Sources of pictures besides our own. */
  readonly pictures?: readonly string[];
  /** Whether CUSTOM_CSS has fonts in it. */
  readonly embeddedFonts?: boolean;
  /** Whether it shows another document of ours in a frame. */
  readonly frames?: boolean;
  /** Whether another document of ours may show it in a frame. */
  readonly isFramed?: boolean;
  /** Whether its forms are sent by the browser itself, to the service. */
  readonly forms?: boolean;
  /** Likewise, and where they may lead from there: browsers look at that too. */
  readonly formsLeadTo?: readonly string[];
}

/** Nothing but our own files and our own interface. Forms go through scripts, never through the browser itself. */
export const contentSecurityPolicy = ({
  pictures = [],
  embeddedFonts = false,
  frames = false,
  isFramed = false,
  forms = false,
  formsLeadTo,
}: Allowances): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    ["img-src 'self'", ...pictures].join(' '),
    ...(embeddedFonts ? ['font-src data:'] : []),
    ...(frames ? ["frame-src 'self'"] : []),
    ['form-action', forms || formsLeadTo ? "'self'" : "'none'", ...(formsLeadTo ?? [])].join(' '),
    "base-uri 'none'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
