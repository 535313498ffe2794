import { type FileRecord, type Text, UnreadableFile } from './file-record.ts';

const MAX_RECORD_CHARACTERS = 1_048_576;
const DELIMITERS = [',', ';', '\t'];

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Empty cells as written by MySQL, PostgreSQL's COPY and phpMyAdmin. */
const NULL_CELLS = ['\\N', 'NULL'];

/** Normalizes line ends, which may be split between two parts. */
async function* withLineFeeds(text: Text): AsyncGenerator<string> {
  let wasReturn = false;
  for await (const part of text) {
    if (part === '') continue;
    yield (wasReturn ? part.replace(/^\n/, '') : part).replace(/\r\n?/g, '\n');
    wasReturn = part.endsWith('\r');
  }
}

/** RFC 4180. */
async function* rowsOf(text: Text): AsyncGenerator<Row> {
  let delimiter: string | undefined;
  let [cell, cells, isQuoted, wasQuote]: [string, string[], boolean, boolean] = ['', [], false, false];
  let [line, startLine, length] = [1, 1, 0];
  for await (const part of withLineFeeds(text)) {
    for (const character of part) {
      length += 1;
      if (length > MAX_RECORD_CHARACTERS)
        throw new UnreadableFile(`line ${startLine} is longer than a million characters: is a quotation mark missing?`);
      if (isQuoted) {
        if (character === '\n') line += 1;
        if (!wasQuote) {
          if (character === '"') wasQuote = true;
          else cell += character;
          continue;
        }
        wasQuote = false;
        if (character === '"') {
          cell += '"';
          continue;
        }
        isQuoted = false;
        if (character === '\n') line -= 1;
      }
      delimiter ??= DELIMITERS.includes(character) ? character : undefined;
      if (character === '"' && cell === '') isQuoted = true;
      else if (character === delimiter) {
        cells.push(cell);
        cell = '';
      } else if (character === '\n') {
        line += 1;
        yield { line: startLine, cells: [...cells, cell] };
        [cell, cells, startLine, length] = ['', [], line, 0];
      } else cell += character;
    }
  }
  if (isQuoted && !wasQuote) throw new UnreadableFile(`ends inside a quoted cell, which began in line ${startLine}`);
  if (cell !== '' || cells.length > 0) yield { line: startLine, cells: [...cells, cell] };
}

const contentOf = (cell = ''): string => (NULL_CELLS.includes(cell) ? '' : cell);

export async function* readCsv(text: Text): AsyncGenerator<FileRecord> {
  let names: readonly string[] | undefined;
  for await (const { line, cells } of rowsOf(text)) {
    if (cells.length === 1 && cells[0]?.trim() === '') continue;
    if (!names) {
      names = cells.map((name) => name.trim());
      if (names.length < 2 || new Set(names).size < names.length)
        throw new UnreadableFile('is neither JSON nor CSV with a header of unique names');
    } else if (cells.length !== names.length) {
      yield { line, problem: `has ${cells.length} cells, but the header has ${names.length} names` };
    } else {
      yield { line, record: Object.fromEntries(names.map((name, at) => [name, contentOf(cells[at])])) };
    }
  }
}
