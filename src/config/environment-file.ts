/** What stands before, within or behind a value, as systemd sees it. */
type Place = 'value' | 'unquoted' | "'" | '"';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const isNewline = (character: string): boolean => character === '\n' || character === '\r';
const isBlank = (character: string): boolean => /[ \t\r\n]/.test(character);

/**
 * Reads settings as systemd reads the file of `EnvironmentFile=` (systemd.exec(5)), so that a command and the service find the same
 * in it: comments begin with # or ;, quotes may be single or double, a backslash at the end of a line continues it, nothing is
 * expanded, and lines that are no assignment are passed over.
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

/** From behind the = to the end of the line, or of the last one where it goes on over several. */
function readValue(text: string, from: number): { value: string; end: number } {
  let value = '';
  /** The length without the blanks that end it, which count only when something follows them. */
  let kept = 0;
  let place: Place = 'value';
  let at = from;
  for (; at < text.length; at += 1) {
    const character = text.charAt(at);
    const next = text.charAt(at + 1);
    if (place === "'" || place === '"') {
      if (character === place) place = 'value';
      else if (place === '"' && character === '\\' && next !== '') {
        value += escapedInQuotes(next);
        at += 1;
      } else value += character;
      kept = value.length;
    } else if (isNewline(character)) break;
    else if (character === '\\') {
      if (next !== '' && !isNewline(next)) value += next;
      at += 1;
      place = 'unquoted';
      kept = value.length;
    } else if (place === 'value' && (character === "'" || character === '"')) place = character;
    else if (place === 'unquoted' || !isBlank(character)) {
      value += character;
      place = 'unquoted';
      if (!isBlank(character)) kept = value.length;
    }
  }
  return { value: value.slice(0, kept), end: at + 1 };
}

function escapedInQuotes(character: string): string {
  if ('"\\`$'.includes(character)) return character;
  return character === '\n' ? '' : `\\${character}`;
}
