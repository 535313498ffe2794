import type { Config } from './config.ts';
import type { PrintedDefault } from './declare-setting.ts';
import { memberOf, SETTING_NAMES, SETTINGS, type SettingName } from './settings.ts';

export const SETTING_SOURCES = ['environment', 'file', 'default'] as const;
type SettingSource = (typeof SETTING_SOURCES)[number];

/** The headings under which the console shows settings, in its order. */
export const SETTING_GROUPS = [
  'service',
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

/** The group of a setting, by what its name is or begins with; the longest entry counts. */
const GROUP_OF: Readonly<Record<string, SettingGroup>> = {
  ADMIN: 'administration',
  FIRST_ADMIN: 'administration',
  DATABASE: 'database',
  DATA_DIR: 'database',
  AUDIT: 'database',
  SIGNING: 'keys',
  DATA_KEYS: 'keys',
  KEYS: 'keys',
  TOKEN: 'keys',
  OPENID: 'openid',
  DELIVERY_NETWORKS: 'openid',
  MCP: 'openid',
  ACCESS_TOKEN: 'sessions',
  REFRESH: 'sessions',
  SESSION: 'sessions',
  MAX_SESSIONS: 'sessions',
  FRESH: 'sessions',
  TOTP: 'factors',
  SECOND_FACTOR: 'factors',
  PASSKEY: 'factors',
  SMTP: 'mail',
  MAIL: 'mail',
  INBOX: 'mail',
  NOTIFY: 'mail',
  MAX: 'limits',
  HASH: 'limits',
  REQUEST: 'limits',
  UNVERIFIED: 'accounts',
  DELETION: 'accounts',
  INDUSTRIES: 'accounts',
  REGISTRATION: 'accounts',
  INVITATION: 'accounts',
  PAGES: 'pages',
  DOCS: 'pages',
  PHONE: 'pages',
  TEXTS: 'pages',
  LANGUAGES: 'pages',
  RETURN: 'pages',
  HOME: 'pages',
  PRODUCT: 'pages',
  BRAND: 'pages',
  SUPPORT: 'pages',
  LOGO: 'pages',
  FAVICON: 'pages',
  CUSTOM: 'pages',
  TERMS: 'pages',
  PRIVACY: 'pages',
};

export function groupOf(name: string): SettingGroup {
  const prefixes = Object.keys(GROUP_OF).filter((prefix) => name.startsWith(prefix));
  const [longest = ''] = prefixes.sort((a, b) => b.length - a.length);
  return GROUP_OF[longest] ?? 'service';
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
