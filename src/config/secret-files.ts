import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError, type Environment } from './config-error.ts';
import { suggestSetting } from './misspelled-settings.ts';
import { SECRET_NAMES, SETTINGS } from './settings.ts';
import { reading } from './why-unreadable.ts';

/** The folder for files that a unit loads with LoadCredential=. */
const CREDENTIALS = 'CREDENTIALS_DIRECTORY';
const MAX_BYTES = 64 * 1024;

export const secretFileExample = (name: string): string => `${name}_FILE=/run/secrets/${name.toLowerCase()}`;

/** The ways to provide one secret: the variable or credential, as messages name it, and the file. */
interface Source {
  readonly name: string;
  readonly path: string | undefined;
}

/**
 * Reads secrets from files: the one that `<NAME>_FILE` names, or the systemd credential `<NAME>`. Refuses a secret that
 * is set twice, because it is unclear which one applies.
 */
export function readSecretFiles(environment: Environment): {
  readonly environment: Environment;
  readonly secretFiles: ReadonlyMap<string, string>;
} {
  const isSet = (name: string): boolean => Boolean(environment[name]?.trim());
  const folder = environment[CREDENTIALS]?.trim();
  const credentials = folder ? listCredentials(folder) : [];
  const secretFiles = new Map<string, string>();
  const secrets: Record<string, string> = {};
  for (const name of SECRET_NAMES) {
    const variable = `${name}_FILE`;
    const sources: readonly Source[] = [
      ...(isSet(name) ? [{ name, path: undefined }] : []),
      ...(isSet(variable) ? [{ name: variable, path: resolve(environment[variable]?.trim() ?? '') }] : []),
      ...(folder && credentials.includes(name) ? [{ name: `the credential ${name}`, path: join(folder, name) }] : []),
    ];
    const [source, other] = sources;
    if (source && other) throw new ConfigError(`${source.name} and ${other.name} are both set. Remove one of them.`);
    if (source?.path !== undefined) {
      secretFiles.set(name, source.path);
      secrets[name] = readSecret(source.name, source.path);
    }
  }
  const rest = Object.entries(environment).filter(([name]) => name !== CREDENTIALS && !isFileVariable(name));
  return { environment: { ...Object.fromEntries(rest), ...secrets }, secretFiles };
}

const isFileVariable = (name: string): boolean => SECRET_NAMES.some((secret) => name === `${secret}_FILE`);

/** The names of the credentials. Refuses one that resembles a setting but would not be read. */
function listCredentials(folder: string): string[] {
  const names = reading(`${CREDENTIALS} names ${folder}, which`, () => readdirSync(folder), '.');
  for (const name of names) {
    const meant = suggestSetting(name);
    if (meant) throw new ConfigError(`The credential ${name} is not a setting: rename it to ${meant}, or remove it.`);
    if (Object.hasOwn(SETTINGS, name) && !SECRET_NAMES.some((secret) => secret === name))
      throw new ConfigError(`The credential ${name} is not read, only secrets are: set ${name} in the environment.`);
  }
  return names;
}

function readSecret(source: string, path: string): string {
  const readBounded = () => {
    const stats = statSync(path);
    if (stats.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    if (!stats.isFile()) throw new Error('it is not a regular file');
    return { size: stats.size, bytes: stats.size > MAX_BYTES ? Buffer.alloc(0) : readFileSync(path) };
  };
  const { size, bytes } = reading(`${source} names ${path}, which`, readBounded, '.');
  const wrong = (what: string) => new ConfigError(`${source} names ${path}, which ${what}.`);
  if (size > MAX_BYTES) throw wrong(`is larger than ${MAX_BYTES / 1024} KiB: no secret is`);
  if (!isUtf8(bytes) || bytes.includes(0)) throw wrong('is not text in UTF-8');
  const text = new TextDecoder().decode(bytes).trim();
  if (text === '') throw wrong('is empty');
  return text;
}
