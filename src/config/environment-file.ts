import { parseEnv } from 'node:util';
import { InvalidValue } from '../declare/value-formats.ts';

/**
 * The lines that systemd's `EnvironmentFile=` and Node read alike: empty, a comment, or NAME=value. Unquoted, Node ends
 * a value at # and systemd drops \; in double quotes, both treat \ in their own way.
 */
const LINE =
  /(?:#.*|[ \t]*(?:[#;][^=\n]*|[A-Za-z_]\w*[ \t]*=(?:[ \t]*(?:[^\s#"'`\\][^\r\n#\\]*|"[^"\\]*"|'[^']*')[ \t]*)?)?)\r?(?:\n|$)/y;

/**
 * A unit's service gets its settings from systemd, and commands read the same file. Both must get the same values, so
 * an ambiguous line is refused: throws InvalidValue, which names the line without its content.
 */
export function parseEnvironmentFile(text: string): Record<string, string | undefined> {
  for (let at = 0; at < text.length; at = LINE.lastIndex) {
    LINE.lastIndex = at;
    if (LINE.test(text)) continue;
    const line = text.slice(0, at).split('\n').length;
    throw new InvalidValue(`line ${line} is not NAME=value. With # " \` or \\ in the value, write NAME='value'`);
  }
  return parseEnv(text);
}
