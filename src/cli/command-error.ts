/** A command was refused or has failed; the message says why. Exit code 1. */
export class CommandError extends Error {}

/** A command cannot be run as it was typed; the message says why. Exit code 2. */
export class UsageError extends CommandError {}

/** A command has printed what is wrong; there is nothing to add. Exit code 1. */
export class ChecksFailed extends Error {}

/** The only argument of a command. Throws the question where there is none, or more than one. */
export function onlyArgument([argument, ...surplus]: readonly string[], question: string): string {
  if (argument === undefined || surplus.length > 0) throw new UsageError(question);
  return argument;
}
