import type { Config } from './config.ts';
import { memberOf, SETTING_NAMES, SETTINGS, type SettingName } from './settings.ts';

export const SETTING_SOURCES = ['environment', 'file', 'secret_file', 'default'] as const;
type SettingSource = (typeof SETTING_SOURCES)[number];

/** The settings of each group in the console, in its order. */
export const SETTINGS_BY_GROUP = {
  service: [
    ...['NODE_ENV', 'PROFILE', 'HOST', 'PORT', 'SOCKET_MODE', 'WORKERS', 'FRONTEND_URL', 'TRUST_PROXY', 'HSTS'],
    ...['CORS_ORIGINS'],
  ],
  monitoring: [
    ...['METRICS_PORT', 'METRICS_HOST', 'LOG_LEVEL', 'LOG_FORMAT', 'LOG_CLIENT', 'AUDIT_LOG'],
    ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_PROTOCOL'],
    ...['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_SERVICE_NAME', 'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'],
  ],
  administration: [
    ...['ADMIN', 'ADMIN_PORT', 'ADMIN_HOST', 'ADMIN_URL', 'ADMIN_EMAIL_CHANGE', 'ACT_AS_USER'],
    ...['ACT_AS_USER_LIFETIME', 'FIRST_ADMIN_EMAIL'],
  ],
  database: ['DATABASE_URL', 'DATABASE_POOL', 'DATABASE_PREPARE', 'DATA_DIR', 'AUDIT_RETENTION'],
  keys: ['SIGNING_SECRET', 'SIGNING_SECRETS', 'DATA_KEYS', 'KEYS_DIR', 'TOKEN_ISSUER', 'TOKEN_AUDIENCE'],
  openid: [
    ...['OPENID', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
    ...['MICROSOFT_TENANT', 'GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET', 'APPLE_CLIENT_ID', 'APPLE_TEAM_ID'],
    ...['APPLE_KEY_ID', 'APPLE_PRIVATE_KEY', 'OPENID_PROVIDERS', 'IDENTITY_PROVIDERS', 'IDENTITY_LINKING'],
    ...['DELIVERY_NETWORKS', 'MCP_RESOURCES'],
  ],
  sessions: [
    ...['ACCESS_TOKEN_TTL', 'REFRESH_TOKEN_TTL', 'SESSIONS', 'MAX_SESSIONS', 'SESSION_LIFETIME'],
    ...['REFRESH_ROTATION', 'FRESH_LOGIN', 'EMAIL_LOGIN'],
  ],
  factors: ['TOTP', 'SECOND_FACTOR', 'PASSKEYS', 'PASSKEY_RP_ID', 'PASSKEY_ORIGINS'],
  mail: [
    ...['SMTP_URL', 'SMTP_PASSWORD', 'INBOX_NETWORKS', 'MAIL_FROM', 'NOTIFY_PASSWORD_CHANGE', 'NOTIFY_NEW_DEVICE'],
    ...['MAIL_TEMPLATES_DIR', 'MAIL_LOGO', 'MAIL_LOGO_DARK'],
  ],
  limits: [
    ...['MAX_FAILED_LOGINS', 'MAX_FAILED_CODES', 'MAX_EMAIL_BURST', 'REQUEST_TIMEOUT', 'MAX_CONNECTIONS'],
    ...['HASH_CONCURRENCY', 'HASH_QUEUE'],
  ],
  accounts: [
    ...['REGISTRATION', 'EMAIL_DOMAINS', 'PROFILE_FIELDS', 'FIELDS_FILE', 'PHONE_NUMBERS', 'UNVERIFIED_KEPT'],
    ...['DELETION_GRACE', 'IMPORT_PEPPER', 'BREACHED_PASSWORDS', 'INDUSTRIES', 'TERMS_VERSION'],
  ],
  pages: [
    ...['TEXTS_DIR', 'LANGUAGES', 'PAGES', 'DOCS', 'RETURN_URLS', 'HOME_URL', 'PRODUCT_NAME', 'BRAND_COLOR'],
    ...['SUPPORT_EMAIL', 'LOGO_URL', 'LOGO_DARK_URL', 'FAVICON_URL', 'CUSTOM_CSS', 'PHONE_COUNTRIES', 'TERMS_URL'],
    ...['PRIVACY_URL'],
  ],
} as const satisfies Readonly<Record<string, readonly SettingName[]>>;

type SettingGroup = keyof typeof SETTINGS_BY_GROUP;
export const SETTING_GROUPS = Object.keys(SETTINGS_BY_GROUP) as SettingGroup[];

const isIn = (name: SettingName) => (group: SettingGroup) =>
  (SETTINGS_BY_GROUP[group] as readonly SettingName[]).includes(name);

/** A setting in force, without secrets. */
export type SettingInForce = ReturnType<typeof settingsInForce>[number];

function sourceOf({ given, secretFiles }: Config, name: SettingName, fromFile: ReadonlySet<string>): SettingSource {
  if (!given.includes(name)) return 'default';
  if (secretFiles.has(name)) return 'secret_file';
  return fromFile.has(name) ? 'file' : 'environment';
}

/** `fromFile`: the names set by the environment file alone. */
export function settingsInForce(config: Config, fromFile: ReadonlySet<string>) {
  const values = new Map<string, unknown>(Object.entries(config));
  return SETTING_NAMES.map((name) => {
    const { about, format, defaultInWords, printedDefaults, requiredInProduction, unlessGiven } = SETTINGS[name];
    const show = format.show as (value: unknown) => string;
    const shown = (value: unknown) => (value === undefined || format.isSecret ? null : show(value));
    const isGiven = config.given.includes(name);
    const value = shown(values.get(memberOf(name)));
    return {
      name,
      group: SETTING_GROUPS.find(isIn(name)) ?? 'service',
      about,
      value,
      is_secret: format.isSecret,
      source: sourceOf(config, name, fromFile),
      default: defaultInWords,
      default_values: printedDefaults,
      required_in_production: requiredInProduction,
      unless_set: unlessGiven,
      is_default: !isGiven || (!format.isSecret && value === shown(config.defaults.get(name))),
    };
  });
}
