export interface Allowances {
  /** Additional sources of pictures. */
  readonly pictures?: readonly string[];
  /** CUSTOM_CSS embeds fonts. */
  readonly embeddedFonts?: boolean;
  /** The page shows another document of ours in a frame. */
  readonly frames?: boolean;
  /** Another document of ours shows the page in a frame. */
  readonly isFramed?: boolean;
  /** The browser itself sends the page's forms to the service. */
  readonly forms?: boolean;
  /** The same, including redirect targets, which browsers check too. */
  readonly formsLeadTo?: readonly string[];
}

/** Allows only our own files and API. Scripts send forms, never the browser itself. */
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
