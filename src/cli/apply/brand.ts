import type { Config } from '../../config/config.ts';
import { effectiveSettings } from '../../config/effective-settings.ts';
import type { EnvironmentFile } from '../../config/environment.ts';
import { SETTINGS, type SettingName } from '../../config/settings.ts';
import type { ReadPart } from '../framework/apply-part.ts';
import { CommandError, parseValue } from '../framework/command-error.ts';
import { type DesiredObject, objectAt, textOf } from '../framework/desired-members.ts';

/** The setting behind each member of `brand`. */
const MEMBERS = {
  product_name: 'PRODUCT_NAME',
  color: 'BRAND_COLOR',
  support_email: 'SUPPORT_EMAIL',
  logo_url: 'LOGO_URL',
  logo_dark_url: 'LOGO_DARK_URL',
  favicon_url: 'FAVICON_URL',
  terms_url: 'TERMS_URL',
  privacy_url: 'PRIVACY_URL',
} as const satisfies Record<string, SettingName>;

/** Desired values, as they are printed, by setting. */
type DesiredBrand = ReadonlyMap<SettingName, string>;

export const readBrand: ReadPart = (desired) => {
  const brand = readDesiredBrand(desired);
  return async ({ config, settingsFile }) => ({ steps: [], remaining: brandToSet(brand, config, settingsFile) });
};

function readDesiredBrand({ members }: DesiredObject): DesiredBrand {
  const desired = objectAt(members.brand ?? {}, 'brand', Object.keys(MEMBERS));
  const brand = new Map<SettingName, string>();
  for (const [member, setting] of Object.entries(MEMBERS)) {
    const value = textOf(desired, member);
    if (value === null) continue;
    const { format } = SETTINGS[setting];
    const parsed: unknown = parseValue(format, value, `brand.${member}`, CommandError);
    brand.set(setting, (format.show as (value: unknown) => string)(parsed));
  }
  return brand;
}

/** Lists the settings to change, because only the operator writes them; undefined if the brand is as desired. */
function brandToSet(desired: DesiredBrand, config: Config, file: EnvironmentFile): string | undefined {
  const inForce = new Map(effectiveSettings(config, file.names).map(({ name, value }) => [name, value]));
  const differing = [...desired].filter(([name, value]) => value !== inForce.get(name));
  if (differing.length === 0) return undefined;
  const lines = differing.map(([name, value]) => `${name}=${/^[\w@.:/+-]+$/.test(value) ? value : `"${value}"`}`);
  const where = file.path ?? 'the settings of the service (or name their file: --env-file <file>)';
  return `brand: apply writes no settings. Set in ${where}, and restart the service: ${lines.join(' ')}`;
}
