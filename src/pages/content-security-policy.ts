export interface Allowances {
  /** Additional sources of pictures. */
  readonly pictures?: readonly string[];
  /** CUSTOM_CSS embeds fonts. */
  readonly embeddedFonts?: boolean;
  /** The page shows another document of ours in a frame. */
  readonly frames?: boolean;
  /** Another document of ours shows the page in a frame. */
  readonly isFramed?: boolean;
  /** The origins to which forms may redirect that the browser itself sends. Undefined: scripts send all forms. */
  readonly formTargets?: readonly string[] | undefined;
}

/** Allows only our own files and API. */
export const contentSecurityPolicy = ({
  pictures = [],
  embeddedFonts = false,
  frames = false,
  isFramed = false,
  formTargets,
}: Allowances): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    ["img-src 'self'", ...pictures].join(' '),
    ...(embeddedFonts ? ['font-src data:'] : []),
    ...(frames ? ["frame-src 'self'"] : []),
    ['form-action', ...(formTargets ? ["'self'", ...formTargets] : ["'none'"])].join(' '),
    "base-uri 'none'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
