import type { Config } from './config.ts';
import { memberOf, SETTING_NAMES, SETTINGS, type SettingName } from './settings.ts';

export const SETTING_SOURCES = ['environment', 'file', 'secret_file', 'default'] as const;
type SettingSource = (typeof SETTING_SOURCES)[number];

/** A setting in force, without secrets. */
export type EffectiveSetting = ReturnType<typeof effectiveSettings>[number];

function sourceOf({ given, secretFiles }: Config, name: SettingName, fromFile: ReadonlySet<string>): SettingSource {
  if (!given.includes(name)) return 'default';
  if (secretFiles.has(name)) return 'secret_file';
  return fromFile.has(name) ? 'file' : 'environment';
}

/** `fromFile`: the names set by the environment file alone. */
export function effectiveSettings(config: Config, fromFile: ReadonlySet<string>) {
  const values = new Map<string, unknown>(Object.entries(config));
  return SETTING_NAMES.map((name) => {
    const { group, about, format, defaultText, printedDefaults, requiredInProduction, unlessGiven } = SETTINGS[name];
    const show = format.show as (value: unknown) => string;
    const shown = (value: unknown) => (value === undefined || format.isSecret ? null : show(value));
    const isGiven = config.given.includes(name);
    const value = shown(values.get(memberOf(name)));
    return {
      name,
      group,
      about,
      value,
      is_secret: format.isSecret,
      source: sourceOf(config, name, fromFile),
      default: defaultText,
      default_values: printedDefaults,
      required_in_production: requiredInProduction,
      unless_set: unlessGiven,
      is_default: !isGiven || (!format.isSecret && value === shown(config.defaults.get(name))),
    };
  });
}
