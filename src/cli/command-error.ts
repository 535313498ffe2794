/** A command cannot be run as typed; the message says why. */
export class CommandError extends Error {}

/** The only argument of a command. Throws the question where there is none, or more than one. */
export function onlyArgument([argument, ...surplus]: readonly string[], question: string): string {
  if (argument === undefined || surplus.length > 0) throw new CommandError(question);
  return argument;
}
