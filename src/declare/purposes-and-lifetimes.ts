const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

interface PurposeRow {
  /** Undefined if a setting decides. */
  readonly ttlMs?: number;
  /** The setting with the lifetime, unless it is ACCESS_TOKEN_TTL. */
  readonly ttlSetting?: string;
  /** Whether replacing the password invalidates the token: always, or only with PROFILE=hardened. */
  readonly endsWithPassword: 'always' | 'hardened' | 'never';
  /** Name and description of the security scheme in the OpenAPI document. */
  readonly scheme: string;
  readonly about: string;
}

/** Purposes and lifetimes of signed tokens, from which e-mails, pages, docs and `keys retire` derive theirs. */
export const PURPOSES = {
  auth: { endsWithPassword: 'hardened', scheme: 'accessToken', about: 'The access token of login or refresh.' },
  factor_setup: {
    endsWithPassword: 'hardened',
    scheme: 'factorSetupToken',
    about:
      'Issued instead of an access token to users who must first add a second factor (`SECOND_FACTOR`), and good for ' +
      'that only.',
  },
  acting: {
    ttlSetting: 'ACT_AS_USER_LIFETIME',
    endsWithPassword: 'always',
    scheme: 'actingToken',
    about:
      'Issued to an administrator who acts as the user (`ACT_AS_USER`): reads, and changes the plain profile. The ' +
      'claim `act` names the administrator.',
  },
  account_verification: {
    ttlMs: 24 * HOUR_MS,
    endsWithPassword: 'never',
    scheme: 'verificationToken',
    about: 'The link in the verification e-mail.',
  },
  password_reset: {
    ttlMs: 30 * MINUTE_MS,
    endsWithPassword: 'always',
    scheme: 'resetToken',
    about: 'The link in the reset e-mail. Works once.',
  },
  invitation: {
    ttlMs: 7 * DAY_MS,
    endsWithPassword: 'always',
    scheme: 'invitationToken',
    about: 'The link in an invitation. Works once.',
  },
  email_change: {
    ttlMs: HOUR_MS,
    endsWithPassword: 'always',
    scheme: 'emailChangeToken',
    about: 'The link that confirms a new address, mailed to that address.',
  },
  email_change_stop: {
    ttlMs: 24 * HOUR_MS,
    endsWithPassword: 'never',
    scheme: 'emailChangeStopToken',
    about: 'The link that stops a change of address, mailed to the old address.',
  },
  email_change_revert: {
    ttlMs: 7 * DAY_MS,
    endsWithPassword: 'never',
    scheme: 'emailChangeRevertToken',
    about: 'The link that reverts a change of address, mailed to the old address. Works once.',
  },
} as const satisfies Record<string, PurposeRow>;

export type Purpose = keyof typeof PURPOSES;

/** The purposes whose tokens are delivered in links of e-mails. */
export type MailedPurpose = Exclude<Purpose, 'auth' | 'factor_setup' | 'acting'>;

/** The codes that e-mails carry, which are not signed. Here because the pages show their lifetimes. */
const CODES = { login_code: 10 * MINUTE_MS };

export type MailedProof = MailedPurpose | keyof typeof CODES;

export const isCode = (proof: MailedProof): proof is keyof typeof CODES => proof in CODES;

export const lifetimeMs = (proof: MailedProof): number => (isCode(proof) ? CODES[proof] : PURPOSES[proof].ttlMs);

/** The longest lifetime of any token: how long a key must verify after its last signature. */
export const longestLifetimeMs = (accessTtlMs: number): number =>
  Math.max(accessTtlMs, ...Object.values(PURPOSES).map((row) => ('ttlMs' in row ? row.ttlMs : 0)));

const numberFormats = new Map<string, Intl.NumberFormat>();

/** "24 hours", "24 Stunden", "24 heures". Longer times are in days. */
export function formatLifetime(proof: MailedProof, language: string): string {
  const ms = lifetimeMs(proof);
  const [count, unit] = inLargestUnit(ms);
  const name = `${language} ${unit}`;
  const format =
    numberFormats.get(name) ?? new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  numberFormats.set(name, format);
  return format.format(count);
}

function inLargestUnit(ms: number): [count: number, unit: 'day' | 'hour' | 'minute'] {
  if (ms > DAY_MS && ms % DAY_MS === 0) return [ms / DAY_MS, 'day'];
  return ms % HOUR_MS === 0 ? [ms / HOUR_MS, 'hour'] : [ms / MINUTE_MS, 'minute'];
}
