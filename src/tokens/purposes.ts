const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

interface PurposeRow {
  /** Undefined: ACCESS_TOKEN_TTL says it. */
  readonly ttlMs?: number;
  /** Whether the token ends with the password it was made for: always, or only in the hardened profile. */
  readonly endsWithPassword: 'always' | 'hardened' | 'never';
  /** How the OpenAPI document calls and explains it. */
  readonly scheme: string;
  readonly about: string;
}

/** What signed tokens are for, once: lifetimes in e-mails, pages and docs, and how long a retired key is needed, come from here. */
export const PURPOSES = {
  auth: { endsWithPassword: 'hardened', scheme: 'accessToken', about: 'The access token of login or refresh.' },
  account_verification: {
    ttlMs: 24 * HOUR_MS,
    endsWithPassword: 'never',
    scheme: 'verificationToken',
    about: 'The token of the link in the verification e-mail.',
  },
  password_reset: {
    ttlMs: 30 * MINUTE_MS,
    endsWithPassword: 'always',
    scheme: 'resetToken',
    about: 'The token of the link in the reset e-mail. Works once.',
  },
} as const satisfies Record<string, PurposeRow>;

export type Purpose = keyof typeof PURPOSES;

/** The purposes whose tokens are delivered in links of e-mails. */
export type MailedPurpose = Exclude<Purpose, 'auth'>;

export const lifetimeMs = (purpose: MailedPurpose): number => PURPOSES[purpose].ttlMs;

/** No token works for longer than this after it was signed. */
export const longestLifetimeMs = (accessTtlMs: number): number =>
  Math.max(accessTtlMs, ...Object.values(PURPOSES).map((row) => ('ttlMs' in row ? row.ttlMs : 0)));

const numberFormats = new Map<string, Intl.NumberFormat>();

/** "24 hours", "24 Stunden", "24 heures". */
export function lifetimeInWords(purpose: MailedPurpose, language: string): string {
  const ms = lifetimeMs(purpose);
  const [count, unit] = ms % HOUR_MS === 0 ? [ms / HOUR_MS, 'hour'] : [ms / MINUTE_MS, 'minute'];
  const name = `${language} ${unit}`;
  const format =
    numberFormats.get(name) ?? new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  numberFormats.set(name, format);
  return format.format(count);
}
