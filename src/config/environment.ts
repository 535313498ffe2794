import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { InvalidValue } from '../declare/value-formats.ts';
import { ConfigError, type Environment } from './config.ts';
import { parseEnvironmentFile } from './environment-file.ts';
import { ENV_FILE_VARIABLE } from './misspelled-settings.ts';
import { whyUnreadable } from './why-unreadable.ts';

const NAME_ANOTHER = 'Name another: --env-file <file>';

/** The environment file in use, and the names that only it sets; no path if there is none. */
export interface EnvironmentFile {
  readonly path: string | undefined;
  readonly names: ReadonlySet<string>;
  /** Found at the path of the systemd unit, not named explicitly. */
  readonly isOfUnit: boolean;
}

export const NO_FILE: EnvironmentFile = { path: undefined, names: new Set(), isOfUnit: false };

/**
 * Merges environment variables with an environment file; variables win. The file is the one named by --env-file or
 * LATCHKEY_ENV_FILE, else `.env`, else `unitFile` if nothing here identifies the data. Does not change the environment,
 * so that later workers read the file anew.
 */
export function readEnvironment(
  environment: Environment,
  envFile: string | undefined,
  unitFile?: string,
): { readonly environment: Environment; readonly file: EnvironmentFile } {
  const { path, values, isOfUnit = false } = fileOf(environment, envFile, unitFile);
  const names = new Set(Object.keys(values).filter((name) => environment[name] === undefined));
  return { environment: { ...values, ...environment }, file: { path, names, isOfUnit } };
}

function fileOf(environment: Environment, envFile: string | undefined, unitFile: string | undefined) {
  const named = envFile ?? environment[ENV_FILE_VARIABLE]?.trim();
  const namedBy = envFile === undefined ? ENV_FILE_VARIABLE : '--env-file';
  if (named) return { path: resolve(named), values: namedFile(named, `Correct ${namedBy}`) };
  const values = dotEnv();
  if (values) return { path: resolve('.env'), values };
  if (unitFile !== undefined && existsSync(unitFile) && !saysWhichData(environment))
    return { path: unitFile, values: namedFile(unitFile, NAME_ANOTHER), isOfUnit: true };
  return { path: undefined, values: {} };
}

/** The environment or the folder selects the data of another service than the unit's. */
const saysWhichData = ({ DATA_DIR, DATABASE_URL, DATABASE_URL_FILE }: Environment): boolean =>
  [DATA_DIR, DATABASE_URL, DATABASE_URL_FILE].some((value) => value?.trim()) || existsSync('data');

function namedFile(path: string, remedy: string): Environment {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw unreadable(path, error, remedy);
  }
  if (!isUtf8(bytes) || bytes.includes(0)) throw new ConfigError(`the file ${path} is not UTF-8 text. ${remedy}`);
  try {
    return parseEnvironmentFile(new TextDecoder().decode(bytes));
  } catch (error) {
    throw error instanceof InvalidValue ? new ConfigError(`the file ${path}: ${error.message}`) : error;
  }
}

/** Undefined if there is none. */
function dotEnv(): Environment | undefined {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw unreadable('.env', error, NAME_ANOTHER);
  }
}

const unreadable = (path: string, error: unknown, remedy: string): ConfigError =>
  new ConfigError(`the file ${path} cannot be read: ${whyUnreadable(error)}. ${isForbidden(error) ? AS_ROOT : remedy}`);

const AS_ROOT = 'Run the command as root, or as the user of the service';
const isForbidden = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EACCES';
