import { readFileSync, statSync } from 'node:fs';
import { ConfigError } from './config-error.ts';
import { SETTINGS, type SettingName } from './settings.ts';

export const settingError = (name: SettingName, wrong: string): ConfigError =>
  new ConfigError(`${name} ${wrong}. Example: ${name}=${SETTINGS[name].example}`);

/** The content of the file that a setting names. Throws ConfigError. */
export function readSettingFile(name: SettingName, path: string, maxKibibytes: number): Buffer {
  try {
    if (statSync(path).size <= maxKibibytes * 1024) return readFileSync(path);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    throw settingError(name, `must name a readable file, and ${path} cannot be read (${reason})`);
  }
  throw settingError(name, `must be a file of at most ${maxKibibytes} KiB, and ${path} is larger`);
}
