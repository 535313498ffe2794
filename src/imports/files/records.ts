import { isObject } from '../json-values.ts';
import { readCsv } from './csv.ts';
import { type FileRecord, type Text, UnreadableFile } from './file-record.ts';

/** The maximum length of a line. A user takes a few hundred bytes. */
const MAX_LINE_CHARACTERS = 1_048_576;
/** A document is parsed as one string, and JavaScript strings cannot be much longer. */
const MAX_DOCUMENT_CHARACTERS = 400_000_000;

/** Lines without their line ends; undefined for one that is too long. */
async function* linesOf(text: Text): AsyncGenerator<string | undefined> {
  let rest = '';
  let isTooLong = false;
  for await (const part of text) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      yield isTooLong || line.length > MAX_LINE_CHARACTERS ? undefined : line.replace(/\r$/, '');
      isTooLong = false;
    }
    if (rest.length > MAX_LINE_CHARACTERS) {
      rest = '';
      isTooLong = true;
    }
  }
  if (isTooLong) yield undefined;
  else if (rest !== '') yield rest;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Whether the file is one JSON document: the first line of JSON lines is a user. */
function isDocument(firstLine: string): boolean {
  const first = parsed(firstLine);
  return !isObject(first) || 'users' in first;
}

async function* readJsonLines(open: () => Text): AsyncGenerator<FileRecord> {
  let line = 0;
  for await (const text of linesOf(open())) {
    line += 1;
    if (text?.trim() === '') continue;
    const record = text === undefined ? undefined : parsed(text);
    if (isObject(record)) yield { line, record };
    else
      yield {
        line,
        problem:
          text === undefined ? 'the line is longer than a million characters' : 'is not a JSON object, or is cut off',
      };
  }
}

/** `[…]`, or `{"users": […]}` as Keycloak and Firebase have it. */
async function* readDocument(open: () => Text): AsyncGenerator<FileRecord> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of open()) {
    length += part.length;
    if (length > MAX_DOCUMENT_CHARACTERS)
      throw new UnreadableFile("is too long for one JSON document: convert it to JSON lines with jq -c '.users[]'");
    parts.push(part);
  }
  const document = parsed(parts.join(''));
  const users = isObject(document) ? document.users : document;
  if (!Array.isArray(users)) throw new UnreadableFile('is not valid JSON, is cut off, or contains no list of users');
  for (const [at, record] of users.entries()) {
    yield isObject(record) ? { line: at + 1, record } : { line: at + 1, problem: 'is not a JSON object' };
  }
}

/** The users of a file: JSON lines, a JSON document or CSV with a header. Calls `open` more than once. */
export async function* readRecords(open: () => Text): AsyncGenerator<FileRecord> {
  let first: string | undefined = '';
  for await (const line of linesOf(open())) {
    first = line;
    if (line?.trim() !== '') break;
  }
  const start = first?.trimStart() ?? '[';
  if (start === '') throw new UnreadableFile('is empty');
  if (!/^[[{]/.test(start)) yield* readCsv(open());
  else if (isDocument(start)) yield* readDocument(open);
  else yield* readJsonLines(open);
}
