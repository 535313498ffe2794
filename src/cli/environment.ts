import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError, type Environment } from '../config.ts';

/** The file is read without touching the environment, so that workers started later see it as it is then. */
export const readEnvironment = (environment: Environment): Environment => ({ ...dotEnv(), ...environment });

function dotEnv(): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new ConfigError(`the file .env cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
