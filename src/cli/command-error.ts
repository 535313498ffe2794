/** A command cannot be run as typed; the message says why. */
export class CommandError extends Error {}
