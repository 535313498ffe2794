/** What the operator typed cannot be done; the message says why. */
export class CommandError extends Error {}
