import { SETTINGS } from '../config/settings.ts';
import type { Command } from './command.ts';
import { COMMANDS, GROUPS } from './commands.ts';
import type { HelpTopic } from './read-command-line.ts';

/** The column at which descriptions start. */
const ABOUT_COLUMN = 35;
const OVERVIEW_COLUMN = 25;

/** One line per command, or two where its parameters reach the column of descriptions. */
function commandLines(commands: readonly Pick<Command, 'words' | 'parameters' | 'about'>[]): string {
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
  { words: ['help'], parameters: 'settings [<word>]', about: 'the settings, or those that have a word in them' },
  { words: ['--version'], parameters: '', about: 'the version' },
];

/** The list of commands in `latchkey help commands` and docs/commands.md. */
export const allCommandLines = (): string => `${commandLines([...COMMANDS, ...COMMON_OPTIONS])}\n`;

/** The text of a help topic. */
export function usage(topic: HelpTopic): string {
  if (topic === 'overview') return overview();
  if (topic === 'commands') return `Usage:\n${allCommandLines()}`;
  if ('settings' in topic) return settingsUsage(topic.settings);
  const { commands } = topic;
  const details = commands.length === 1 ? commands.flatMap((command) => ['', ...(command.details ?? [])]) : [];
  return ['Usage:', commandLines(commands), ...details].join('\n').trimEnd();
}

/** Fits a terminal of 80 columns and 24 lines: a line for each group of commands, and where to read on. */
function overview(): string {
  const byFirstWord = Map.groupBy(COMMANDS, ({ words }) => words[0] ?? '');
  const lines = byFirstWord.entries().map(([word, commands]) => {
    const actions = commands.flatMap(({ words }) => words[1] ?? []);
    const [alone = ''] = commands[0]?.about.split(/[:;]/) ?? [];
    return wrapped(`  latchkey ${word}`, actions.length === 0 ? alone : `${GROUPS[word]}: ${actions.join(', ')}`);
  });
  return `Latchkey: accounts and authentication, self-hosted.

${[...lines].join('\n')}

${wrapped('  latchkey help commands', 'every command with its parameters')}
${wrapped('  latchkey help users', 'one group; or one command: help users suspend')}
${wrapped('  latchkey help settings', 'the settings; or some: help settings smtp')}
${wrapped('  docs/', 'commands.md, configuration.md, deploy.md')}`;
}

const SCREEN_COLUMNS = 80;

/** A description beside its command, wrapped at its own column. */
function wrapped(call: string, about: string): string {
  const lines = [''];
  for (const word of about.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + 1 + word.length > SCREEN_COLUMNS - OVERVIEW_COLUMN) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return `${call.padEnd(OVERVIEW_COLUMN)}${lines.join(`\n${' '.repeat(OVERVIEW_COLUMN)}`)}`;
}

function settingsUsage(word: string): string {
  const wanted = word.toLowerCase();
  const found = Object.entries(SETTINGS).filter(([name, { about }]) =>
    `${name} ${about}`.toLowerCase().includes(wanted),
  );
  const settings = found.map(
    ([name, { about, defaultInWords, example }]) =>
      `  ${name}\n      ${about}\n      default: ${defaultInWords}; example: ${name}=${example}`,
  );
  const which = word === '' ? '' : ` with "${word}"`;
  return `Settings${which}, from the environment, or from the file that --env-file or LATCHKEY_ENV_FILE names, else .env:

${settings.length === 0 ? '  none; see latchkey help settings' : settings.join('\n')}`;
}
