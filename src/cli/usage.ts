import { secretFileExample } from '../config/secret-files.ts';
import { SETTINGS } from '../config/settings.ts';
import { COMMANDS, GROUPS } from './commands.ts';
import type { Command } from './framework/command.ts';
import type { HelpTopic } from './read-command-line.ts';

/** The column at which descriptions start. */
const ABOUT_COLUMN = 35;
const OVERVIEW_COLUMN = 25;

/** One line per command, or two if the parameters reach the description column. */
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
  { words: ['…'], parameters: '--env-file <file>', about: 'read the settings from a file of NAME=value lines' },
  { words: ['…'], parameters: '--json', about: 'print JSON, one object per line' },
  { words: ['…'], parameters: '--help', about: 'help on a command or group' },
  { words: ['help'], parameters: 'settings [<word>]', about: 'list the settings, or those about a word' },
  { words: ['--version'], parameters: '', about: 'print the version' },
];

/** The list of commands in `latchkey help commands` and docs/commands.md. */
export const allCommandLines = (): string => `${commandLines([...COMMANDS, ...COMMON_OPTIONS])}\n`;

/** The text of a help topic. */
export function usage(topic: HelpTopic): string {
  if (topic === 'overview') return overview();
  if (topic === 'commands') return `Usage:\n${allCommandLines()}`;
  if ('settings' in topic) return settingsUsage(topic.settings);
  const { commands } = topic;
  const [command] = commands;
  if (commands.length > 1 || !command) return `Usage:\n${commandLines(commands)}`;
  const common = command.withoutJson ? '--env-file <file>' : '--json, --env-file <file>';
  return ['Usage:', commandLines(commands), '', ...(command.details ?? []), `As every command: ${common}`].join('\n');
}

/** The overview, for a terminal of 80 × 24: the words of all commands by group, and where to read on. */
function overview(): string {
  const alone = COMMANDS.flatMap(({ words: [word = '', action] }) => (action === undefined ? word : []));
  const groups = Map.groupBy(
    COMMANDS.filter(({ words }) => words.length > 1),
    ({ words }) => words[0] ?? '',
  );
  const lines = groups.entries().map(([word, commands]) => {
    const actions = commands.map(({ words }) => words[1]).join(', ');
    return wrapped(`  latchkey ${word}`, `${GROUPS[word]}: ${actions}`);
  });
  return `Latchkey: accounts and authentication, self-hosted.

${[wrapped('  latchkey', alone.join(', ')), ...lines].join('\n')}

${wrapped('  latchkey help commands', 'every command with its parameters')}
${wrapped('  latchkey help users', 'one group; or one command: help users suspend')}
${wrapped('  latchkey help settings', 'the settings; or some: help settings smtp')}
${wrapped('  docs/', 'configuration.md, deploy.md, troubleshooting.md')}`;
}

const SCREEN_COLUMNS = 80;

/** A description beside its command, wrapped in its column. */
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
  const search = word.toLowerCase();
  const found = Object.entries(SETTINGS).filter(([name, { about }]) =>
    `${name} ${about}`.toLowerCase().includes(search),
  );
  const settings = found.map(
    ([name, { about, defaultText, example, format }]) =>
      `  ${name}\n      ${about}\n      default: ${defaultText}; example: ${name}=${example}` +
      (format.holdsSecret ? `\n      or in a file: ${secretFileExample(name)}` : ''),
  );
  const which = word === '' ? '' : ` with "${word}"`;
  const from = 'from the environment, or from the file that --env-file or LATCHKEY_ENV_FILE names, else .env';
  return `Settings${which}, ${from}:

${settings.length === 0 ? '  none; see latchkey help settings' : settings.join('\n')}`;
}
