import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';

/** A standard stream: of a process, or of a test that runs commands without one. */
export interface OutputStream {
  write(text: string): unknown;
  /** Set once a write has failed: with a pipe, its reader has closed it. */
  readonly errored?: Error | null;
  /** Its buffer is full, and it says `drain` when it is empty again. */
  readonly writableNeedDrain?: boolean;
}

/** Prints a line, or several. */
export interface Print {
  (line: string): void;
  /** Missing where nothing is kept back. */
  readonly taken?: (() => Promise<void>) | undefined;
}

export const printTo = (stdout: OutputStream): Print =>
  Object.assign((line: string): void => void stdout.write(`${line}\n`), {
    async taken() {
      // A reader that goes away is noticed with the next line.
      if (stdout.writableNeedDrain) await once(stdout as NodeJS.WriteStream, 'drain').catch(() => {});
    },
  });

/**
 * Between the pages of a list that may be longer than memory: waits until the reader has taken what was printed. The
 * turn of the event loop is for what Node keeps of each write until then.
 */
export async function taken(print: Print): Promise<void> {
  await setImmediate();
  await print.taken?.();
}
