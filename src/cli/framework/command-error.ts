import { type Format, InvalidValue } from '../../declare/value-formats.ts';

/** A command was refused or has failed; the message says why. Exit code 1. */
export class CommandError extends Error {}

/** The command line is wrong; the message says why. Exit code 2. */
export class UsageError extends CommandError {}

/** A command has already printed what is wrong. Exit code 1. */
export class ChecksFailed extends Error {}

/** The only argument of a command. Throws `question` if there is none or more than one. */
export function onlyArgument([argument, ...surplus]: readonly string[], question: string): string {
  if (argument === undefined || surplus.length > 0) throw new UsageError(question);
  return argument;
}

/** Parses a value in the format of a setting. An error starts with `what`. */
export function parseValue<T>(format: Pick<Format<T>, 'parse'>, text: string, what: string, Failure = UsageError): T {
  try {
    return format.parse(text, 1);
  } catch (error) {
    throw error instanceof InvalidValue ? new Failure(`${what} ${error.message}`) : error;
  }
}
