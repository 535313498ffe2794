/** An answer rather than a failure: nobody will ask where it was thrown, and finding out would cost more than the answer itself. */
export class StacklessError extends Error {
  constructor(message?: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}
