/** An error without a stack trace, for expected outcomes: capturing one costs more than the whole response. */
export class StacklessError extends Error {
  constructor(message?: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}
