import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import type { Config, Environment } from '../../config/config.ts';
import type { EnvironmentFile } from '../../config/environment.ts';
import { SETTINGS, type SettingName } from '../../config/settings.ts';
import { settingsInForce } from '../../config/settings-in-force.ts';
import { InvalidValue } from '../../config/value-formats.ts';
import { createFile } from '../../lib/file-ownership.ts';
import { CommandError } from '../command-error.ts';
import { objectAt, type StatedObject, textOf } from './stated-members.ts';
import type { Step } from './step.ts';

/** The settings of a brand by the members that state them. */
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

export type StatedBrand = ReadonlyMap<SettingName, string>;

export function readStatedBrand({ members }: StatedObject): StatedBrand {
  const stated = objectAt(members.brand ?? {}, 'brand', Object.keys(MEMBERS));
  const brand = new Map<SettingName, string>();
  for (const [member, setting] of Object.entries(MEMBERS)) {
    const value = textOf(stated, member);
    if (value === null) continue;
    try {
      SETTINGS[setting].format.parse(value, 1);
    } catch (error) {
      throw error instanceof InvalidValue ? new CommandError(`brand.${member} ${error.message}`) : error;
    }
    if (inQuotes(value) === null) throw new CommandError(`brand.${member} has both kinds of quotation marks`);
    brand.set(setting, value);
  }
  return brand;
}

interface BrandPlace {
  readonly config: Config;
  readonly environment: Environment;
  readonly file: EnvironmentFile;
}

/** A brand is settings: what differs is written into the environment file, which the service reads when it starts. */
export function stepsForBrand(stated: StatedBrand, { config, environment, file }: BrandPlace): Step[] {
  const inForce = new Map(settingsInForce(config, file.names).map(({ name, value }) => [name, value]));
  const differing = [...stated].filter(([name, value]) => shown(name, value) !== inForce.get(name));
  return differing.map(([name, value], at) => {
    if (file.path === undefined)
      throw new CommandError(
        `brand: ${name} goes into the environment file of the service, and none is in use here. Name it with ` +
          '--env-file <file>; if the service has none, make one that both read: touch .env',
      );
    if (environment[name] !== undefined && !file.names.has(name))
      throw new CommandError(`brand: ${name} is set in the environment, which counts more than ${file.path}`);
    const path = file.path;
    if (!statSync(path).isFile())
      throw new CommandError(`brand: ${path} is not a file: ${name} cannot be written there`);
    const before = inForce.get(name) ?? null;
    return {
      says: `~ ${name} in ${path}: ${JSON.stringify(before)} -> ${JSON.stringify(shown(name, value))}`,
      // All of them at once.
      take: async () => {
        if (at === 0) writeSettings(path, new Map(differing));
        return null;
      },
    };
  });
}

function shown(name: SettingName, text: string): string {
  const { format } = SETTINGS[name];
  return (format.show as (value: unknown) => string)(format.parse(text, 1));
}

/** Lines that set one of these are replaced in place; the others go to the end. */
function writeSettings(path: string, settings: StatedBrand): void {
  const left = new Map<string, string>(settings);
  const lines = readFileSync(path, 'utf8').replace(/\n$/, '').split('\n');
  const written = lines.flatMap((line) => {
    const [, name = ''] = /^\s*(\w+)\s*=/.exec(line) ?? [];
    const value = settings.get(name as SettingName);
    if (value === undefined) return [line];
    return left.delete(name) ? [`${name}=${quoted(value)}`] : [];
  });
  const added = [...left].map(([name, value]) => `${name}=${quoted(value)}`);
  replaceFile(realpathSync(path), `${[...written, ...added].join('\n')}\n`);
}

/** As systemd and .env both read it; null where they do not agree about any way to write it. */
function inQuotes(value: string): string | null {
  if (/^[\w@.:/+-]+$/.test(value)) return value;
  if (!value.includes("'")) return `'${value}'`;
  return /["\\$`]/.test(value) ? null : `"${value}"`;
}

const quoted = (value: string): string => inQuotes(value) ?? '';

/** At once, for whoever reads it meanwhile; owner and mode stay. */
function replaceFile(path: string, content: string): void {
  const { mode, uid, gid } = statSync(path);
  const temporary = `${path}.${randomBytes(4).toString('hex')}`;
  createFile(temporary, content);
  try {
    chownSync(temporary, uid, gid);
    chmodSync(temporary, mode & 0o777);
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}
