import type { Config } from './config.ts';
import { memberOf, SETTING_NAMES, SETTINGS, type SettingName } from './settings.ts';

export const SETTING_SOURCES = ['environment', 'file', 'secret_file', 'default'] as const;
type SettingSource = (typeof SETTING_SOURCES)[number];

/**
 * The groups under whose headings the console shows settings, in its order: what the names of their settings are or
 * begin with; the longest entry counts.
 */
const PREFIXES = {
  service: [],
  monitoring: ['METRICS', 'LOG_', 'OTEL', 'AUDIT_LOG'],
  administration: ['ADMIN', 'ACT_AS_USER', 'FIRST_ADMIN'],
  database: ['DATABASE', 'DATA_DIR', 'AUDIT'],
  keys: ['SIGNING', 'DATA_KEYS', 'KEYS', 'TOKEN'],
  openid: ['OPENID', 'GOOGLE', 'MICROSOFT', 'GITHUB', 'APPLE', 'IDENTITY', 'DELIVERY_NETWORKS', 'MCP'],
  sessions: ['ACCESS_TOKEN', 'REFRESH', 'SESSION', 'MAX_SESSIONS', 'FRESH'],
  factors: ['TOTP', 'SECOND_FACTOR', 'PASSKEY'],
  mail: ['SMTP', 'MAIL', 'INBOX', 'NOTIFY'],
  limits: ['MAX', 'HASH', 'REQUEST'],
  accounts: [
    'BREACHED',
    'UNVERIFIED',
    'DELETION',
    'INDUSTRIES',
    'REGISTRATION',
    'EMAIL_DOMAINS',
    'TERMS_VERSION',
    'INVITATION',
    'IMPORT',
  ],
  pages: [
    ...['PAGES', 'DOCS', 'PHONE', 'TEXTS', 'LANGUAGES', 'RETURN', 'HOME', 'PRODUCT', 'BRAND', 'SUPPORT', 'LOGO'],
    ...['FAVICON', 'CUSTOM', 'TERMS', 'PRIVACY'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type SettingGroup = keyof typeof PREFIXES;
export const SETTING_GROUPS = Object.keys(PREFIXES) as SettingGroup[];

export function groupOf(name: string): SettingGroup {
  const matches = SETTING_GROUPS.flatMap((group) =>
    PREFIXES[group].filter((prefix) => name.startsWith(prefix)).map((prefix) => ({ group, length: prefix.length })),
  );
  return matches.sort((a, b) => b.length - a.length)[0]?.group ?? 'service';
}

/** A setting as it is in force, without anything that is secret. */
export type SettingInForce = ReturnType<typeof settingsInForce>[number];

function sourceOf({ given, secretFiles }: Config, name: SettingName, fromFile: ReadonlySet<string>): SettingSource {
  if (!given.includes(name)) return 'default';
  if (secretFiles.has(name)) return 'secret_file';
  return fromFile.has(name) ? 'file' : 'environment';
}

/** `fromFile`: the names that the environment file has set, and the environment has not. */
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
      group: groupOf(name),
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
