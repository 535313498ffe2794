import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseEnvironmentFile } from '../../src/config/systemd-environment-file.ts';

/** The rules of systemd.exec(5) for EnvironmentFile=, one by one. */
const RULES: readonly [rule: string, text: string, found: Record<string, string>][] = [
  ['an assignment a line', 'A=1\nB=2\n', { A: '1', B: '2' }],
  ['no newline at the end', 'A=1', { A: '1' }],
  ['carriage returns', 'A=1\r\nB=2\r\n', { A: '1', B: '2' }],
  ['comments with # and ;', '# A=1\n; B=2\n  # C=3\nD=4', { D: '4' }],
  ['a comment that ends in a backslash is one line', '# A=1 \\\nB=2', { B: '2' }],
  ['empty lines and lines without =', '\n  \nno assignment\nA=1\n', { A: '1' }],
  ['# and ; within a value are part of it', 'A=smtp://u:p#x;y@h # z', { A: 'smtp://u:p#x;y@h # z' }],
  ['the later of two', 'A=1\nA=2', { A: '2' }],
  ['an empty value', 'A=\nB=""\nC=\'\'', { A: '', B: '', C: '' }],
  ['blanks around are dropped, those within kept', ' A =  b  c \t\nD=e', { A: 'b  c', D: 'e' }],
  ['= within a value', 'A=b=c==', { A: 'b=c==' }],
  ['double quotes', 'A="  b c  "\nB="# no comment"', { A: '  b c  ', B: '# no comment' }],
  ['single quotes', 'A=\'  b "c" \\n $D \'', { A: '  b "c" \\n $D ' }],
  ['quotes over several lines', 'A="b\nc"\nD=\'e\nf\'', { A: 'b\nc', D: 'e\nf' }],
  ['escapes within double quotes', 'A="\\" \\\\ \\` \\$ \\n \\x"', { A: '" \\ ` $ \\n \\x' }],
  ['a line continued within double quotes', 'A="b\\\nc"', { A: 'bc' }],
  ['quotes one after the other', 'A="b"\'c\' "d"', { A: 'bcd' }],
  ['text behind quotes', 'A="b"c', { A: 'bc' }],
  ['quotes behind text are part of it', 'A=b"c"\'d\'', { A: 'b"c"\'d\'' }],
  ['a backslash keeps the next character', 'A=\\"b\\"\\\\n\\ ', { A: '"b"\\n ' }],
  ['a line continued', 'A=b\\\nc\nD=e\\\n  f', { A: 'bc', D: 'e  f' }],
  ['no variable is expanded', `A=1\nB=$A \${A} $(id) \`id\``, { A: '1', B: `$A \${A} $(id) \`id\`` }],
  ['names that are none', 'export A=1\n1B=2\nC-D=3\nE=4', { E: '4' }],
];

describe('a file of settings is read as systemd reads it', () => {
  for (const [rule, text, found] of RULES) {
    it(rule, () => assert.deepEqual(parseEnvironmentFile(text), found));
  }
});
