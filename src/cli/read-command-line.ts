import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Command } from './command.ts';
import { UsageError } from './command-error.ts';
import { COMMON, optionsOf } from './command-options.ts';
import { COMMANDS } from './commands.ts';
import { suggestCommands } from './suggest-commands.ts';

/** Options that are not handed to the command. */
const isCommon = (name: string): boolean => name === 'json' || Object.hasOwn(COMMON, name);

/** `settings` holds the word that the listed settings have in common, '' for all. */
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
      /** The file that --env-file names. */
      readonly envFile: string | undefined;
      readonly json: boolean;
    };

/** Parses the command line. An option that the command does not have is an error. */
export function readCommandLine(line: readonly string[]): CommandLine {
  const { positionals, values } = parse(line, COMMON, false);
  if (positionals[0] === 'help') return { kind: 'help', topic: helpTopic(positionals.slice(1)) };
  if (values.help) return { kind: 'help', topic: helpTopic(positionals) };
  if (values.version) return { kind: 'version' };
  const command = commandCalledBy(positionals.length === 0 ? ['serve'] : positionals);
  if (!command)
    throw noSuchCommand(
      line.filter((word) => word !== '--json'),
      positionals,
    );
  return { kind: 'command', command, ...readArguments(line, command) };
}

/** One line: what was typed, and the nearest thing that exists. */
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

/** The command that the words name, else the commands of the group. */
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

function readArguments(line: readonly string[], command: Command) {
  const { words, parameters } = command;
  const { tokens, positionals, values } = parse(line, optionsOf(command), true, words);
  const args: string[] = [];
  let envFile: string | undefined;
  let wordsLeft = words.length;
  for (const token of tokens) {
    if (token.kind === 'positional' && wordsLeft > 0) wordsLeft -= 1;
    else if (token.kind === 'positional') args.push(token.value);
    else if (token.kind === 'option-terminator') args.push('--');
    else if (token.name === 'env-file') envFile = token.value;
    else if (!isCommon(token.name)) {
      args.push(token.value === undefined ? `--${token.name}` : `--${token.name}=${token.value}`);
    }
  }
  // The words to complete may be.
  if (args.includes('') && !args.includes('--'))
    throw new UsageError(`${words.join(' ')}: a parameter is empty. Is a variable of the shell not set?`);
  const takes = parameters.replaceAll(/\[--[^\]]*\]/g, '').trim();
  // Those of the strict reading: only it knows which words are values of options.
  if (takes === '' && positionals.length > words.length) throw surplusArguments(positionals, words);
  if (envFile === '') throw new UsageError(`${words.join(' ')}: --env-file names no file`);
  return { args, envFile, json: values.json === true };
}

function surplusArguments(positionals: readonly string[], words: readonly string[]): UsageError {
  const name = words.join(' ');
  return new UsageError(
    `${positionals.join(' ')}: ${name} takes no parameter but options, see latchkey ${name} --help`,
  );
}

function parse(line: readonly string[], options: ParseArgsOptionsConfig, strict: boolean, words?: readonly string[]) {
  try {
    return parseArgs({ args: [...line], options, strict, allowPositionals: true, tokens: true });
  } catch (error) {
    const name = words?.join(' ') ?? '';
    throw new UsageError(`${name}: ${reasonOf(error, line)}, see latchkey ${name} --help`);
  }
}

/** The first sentence of parseArgs' message names the invalid option; the rest is about quoting. */
function reasonOf(error: unknown, line: readonly string[]): string {
  const [reason = ''] = error instanceof Error ? error.message.split(/[.\n]/, 1) : [String(error)];
  const [, option] = /^Option '(?:-\w, )?(--[\w-]+)(?: <value>)?' argument (?:is ambiguous|missing)/.exec(reason) ?? [];
  if (option === undefined) return reason;
  const next = line[line.indexOf(option) + 1];
  return next === undefined
    ? `${option} needs a value`
    : `${option} needs a value; one that begins with - is written ${option}=${next}`;
}
