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

/** In the place of a record: what is printed is JSON already. */
export const IS_JSON = Symbol('is JSON');

/**
 * Prints a line, or several. `record` says the same to programs: with --json it is printed instead, as one line of
 * JSON, and what has none is not printed.
 */
export interface Print {
  (says: string, record?: object | typeof IS_JSON): void;
  /** It is read by people, at a terminal: lists are aligned. */
  readonly isTerminal?: boolean | undefined;
  /** Missing where nothing is kept back. */
  readonly taken?: (() => Promise<void>) | undefined;
}

export function printTo(stdout: OutputStream, { json, isTerminal }: { json: boolean; isTerminal: boolean }): Print {
  const write = (line: string): void => void stdout.write(`${line}\n`);
  const printJson: Print = (says, record) => {
    if (record !== undefined) write(record === IS_JSON ? says : JSON.stringify(record));
  };
  return Object.assign(json ? printJson : write, {
    isTerminal: isTerminal && !json,
    async taken() {
      // A reader that goes away is noticed with the next line.
      if (stdout.writableNeedDrain) await once(stdout as NodeJS.WriteStream, 'drain').catch(() => {});
    },
  });
}

/** Prints JSON, indented for people. */
export const printRecord = (print: Print, record: object): void => print(JSON.stringify(record, null, 2), record);

/**
 * Between the pages of a list that may be longer than memory: waits until the reader has taken what was printed. The
 * turn of the event loop is for what Node keeps of each write until then.
 */
export async function taken(print: Print): Promise<void> {
  await setImmediate();
  await print.taken?.();
}

/** `1 account`, `2 accounts`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
