import type { Config } from './config.ts';
import type { PrintedDefault } from './declare-setting.ts';
import { memberOf, SETTING_NAMES, SETTINGS, type SettingName } from './settings.ts';

export const SETTING_SOURCES = ['environment', 'file', 'default'] as const;
type SettingSource = (typeof SETTING_SOURCES)[number];

/** The headings under which the console shows settings, in its order. */
export const SETTING_GROUPS = [
  'service',
  'monitoring',
  'administration',
  'database',
  'keys',
  'openid',
  'sessions',
  'factors',
  'mail',
  'limits',
  'accounts',
  'pages',
] as const;
type SettingGroup = (typeof SETTING_GROUPS)[number];

/** What the names of the settings of a group are or begin with; the longest entry counts. */
const PREFIXES: Readonly<Record<SettingGroup, readonly string[]>> = {
  service: [],
  monitoring: ['METRICS', 'LOG_', 'OTEL', 'AUDIT_LOG'],
  administration: ['ADMIN', 'ACT_AS_USER', 'FIRST_ADMIN'],
  database: ['DATABASE', 'DATA_DIR', 'AUDIT'],
  keys: ['SIGNING', 'DATA_KEYS', 'KEYS', 'TOKEN'],
  openid: ['OPENID', 'DELIVERY_NETWORKS', 'MCP'],
  sessions: ['ACCESS_TOKEN', 'REFRESH', 'SESSION', 'MAX_SESSIONS', 'FRESH'],
  factors: ['TOTP', 'SECOND_FACTOR', 'PASSKEY'],
  mail: ['SMTP', 'MAIL', 'INBOX', 'NOTIFY'],
  limits: ['MAX', 'HASH', 'REQUEST'],
  accounts: ['UNVERIFIED', 'DELETION', 'INDUSTRIES', 'REGISTRATION', 'INVITATION', 'IMPORT'],
  pages: [
    'PAGES',
    'DOCS',
    'PHONE',
    'TEXTS',
    'LANGUAGES',
    'RETURN',
    'HOME',
    'PRODUCT',
    'BRAND',
    'SUPPORT',
    'LOGO',
    'FAVICON',
    'CUSTOM',
    'TERMS',
    'PRIVACY',
  ],
};

export function groupOf(name: string): SettingGroup {
  const matches = SETTING_GROUPS.flatMap((group) =>
    PREFIXES[group].filter((prefix) => name.startsWith(prefix)).map((prefix) => ({ group, length: prefix.length })),
  );
  return matches.sort((a, b) => b.length - a.length)[0]?.group ?? 'service';
}

/** A setting as it is in force, without anything that is secret. */
export interface SettingInForce {
  readonly name: SettingName;
  readonly group: SettingGroup;
  readonly about: string;
  readonly value: string | null;
  readonly is_secret: boolean;
  readonly source: SettingSource;
  readonly default: string;
  readonly default_values: readonly PrintedDefault[];
  readonly required_in_production: boolean;
  readonly unless_set: readonly string[];
  readonly is_default: boolean;
}

/** `fromFile`: the names that the environment file has set, and the environment has not. */
export function settingsInForce(config: Config, fromFile: ReadonlySet<string>): SettingInForce[] {
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
      source: isGiven ? (fromFile.has(name) ? 'file' : 'environment') : 'default',
      default: defaultInWords,
      default_values: printedDefaults,
      required_in_production: requiredInProduction,
      unless_set: unlessGiven,
      is_default: !isGiven || (!format.isSecret && value === shown(config.defaults.get(name))),
    };
  });
}
