import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseEnvironmentFile } from '../../src/config/environment-file.ts';

/** What systemd.exec(5) says about EnvironmentFile=, as far as Node reads it in the same way. */
const RULES: readonly [rule: string, text: string, found: Record<string, string>][] = [
  ['an assignment a line', 'A=1\nB=2\n', { A: '1', B: '2' }],
  ['no newline at the end', 'A=1', { A: '1' }],
  ['carriage returns', 'A=1\r\nB=2\r\n', { A: '1', B: '2' }],
  ['comments with # and ;', '# A="1\n; B\n  # C\nD=4', { D: '4' }],
  ['a comment that ends in a backslash is one line', '# A=1 \\\nB=2', { B: '2' }],
  ['empty lines', '\n  \nA=1\n', { A: '1' }],
  ['the later of two', 'A=1\nA=2', { A: '2' }],
  ['an empty value', 'A=\nB=""\nC=\'\'', { A: '', B: '', C: '' }],
  ['blanks around are dropped, those within kept', ' A =  b  c \t\nD=e', { A: 'b  c', D: 'e' }],
  ['= within a value', 'A=b=c==', { A: 'b=c==' }],
  ['double quotes', 'A="  b c  "\nB="# no comment"', { A: '  b c  ', B: '# no comment' }],
  ['single quotes', 'A=\'  b "c" \\n $D \'', { A: '  b "c" \\n $D ' }],
  ['quotes over several lines', 'A="b\nc"\nD=\'e\nf\'', { A: 'b\nc', D: 'e\nf' }],
  ['blanks behind quotes', 'A="b"  \nC=\'d\' \t\nE=f', { A: 'b', C: 'd', E: 'f' }],
  ['quotes behind text are part of it', "A=b\"c\"'d'\nB=it's", { A: 'b"c"\'d\'', B: "it's" }],
  ['no variable is expanded', `A=1\nB=$A \${A} $(id) \`id\``, { A: '1', B: `$A \${A} $(id) \`id\`` }],
];

/** Lines that systemd and Node read differently, with their numbers. */
const REFUSED: readonly [rule: string, text: string, line: number][] = [
  ['# in a value, where Node ends it', 'A=1\nB=smtp://u:p#x;y@h', 2],
  ['a comment behind a value', 'A=1 # one', 1],
  ['a comment behind quotes', 'A="b"\n\nC="d" # one', 3],
  ['escapes within double quotes', 'A="b\n$"\nB="\\""', 3],
  ['a line continued', 'A=b\\\nc', 1],
  ['a backslash before the last character', 'A=b\\c', 1],
  ['quotes one after the other', 'A="b"\'c\'', 1],
  ['text behind quotes', 'A="b"c', 1],
  ['backticks around a value, which Node drops', 'A=`b`', 1],
  ['quotes that do not end', 'A=1\nB="c\nD=e', 2],
  ['blanks for a value, where Node takes the next line', 'A= \nB=2', 1],
  ['an indented comment that has a value', '  # A="1\nB=2"', 1],
  ['names that are none', 'export A=1', 1],
  ['a digit in front', '1A=2', 1],
  ['a line that is none', 'A=1\nno assignment', 2],
];

describe('a file of settings', () => {
  for (const [rule, text, found] of RULES) {
    it(`is read as systemd reads it: ${rule}`, () => assert.deepEqual({ ...parseEnvironmentFile(text) }, found));
  }
  for (const [rule, text, line] of REFUSED) {
    it(`is refused with the line, not its content: ${rule}`, () =>
      assert.throws(() => parseEnvironmentFile(text), {
        message: `line ${line} is not NAME=value. With # " \` or \\ in the value, write NAME='value'`,
      }));
  }
});
