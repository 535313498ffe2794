import { SETTINGS } from '../config/settings.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';

/** The column at which descriptions start. */
const ABOUT_COLUMN = 35;

/** One line per command, or two where its parameters reach the column of descriptions. */
export function commandLines(commands: readonly Pick<Command, 'words' | 'parameters' | 'about'>[]): string {
  return commands.map(({ words, parameters, about }) => commandLine(words, parameters, about)).join('\n');
}

function commandLine(words: readonly string[], parameters: string, about: string): string {
  const call = ['  latchkey', ...words, parameters].join(' ').trimEnd();
  return call.length < ABOUT_COLUMN
    ? `${call.padEnd(ABOUT_COLUMN)}${about}`
    : `${call}\n${' '.repeat(ABOUT_COLUMN)}${about}`;
}

/** Options of every command. */
const COMMON_OPTIONS = [
  { words: ['…'], parameters: '--env-file <file>', about: 'with the settings of a file, read as systemd reads it' },
  { words: ['…'], parameters: '--help', about: 'how one command, or a group of them, is used' },
  { words: ['--version'], parameters: '', about: 'the version' },
];

/** The list of commands in --help and docs/commands.md. */
export const allCommandLines = (): string => `${commandLines([...COMMANDS, ...COMMON_OPTIONS])}\n`;

export function usage(about: readonly Command[]): string {
  if (about.length < COMMANDS.length) return `Usage:\n${commandLines(about)}\n`;
  const width = Math.max(...Object.keys(SETTINGS).map((name) => name.length));
  const settings = Object.entries(SETTINGS).map(
    ([name, { about: meaning, defaultInWords }]) => `  ${name.padEnd(width)} ${meaning} (${defaultInWords})`,
  );
  return `Latchkey: accounts and authentication, self-hosted.

Usage:
${allCommandLines()}
Settings, from the environment, or from the file that --env-file or LATCHKEY_ENV_FILE names, else .env (default in brackets):
${settings.join('\n')}
`;
}
