import { ConfigError } from '../config/config.ts';
import { SigningKeyFolderUnusable } from '../keys/signing-key-folder.ts';
import { DatabaseUnusable } from '../store/engine/database.ts';
import { CommandError } from './framework/command-error.ts';
import { fileProblem } from './framework/file-problem.ts';

/** Errors whose message explains the correction to the operator. */
const OPERATOR_ERRORS = [ConfigError, DatabaseUnusable, CommandError, SigningKeyFolderUnusable];

interface SystemError extends NodeJS.ErrnoException {
  readonly port?: number;
  readonly address?: string;
  /** The name that DNS could not resolve. */
  readonly hostname?: string;
}

export const isOperatorError = (error: unknown): boolean => OPERATOR_ERRORS.some((kind) => error instanceof kind);

/** One line for errors that the operator can correct; the stack trace for bugs. */
export function explainError(error: unknown): string {
  if (isOperatorError(error)) return (error as Error).message;
  const { code, syscall, port, address, hostname } = error as SystemError;
  if (code === 'EADDRINUSE')
    return `port ${port} is already in use. Stop what uses it, or choose another: PORT=${(port ?? 0) + 1}`;
  if (code === 'EACCES' && syscall === 'listen')
    return `port ${port} may not be used by this user. Choose one above 1023: PORT=3000`;
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return `HOST ${address ?? hostname} is not an address of this machine. Example: HOST=127.0.0.1`;
  return fileProblem(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
}
