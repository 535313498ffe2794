import type { Environment } from './config.ts';

const LOG_SETTINGS = ['NODE_ENV', 'LOG_FORMAT'] as const;

/** LOG_FORMAT as it would be in force, even where another setting is wrong: that error has to be logged. */
export function logFormatIn(environment: Environment): 'json' | 'text' {
  const [nodeEnv, logFormat] = LOG_SETTINGS.map((name) => environment[name]?.trim());
  if (logFormat === 'json' || logFormat === 'text') return logFormat;
  return nodeEnv === 'production' ? 'json' : 'text';
}
