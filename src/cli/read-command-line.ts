import { parseArgs } from 'node:util';
import { isOneEditFrom } from '../config/misspelled-settings.ts';
import { COMMANDS } from './commands.ts';
import type { Command } from './framework/command.ts';
import { UsageError } from './framework/command-error.ts';
import { OPTIONS, type OptionName, type OptionValues, optionsOf } from './framework/command-options.ts';

/** `settings` is the word that listed settings must contain, '' for all. */
export type HelpTopic =
  | 'overview'
  | 'commands'
  | { readonly settings: string }
  | { readonly commands: readonly Command[] };

type CommandLine =
  | { readonly kind: 'help'; readonly topic: HelpTopic }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'command';
      readonly command: Command;
      readonly args: readonly string[];
      readonly options: OptionValues;
    };

/** Parses the command line. An option that the command does not have is an error. */
export function readCommandLine(line: readonly string[]): CommandLine {
  const parsed = parse(line);
  const { positionals, values } = parsed;
  if (positionals[0] === 'help') return { kind: 'help', topic: helpTopic(positionals.slice(1)) };
  if (values.help) return { kind: 'help', topic: helpTopic(positionals) };
  if (values.version) return { kind: 'version' };
  const command = commandCalledBy(positionals.length === 0 ? ['serve'] : positionals);
  if (!command)
    throw noSuchCommand(
      line.filter((word) => word !== '--json'),
      positionals,
    );
  return { kind: 'command', command, ...readArguments(parsed, command) };
}

/** Not strict: errors about an option name the command, which is known only after parsing. */
const parse = (line: readonly string[]) =>
  parseArgs({ args: [...line], options: OPTIONS, strict: false, allowPositionals: true, tokens: true });

type Parsed = ReturnType<typeof parse>;

/** One line with what was typed and the nearest command. */
function noSuchCommand(line: readonly string[], positionals: readonly string[]): UsageError {
  const group = groupOf(positionals);
  if (group.length > 0 && positionals.length === 1) {
    const actions = group.map(({ words }) => words[1]).join(', ');
    return new UsageError(`${positionals[0]}: which of ${actions}? See latchkey ${positionals[0]} --help`);
  }
  const suggested = suggestCommands(positionals, group.length > 0 ? group : COMMANDS);
  if (suggested.length > 0) {
    return new UsageError(
      `${line.join(' ')}: no such command. Did you mean latchkey ${suggested.join(', or latchkey ')}?`,
    );
  }
  const help = group.length > 0 ? `latchkey ${positionals[0]} --help` : 'latchkey --help';
  return new UsageError(`${line.join(' ')}: no such command, see ${help}`);
}

const startsWith = (long: readonly string[], short: readonly string[]): boolean =>
  short.every((word, at) => long[at] === word);

const commandCalledBy = (positionals: readonly string[]): Command | undefined =>
  COMMANDS.find(({ words }) => startsWith(positionals, words));

const groupOf = (positionals: readonly string[]): readonly Command[] =>
  COMMANDS.filter(({ words }) => words.length > 1 && words[0] === positionals[0]);

/** The command with these words, else the commands of the group. */
function helpTopic(positionals: readonly string[]): HelpTopic {
  const [first, second = ''] = positionals;
  if (first === undefined) return 'overview';
  if (first === 'settings') return { settings: second };
  if (first === 'commands') return 'commands';
  const command = commandCalledBy(positionals);
  if (command) return { commands: [command] };
  const group = groupOf(positionals);
  if (group.length === 0) throw noSuchCommand(positionals, positionals);
  return { commands: group };
}

function readArguments({ positionals, values, tokens }: Parsed, command: Command) {
  const { words, parameters } = command;
  const name = words.join(' ');
  const options: unknown = values;
  refuseOptions(options, tokens, command);
  const args = positionals.slice(words.length);
  if (args.includes('')) throw new UsageError(`${name}: a parameter is empty. Is a variable of the shell not set?`);
  const takes = parameters.replaceAll(/\[--[^\]]*\]/g, '').trim();
  if (takes === '' && args.length > 0)
    throw new UsageError(
      `${positionals.join(' ')}: ${name} takes no parameter but options, see latchkey ${name} --help`,
    );
  if (options['env-file'] === '') throw new UsageError(`${name}: --env-file names no file`);
  return { args, options };
}

/** Throws if the command does not take an option, or if its value is missing or repeated. */
function refuseOptions(
  _options: unknown,
  tokens: Parsed['tokens'],
  command: Command,
): asserts _options is OptionValues {
  const name = command.words.join(' ');
  for (const token of tokens) {
    const problem = token.kind === 'option' ? problemOf(token, optionsOf(command)) : undefined;
    if (problem !== undefined) throw new UsageError(`${name}: ${problem}, see latchkey ${name} --help`);
  }
}

type OptionToken = Extract<Parsed['tokens'][number], { kind: 'option' }>;

function problemOf({ name, rawName, value, inlineValue }: OptionToken, taken: readonly OptionName[]) {
  const option = taken.find((one) => one === name);
  if (option === undefined) return `Unknown option '${rawName}'`;
  if (OPTIONS[option].type === 'boolean')
    return value === undefined ? undefined : `Option '${rawName}' does not take an argument`;
  if (value === undefined) return `${rawName} needs a value`;
  if (inlineValue || !/^-./.test(value)) return undefined;
  return `${rawName} needs a value; one that begins with - is written ${rawName}=${value}`;
}

const MAX_SUGGESTIONS = 3;

/** Suggests commands: with one typing error per word, else the action without its group, else the group. */
function suggestCommands(given: readonly string[], commands: readonly Command[]): readonly string[] {
  const [first = '', second = ''] = given;
  const nearly = ({ words }: Command) => words.every((word, at) => isAlike(word, given[at] ?? ''));
  const actionOnly = ({ words }: Command) =>
    words.length > 1 && words.some((word, at) => at > 0 && isAlike(word, first));
  const actionOfAnotherGroup = ({ words }: Command) => words.length > 1 && isAlike(words[1] ?? '', second);
  for (const isMeant of [nearly, actionOnly, actionOfAnotherGroup]) {
    const found = commands.filter(isMeant).map(({ words }) => words.join(' '));
    if (found.length > 0) return found.slice(0, MAX_SUGGESTIONS);
  }
  const groups = new Set(commands.map(({ words }) => words[0] ?? ''));
  return [...groups].filter((group) => isAlike(group, first) && group !== first);
}

const isAlike = (right: string, given: string): boolean => right === given || isOneEditFrom(right, given);
