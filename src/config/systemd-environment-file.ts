/** State of the parser: before a value or between quoted parts, in an unquoted value, in single or double quotes. */
type State = 'value' | 'unquoted' | "'" | '"';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const isNewline = (character: string): boolean => character === '\n' || character === '\r';
const isBlank = (character: string): boolean => /[ \t\r\n]/.test(character);

/**
 * Parses systemd's `EnvironmentFile=` format (systemd.exec(5)), so that commands and service read the same: comments
 * with # or ;, single or double quotes, \ continues a line, no expansion, other lines ignored.
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  let at = 0;
  while (at < text.length) {
    const lineEnd = endOfLine(text, at);
    const line = text.slice(at, lineEnd);
    const equals = line.indexOf('=');
    if (/^[ \t]*[#;]/.test(line) || equals === -1) {
      at = lineEnd + 1;
      continue;
    }
    const { value, end } = readValue(text, at + equals + 1);
    const name = line.slice(0, equals).trim();
    if (NAME.test(name)) found[name] = value;
    at = end;
  }
  return found;
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isNewline(text.charAt(at))) at += 1;
  return at;
}

/** Reads a value, from after the = to the end of its last line. */
function readValue(text: string, from: number): { value: string; end: number } {
  let value = '';
  /** Length without trailing whitespace. */
  let trimmedLength = 0;
  let state: State = 'value';
  let at = from;
  for (; at < text.length; at += 1) {
    const character = text.charAt(at);
    const next = text.charAt(at + 1);
    if (state === "'" || state === '"') {
      if (character === state) state = 'value';
      else if (state === '"' && character === '\\' && next !== '') {
        value += escapedInQuotes(next);
        at += 1;
      } else value += character;
      trimmedLength = value.length;
    } else if (isNewline(character)) break;
    else if (character === '\\') {
      if (next !== '' && !isNewline(next)) value += next;
      at += 1;
      state = 'unquoted';
      trimmedLength = value.length;
    } else if (state === 'value' && (character === "'" || character === '"')) state = character;
    else if (state === 'unquoted' || !isBlank(character)) {
      value += character;
      state = 'unquoted';
      if (!isBlank(character)) trimmedLength = value.length;
    }
  }
  return { value: value.slice(0, trimmedLength), end: at + 1 };
}

function escapedInQuotes(character: string): string {
  if ('"\\`$'.includes(character)) return character;
  return character === '\n' ? '' : `\\${character}`;
}
