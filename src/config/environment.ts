import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError, type Environment } from './config.ts';
import { ENV_FILE_VARIABLE } from './misspelled-settings.ts';
import { parseEnvironmentFile } from './systemd-environment-file.ts';

/**
 * Merges environment variables with an environment file; variables win. The file is named by --env-file or
 * LATCHKEY_ENV_FILE, else `.env`. The environment is left alone, so that later workers read the file as it is then.
 */
export function readEnvironment(environment: Environment, envFile: string | undefined): Environment {
  return { ...fileOf(environment, envFile).values, ...environment };
}

/** The environment file in use, and the names that only it sets; no path where there is none. */
export function environmentFile(
  environment: Environment,
  envFile: string | undefined,
): { readonly path: string | undefined; readonly names: ReadonlySet<string> } {
  const { path, values } = fileOf(environment, envFile);
  return { path, names: new Set(Object.keys(values).filter((name) => environment[name] === undefined)) };
}

function fileOf(environment: Environment, envFile: string | undefined) {
  const named = envFile ?? environment[ENV_FILE_VARIABLE]?.trim();
  if (named) return { path: resolve(named), values: namedFile(named) };
  const values = dotEnv();
  return { path: values && resolve('.env'), values: values ?? {} };
}

function namedFile(path: string): Environment {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    throw unreadable(path, error);
  }
  if (text.includes('\0')) throw unreadable(path, 'it is no text');
  return parseEnvironmentFile(text);
}

/** Undefined when there is none. */
function dotEnv(): Environment | undefined {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw unreadable('.env', error);
  }
}

const unreadable = (path: string, reason: unknown) =>
  new ConfigError(`the file ${path} cannot be read: ${reason instanceof Error ? reason.message : reason}`);
