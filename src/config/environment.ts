import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError, type Environment } from './config.ts';
import { ENV_FILE_VARIABLE } from './setting-typos.ts';
import { parseEnvironmentFile } from './systemd-environment-file.ts';

/**
 * Merges environment variables with an environment file; variables win. The file is the one named by --env-file or LATCHKEY_ENV_FILE, else
 * `.env` if it exists. The environment itself is left unchanged, so that workers forked later read the file as it is then.
 */
export function readEnvironment(environment: Environment, envFile: string | undefined): Environment {
  const named = envFile ?? environment[ENV_FILE_VARIABLE]?.trim();
  return { ...(named ? namedFile(named) : dotEnv()), ...environment };
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

function dotEnv(): Environment {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw unreadable('.env', error);
  }
}

const unreadable = (path: string, reason: unknown) =>
  new ConfigError(`the file ${path} cannot be read: ${reason instanceof Error ? reason.message : reason}`);
