import { createReadStream, statSync } from 'node:fs';
import { type FileRecord, UnreadableFile } from '../../imports/files/file-record.ts';
import { readRecords } from '../../imports/files/records.ts';
import { CommandError } from '../framework/command-error.ts';

const notUtf8 = () => new UnreadableFile('is not in UTF-8. Example: iconv -f latin1 -t utf-8 old.csv > users.csv');

async function* textOf(file: string): AsyncGenerator<string> {
  // Skips a byte order mark.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of createReadStream(file, { highWaterMark: 1_048_576 })) {
      // In UTF-16 every other byte is zero.
      if ((bytes as Buffer).includes(0)) throw notUtf8();
      yield decoder.decode(bytes as Buffer, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? notUtf8() : error;
  }
}

/** Yields the users of a file. Throws a CommandError if the file as a whole cannot be read. */
export async function* readImportFile(file: string): AsyncGenerator<FileRecord> {
  if (statSync(file).isDirectory()) throw new CommandError(`import: ${file} is a folder`);
  try {
    yield* readRecords(() => textOf(file));
  } catch (error) {
    throw error instanceof UnreadableFile ? new CommandError(`import: ${file} ${error.message}`) : error;
  }
}
