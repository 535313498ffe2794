import { ConfigError } from './config-error.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'it, or part of its path, is a file, not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
};

/** Calls `read`. A failure becomes a ConfigError, for the operator to correct. */
export function reading<T>(what: string, read: () => T, end = ''): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(`${what} cannot be read: ${whyUnreadable(error)}${end}`);
  }
}

/** Explains to an operator why a file or folder could not be read. */
export function whyUnreadable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}
