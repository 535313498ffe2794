import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';

const PAGE_SIZE = 500;

/** A standard stream, of a process or of a test that runs commands without one. */
export interface OutputStream {
  write(text: string): unknown;
  /** Set after a failed write: the reader of the pipe has closed it. */
  readonly errored?: Error | null;
  /** The buffer is full; `drain` follows when it is empty. */
  readonly writableNeedDrain?: boolean;
}

/** Used instead of a record: the printed text is JSON already. */
export const IS_JSON = Symbol('is JSON');

/** Prints one or more lines. With --json, prints `record` as one line of JSON instead, or nothing if there is none. */
export interface Print {
  (message: string, record?: object | typeof IS_JSON): void;
  /** People read it at a terminal: lists are aligned. */
  readonly isTerminal?: boolean | undefined;
  /** Missing if nothing is buffered. */
  readonly taken?: (() => Promise<void>) | undefined;
}

export function printTo(stdout: OutputStream, { json, isTerminal }: { json: boolean; isTerminal: boolean }): Print {
  const write = (line: string): void => void stdout.write(`${line}\n`);
  const printJson: Print = (message, record) => {
    if (record !== undefined) write(record === IS_JSON ? message : JSON.stringify(record));
  };
  return Object.assign(json ? printJson : write, {
    isTerminal: isTerminal && !json,
    async taken() {
      // The next line detects that the reader has closed the pipe.
      if (stdout.writableNeedDrain) await once(stdout as NodeJS.WriteStream, 'drain').catch(() => {});
    },
  });
}

/** Prints JSON, indented for people. */
export const printRecord = (print: Print, record: object): void => print(JSON.stringify(record, null, 2), record);

/**
 * Call between the pages of a list that may exceed memory: waits until the reader has taken the output. The turn of the
 * event loop releases what Node keeps for each write until then.
 */
export async function taken(print: Print): Promise<void> {
  await setImmediate();
  await print.taken?.();
}

/** All rows of a list that may exceed memory, read page by page. */
export async function* rowsInPages<Row extends { readonly id: number }>(
  print: Print,
  readPage: (after: number, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const page = await readPage(after, PAGE_SIZE);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    after = last.id;
    await taken(print);
  }
}

/** `1 account`, `2 accounts`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
